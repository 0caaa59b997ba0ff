/**
 * Values that JSON can contain and that cannot be stored: texts with U+0000 or with half of a surrogate pair, and numbers beyond the
 * range of a double, which would become null.
 */
import { formatPointer, MAX_DETAILS } from '@aispm/openapi';

const UNSTORABLE_TEXT = 'must not contain U+0000 or an unpaired surrogate';
const UNSTORABLE_NUMBER = `must be between -${Number.MAX_VALUE} and ${Number.MAX_VALUE}`;

/** What is wrong with such values, after their location. */
export const UNSTORABLE: readonly string[] = [UNSTORABLE_TEXT, UNSTORABLE_NUMBER];

/** Returns whether the database can store a text. */
function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Returns a text that can be stored: each code unit that cannot is replaced by U+FFFD. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/**
 * Finds what cannot be stored in a JSON value, the names of members included.
 *
 * @param location of the value in the request, such as `body`
 * @returns messages by location, at most as many as a response has
 */
export function findUnstorable(value: unknown, location: string): Record<string, string> {
  const details: Record<string, string> = {};
  for (const [path, problem] of listUnstorable(value, [])) {
    details[`${location}${toStorableText(formatPointer(path))}`] = problem;
    if (Object.keys(details).length === MAX_DETAILS) break;
  }
  return details;
}

function* listUnstorable(value: unknown, path: string[]): Generator<[path: string[], problem: string]> {
  if (typeof value === 'string') {
    if (!isStorableText(value)) yield [path, UNSTORABLE_TEXT];
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) yield [path, UNSTORABLE_NUMBER];
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) {
      if (isStorableText(name)) yield* listUnstorable(child, [...path, name]);
      else yield [[...path, name], UNSTORABLE_TEXT];
    }
  }
}
