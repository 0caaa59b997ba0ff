/** Texts that PostgreSQL cannot store: those with U+0000 or with half of a surrogate pair. JSON can contain both. */
import { formatPointer, MAX_DETAILS } from '@aispm/openapi';

/** What is wrong with such a text, after its location. */
export const UNSTORABLE = 'must not contain U+0000 or an unpaired surrogate';

/** Returns whether the database can store a text. */
function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Returns a text that can be stored: each code unit that cannot is replaced by U+FFFD. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/**
 * Finds the texts in a JSON value that cannot be stored, the names of members included.
 *
 * @param location of the value in the request, such as `body`
 * @returns messages by location, at most as many as a response has
 */
export function findUnstorableTexts(value: unknown, location: string): Record<string, string> {
  const details: Record<string, string> = {};
  for (const path of listUnstorable(value, [])) {
    details[`${location}${toStorableText(formatPointer(path))}`] = UNSTORABLE;
    if (Object.keys(details).length === MAX_DETAILS) break;
  }
  return details;
}

function* listUnstorable(value: unknown, path: string[]): Generator<string[]> {
  if (typeof value === 'string') {
    if (!isStorableText(value)) yield path;
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) {
      if (isStorableText(name)) yield* listUnstorable(child, [...path, name]);
      else yield [...path, name];
    }
  }
}
