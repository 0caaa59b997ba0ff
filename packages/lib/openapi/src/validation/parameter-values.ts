/** Converts values of parameters from strings in a request or response to the types of their schema. */
import type { Document, Header, Parameter, Schema } from '../document/document.ts';
import { resolve } from '../document/reference.js';
import { foldComposition } from '../schemas/schemas.js';

/** The query string, path or header value of a parameter, decoded; several when a query parameter is repeated. */
export type RawValue = string | readonly string[];

/** Separators between the values of an array, by style. */
const SEPARATORS: Record<string, string> = { form: ',', simple: ',', spaceDelimited: ' ', pipeDelimited: '|' };

/**
 * Converts the string value of a parameter to the types that its schema declares. A string that matches none of them is unchanged,
 * for the validator to reject.
 *
 * @throws {Error} when the parameter is an object, or has a style that isn't supported
 */
export function parseParameter(
  document: Document,
  parameter: Parameter | (Header & { in: 'header'; name: string }),
  raw: RawValue,
): unknown {
  const { schema = {}, name, in: location } = parameter;
  const types = acceptedTypes(document, schema);
  if (types.has('object')) throw new Error(`The parameter "${name}" is an object, which is not supported.`);
  if (!types.has('array')) return typeof raw === 'string' ? parseText(raw, types) : raw;
  const style = parameter.style ?? (location === 'query' || location === 'cookie' ? 'form' : 'simple');
  const separator = SEPARATORS[style];
  if (separator === undefined)
    throw new Error(`The parameter "${name}" has the style ${style}, which is not supported.`);
  const isRepeated = style === 'form' && (parameter.explode ?? true);
  const texts = isRepeated ? [raw].flat() : [raw].flat().flatMap((text) => text.split(separator));
  const itemTypes = acceptedTypes(document, resolve<Schema>(document, schema).items ?? {});
  return texts.map((text) => parseText(location === 'header' ? text.trim() : text, itemTypes));
}

/**
 * Lists the parameters of a query, without `?`, whose name or value isn't percent-encoded UTF-8. Parsers of queries keep or replace such
 * text, so that it would filter by something else.
 */
export function listMalformedParameters(query: string): string[] {
  if (!query.includes('%')) return [];
  return query.split('&').flatMap((pair) => (isPercentEncoded(pair) ? [] : [pair.split('=', 1).join()]));
}

/** Returns whether a part of a URL is percent-encoded UTF-8. */
export function isPercentEncoded(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

/** Returns whether a string is an integer in decimal digits. Validators that convert strings also accept notations such as `1e0` and `0x1`. */
export function isDecimalInteger(text: string): boolean {
  return /^-?\d+$/.test(text);
}

/** Returns whether a parameter accepts the empty string as its value. */
export function acceptsEmpty(document: Document, { schema = {}, allowEmptyValue }: Parameter): boolean {
  if (allowEmptyValue) return true;
  const types = acceptedTypes(document, schema);
  return (types.has('string') || types.size === 0) && acceptsEmptyText(document, schema);
}

/** Returns whether the keywords for strings accept the empty one. No format of the contract does. */
function acceptsEmptyText(document: Document, schema: Schema): boolean {
  return foldComposition<boolean>(
    document,
    schema,
    ({ minLength = 0, pattern, format, enum: values, const: constant, anyOf, oneOf, allOf = [] }, accepts) =>
      minLength === 0 &&
      format === undefined &&
      (pattern === undefined || new RegExp(pattern, 'u').test('')) &&
      (values === undefined || values.includes('')) &&
      (constant === undefined || constant === '') &&
      allOf.every(accepts) &&
      [anyOf, oneOf].every((members) => members?.some(accepts) ?? true),
    true,
  );
}

/** The types of a schema, from its type, its values, and the subschemas of its compositions. */
function acceptedTypes(document: Document, schema: Schema): Set<string> {
  return foldComposition<Set<string>>(
    document,
    schema,
    ({ type, enum: values, const: constant, anyOf = [], oneOf = [], allOf = [] }, memberTypes) => {
      if (type !== undefined) return new Set([type].flat());
      const listed = values ?? (constant === undefined ? [] : [constant]);
      return new Set([
        ...listed.map((value) => (value === null ? 'null' : typeof value)),
        ...[...anyOf, ...oneOf, ...allOf].flatMap((member) => [...memberTypes(member)]),
      ]);
    },
    new Set(),
  );
}

function parseText(text: string, types: ReadonlySet<string>): unknown {
  if (types.has('string')) return text;
  if ((types.has('integer') || types.has('number')) && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
