/** Requests with unsupported strings: with U+0000, or with half of a surrogate pair. */
import type { Operation, RequestParts } from '@aispm/conformance';
import { isScopeParameter } from '@aispm/openapi';

/** A request, and the location of its string. */
export interface TextCase {
  location: string;
  request: RequestParts;
}

const STRINGS = ['a\u0000b', '\ud800', '\udc00\ud800'];

/** Returns whether an operation rejects single items of a batch, so that its status depends on the other items. */
function isBatch({ responses }: Operation): boolean {
  return [...responses].some(([status, { schema }]) => status < 300 && schema?.properties?.rejected_count);
}

/** Lists requests with such a string instead of each string of the body, in the name of a property, in the query and in the path. */
export function listUnsupportedStrings(operation: Operation, valid: RequestParts): TextCase[] {
  const inBody = isBatch(operation)
    ? []
    : [...replaceTexts(valid.body, 'body')].map(({ location, value }) => ({
        location,
        request: { ...valid, body: value },
      }));
  // Surrogates can't be encoded in a URL.
  const inParameters = operation.parameters.flatMap(({ name, in: part, schema }): TextCase[] => {
    // All unknown tenants and workspaces get 403.
    if (part === 'header' || isScopeParameter(name)) return [];
    const value = schema.type === 'array' ? [STRINGS[0]] : STRINGS[0];
    return [{ location: `${part}/${name}`, request: { ...valid, [part]: { ...valid[part], [name]: value } } }];
  });
  return [...inBody, ...inParameters];
}

/** Yields copies of a JSON value, each with one of the strings, in turn. */
function* replaceTexts(value: unknown, location: string, count = 0): Generator<{ location: string; value: unknown }> {
  if (typeof value === 'string') yield { location, value: STRINGS[(location.length + count) % STRINGS.length] };
  if (typeof value !== 'object' || value === null) return;
  const isArray = Array.isArray(value);
  let index = 0;
  for (const [name, child] of Object.entries(value)) {
    index += 1;
    for (const copy of replaceTexts(child, `${location}/${name}`, count + index)) {
      const changed = isArray ? value.with(Number(name), copy.value) : { ...value, [name]: copy.value };
      yield { location: copy.location, value: changed };
    }
  }
  if (!isArray) yield { location: `${location}/…`, value: { ...value, [`name${STRINGS[count % STRINGS.length]}`]: 1 } };
}
