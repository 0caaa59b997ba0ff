/**
 * Values that no request may contain, although JSON can: strings with U+0000 or with half of a surrogate pair, which databases such as
 * PostgreSQL can't store, and numbers beyond the range of a double, which would become null.
 */

import { formatPointer } from '../document/pointer.js';
import { clip, MAX_DETAILS } from './error-messages.ts';

/** Detail: a string can't be stored. */
export const UNSUPPORTED_TEXT = 'must not contain U+0000 or an unpaired surrogate';
/** Detail: a number can't be stored. */
export const UNSUPPORTED_NUMBER = `must be between -${Number.MAX_VALUE} and ${Number.MAX_VALUE}`;

/** What a pattern such as `.*` doesn't match. */
const LINE_BREAK = /[\n\r\u2028\u2029]/g;

/** U+0000 and unpaired surrogates. */
const UNSUPPORTED_CHARACTER = /[\0\p{Surrogate}]/u;

/** Returns a string that can be stored: each code unit that can't is replaced by U+FFFD. */
export function toStorableText(text: string): string {
  return text.replace(new RegExp(UNSUPPORTED_CHARACTER, 'gu'), '\ufffd');
}

/**
 * Returns a location as error bodies have it: shortened, on one line, and with only characters that can be stored. The names of
 * properties that it consists of may have any.
 */
export function toErrorLocation(location: string): string {
  return toStorableText(clip(location)).replaceAll(LINE_BREAK, '\ufffd');
}

/**
 * Finds what can't be stored in a JSON value, including names of properties.
 *
 * @param location of the value in the request, such as `body`
 * @returns messages by location, up to as many as a response contains
 */
export function findUnsupportedValues(value: unknown, location: string): Record<string, string> {
  const details: Record<string, string> = {};
  for (const [path, problem] of listUnsupported(value, [])) {
    details[`${location}${toStorableText(formatPointer(path))}`] = problem;
    if (Object.keys(details).length === MAX_DETAILS) break;
  }
  return details;
}

/**
 * Finds the parameters whose values can't be stored. The location of a list is that of its parameter.
 *
 * @param part of the request: `path` or `query`
 * @returns messages by location, up to as many as a response contains
 */
export function findUnsupportedParameters(values: object, part: string): Record<string, string> {
  const details: Record<string, string> = {};
  for (const [path, problem] of listUnsupported(values, [])) {
    details[`${part}/${path[0]}`] = problem;
    if (Object.keys(details).length === MAX_DETAILS) break;
  }
  return details;
}

function* listUnsupported(value: unknown, path: string[]): Generator<[path: string[], problem: string]> {
  if (typeof value === 'string') {
    if (UNSUPPORTED_CHARACTER.test(value)) yield [path, UNSUPPORTED_TEXT];
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) yield [path, UNSUPPORTED_NUMBER];
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) {
      if (UNSUPPORTED_CHARACTER.test(name)) yield [[...path, name], UNSUPPORTED_TEXT];
      else yield* listUnsupported(child, [...path, name]);
    }
  }
}
