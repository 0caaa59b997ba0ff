/** Removes secrets from the strings of a scan document that may quote what the scanner read, before storing any of them. */
import { redactFormats } from '@aispm/report-import/redaction';
import type { ScanDocument, ScannedLocation, ScannedOccurrence } from '@aispm/types';
import { truncate } from '../../../platform/contract/limits.ts';
import { mapInSlices } from '../../../platform/core/slices.ts';
import { unprocessable } from '../../../platform/http/errors/errors.ts';
import { redactAllInTime, UNSEARCHABLE_TEXT } from '../../../platform/redaction/redaction.ts';
import type { Threads } from '../../../platform/threads/threads.ts';

/**
 * Replaces secrets in messages and evidence of occurrences and in the error message, and anything in the format of a secret in
 * snippets of locations. Keys and fingerprints, which identify stored records, stay unchanged.
 *
 * @throws {ApiError} 422 if a string can't be searched in time
 */
export async function redactDocument(
  threads: Threads,
  tenantId: string,
  document: ScanDocument,
): Promise<ScanDocument> {
  const { error_message, locations, occurrences } = document;
  const [error] = await redactAll(threads, tenantId, [error_message], () => 'error_message');
  const strings = await redactAll(
    threads,
    tenantId,
    occurrences.map(({ message, evidence = [] }) => [message, ...evidence.map(({ value }) => value)]),
    (index) => `occurrences/${index}`,
  );
  return {
    ...document,
    ...(error && { error_message: truncate(error, 'ScanDocument.error_message') }),
    locations: await mapInSlices(locations, redactSnippet),
    occurrences: await mapInSlices(occurrences, (occurrence, index) => replaceStrings(occurrence, strings[index])),
  };
}

/** @returns each redacted value; undefined for a value without secrets */
async function redactAll<Value>(
  threads: Threads,
  tenantId: string,
  values: readonly Value[],
  locate: (index: number) => string,
): Promise<(Value | undefined)[]> {
  const redacted = await redactAllInTime(threads, tenantId, values);
  return redacted.map((found, index) => {
    if (found === undefined) throw unprocessable('invalid_body', { [`body/${locate(index)}`]: UNSEARCHABLE_TEXT });
    return found.isRedacted ? found.value : undefined;
  });
}

/**
 * Only replaces strings in the format of a secret: `api_key=os.environ["KEY"]` is source code without a secret, and the rule
 * about MCP server secrets reports each redacted setting. Scanners understand the language, and redact the others.
 */
function redactSnippet(location: ScannedLocation): ScannedLocation {
  if (!location.snippet) return location;
  const { text, redacted } = redactFormats(location.snippet);
  return redacted ? { ...location, snippet: truncate(text, 'ScannedLocation.snippet') } : location;
}

/** @param strings the message, then the values of the evidence */
function replaceStrings(occurrence: ScannedOccurrence, strings: readonly string[] | undefined): ScannedOccurrence {
  if (strings === undefined) return occurrence;
  const [message = '', ...values] = strings;
  return {
    ...occurrence,
    message: truncate(message, 'ScannedOccurrence.message'),
    evidence: (occurrence.evidence ?? []).map(({ kind, value, redacted }, index) => ({
      kind,
      value: truncate(values[index] ?? '', 'Evidence.value'),
      redacted: redacted || values[index] !== value,
    })),
  };
}
