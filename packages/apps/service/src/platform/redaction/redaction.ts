/** Redacts data that the API stores, in the same way as imports. */
import { redact } from '@aispm/report-import/redaction';
import { mapInSlices } from '../core/slices.ts';
import { DeadlineError, type Threads } from '../threads/threads.ts';

export { redact };

/** The string that replaces a secret, as defined by the contract. */
export const REDACTED = '[REDACTED]';

/** A value without secrets, and whether it had any. */
export interface RedactedValue<Value> {
  readonly value: Value;
  readonly isRedacted: boolean;
}

/** Values with longer strings are redacted in a thread. In characters, for all strings together. */
const MAX_INLINE_LENGTH = 16_384;

/** How long a thread may search a value for secrets, in milliseconds. */
export const REDACTION_DEADLINE_MS = 2_000;

/** Error detail: the search for secrets took too long, so the strings mustn't be stored. */
export const UNSEARCHABLE_TEXT = `its strings could not be searched for secrets within ${REDACTION_DEADLINE_MS / 1_000} seconds; shorten them`;

/** Redacts the secrets in all strings of a value. */
export function redactSecrets<Value>(value: Value): RedactedValue<Value> {
  let isRedacted = false;
  const redactNode = (node: unknown): unknown => {
    if (typeof node === 'string') {
      const { text, redacted } = redact(node);
      isRedacted ||= redacted;
      return text;
    }
    if (Array.isArray(node)) return node.map(redactNode);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, property]) => [name, redactNode(property)]));
  };
  const redacted = redactNode(value) as Value;
  return { value: redacted, isRedacted };
}

/** Redacts the secrets in all strings of a value, without blocking the process; undefined if it takes too long. */
export async function redactInTime<Value>(
  threads: Threads,
  tenantId: string,
  value: Value,
): Promise<RedactedValue<Value> | undefined> {
  if (countCharacters(value) <= MAX_INLINE_LENGTH) return redactSecrets(value);
  try {
    return await threads.run<RedactedValue<Value>>(tenantId, 'redact', value, REDACTION_DEADLINE_MS);
  } catch (error) {
    if (error instanceof DeadlineError) return undefined;
    throw error;
  }
}

/** Redacts values as {@link redactInTime} does: short ones in slices, long ones in threads at the same time. */
export async function redactAllInTime<Value>(
  threads: Threads,
  tenantId: string,
  values: Iterable<Value>,
): Promise<(RedactedValue<Value> | undefined)[]> {
  const redacting = await mapInSlices(values, (value) => {
    const redacted = redactInTime(threads, tenantId, value);
    // Errors are thrown below, once all have started.
    redacted.catch(() => {});
    return redacted;
  });
  return Promise.all(redacting);
}

function countCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((total, property) => total + countCharacters(property), 0);
}
