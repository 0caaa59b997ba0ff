/** Decides to which requests of an operation an override applies. */
import { isJsonObject, type JsonObject } from '../bundled/openapi.ts';
import type { RequestMatch } from './override-types.ts';

/** A request to an operation. */
interface MatchedRequest {
  parameters: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | readonly string[]>>;
}

/** Returns whether a value is a {@link RequestMatch}. */
export function isRequestMatch(value: unknown): value is RequestMatch {
  if (!isJsonObject(value)) return false;
  const isText = (text: unknown) => typeof text === 'string';
  const { path = {}, query = {}, body: _, ...others } = value;
  return (
    Object.keys(others).length === 0 &&
    isJsonObject(path) &&
    Object.values(path).every(isText) &&
    isJsonObject(query) &&
    Object.values(query).every((text) => isText(text) || (Array.isArray(text) && text.every(isText)))
  );
}

/** Returns whether a request contains what a match requires. */
export function matchesRequest(match: RequestMatch, { parameters, query }: MatchedRequest, body: unknown): boolean {
  const has = (values: MatchedRequest['query'], name: string, wanted: string | readonly string[]) =>
    [wanted].flat().every((text) => Object.hasOwn(values, name) && [values[name]].flat().includes(text));
  return (
    Object.entries(match.path ?? {}).every(([name, text]) => has(parameters, name, text)) &&
    Object.entries(match.query ?? {}).every(([name, text]) => has(query, name, text)) &&
    (match.body === undefined || contains(body, match.body))
  );
}

function contains(value: unknown, wanted: unknown): boolean {
  if (!isJsonObject(wanted)) return JSON.stringify(value) === JSON.stringify(wanted);
  return (
    isJsonObject(value) &&
    Object.entries(wanted as JsonObject).every(
      ([name, part]) => Object.hasOwn(value, name) && contains(value[name], part),
    )
  );
}
