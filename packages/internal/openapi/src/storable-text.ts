/**
 * Texts that no request may contain: those with U+0000 or with half of a surrogate pair. JSON can contain both, and databases
 * such as PostgreSQL cannot store them.
 */
import { MAX_DETAILS } from './error-messages.ts';
import { formatPointer } from './pointer.ts';

/** Detail: a text cannot be stored. */
export const UNSTORABLE = 'must not contain U+0000 or an unpaired surrogate';

/** U+0000 and unpaired surrogates. */
const UNSTORABLE_CHARACTER = /[\0\p{Surrogate}]/u;

/** Returns a text that can be stored: each code unit that cannot is replaced by U+FFFD. */
export function toStorableText(text: string): string {
  return text.replace(new RegExp(UNSTORABLE_CHARACTER, 'gu'), '\ufffd');
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

/**
 * Finds the parameters whose values cannot be stored. The location of a list is that of its parameter.
 *
 * @param part of the request: `path` or `query`
 * @returns messages by location
 */
export function findUnstorableParameters(values: object, part: string): Record<string, string> {
  const unstorable = Object.entries(values).filter(([, value]) => !listUnstorable(value, []).next().done);
  return Object.fromEntries(unstorable.slice(0, MAX_DETAILS).map(([name]) => [`${part}/${name}`, UNSTORABLE]));
}

function* listUnstorable(value: unknown, path: string[]): Generator<string[]> {
  if (typeof value === 'string') {
    if (UNSTORABLE_CHARACTER.test(value)) yield path;
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) {
      if (UNSTORABLE_CHARACTER.test(name)) yield [...path, name];
      else yield* listUnstorable(child, [...path, name]);
    }
  }
}
