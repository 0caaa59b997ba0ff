/** Encodes requests for the network and for the validator. */
import type { Operation } from './operation.ts';
import type { RequestParts } from './request-parts.ts';

/** A request, ready to be sent. */
export interface WireRequest {
  method: string;
  /** Path and query below the base path, encoded. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Encodes a request. A repeated query parameter is an array; undefined values are omitted. */
export function encodeRequest(operation: Operation, parts: RequestParts): WireRequest {
  const { path, query, body, text } = parts;
  const search = encodeQuery(query).toString();
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  return {
    method: operation.method,
    target: `${fillPath(operation.path, path)}${search && `?${search}`}`,
    headers: encodeHeaders(operation, parts, content !== undefined),
    body: content,
  };
}

/** Converts a request to what a validator accepts: decoded strings. */
export function toValidatedRequest(operation: Operation, parts: RequestParts) {
  const search = encodeQuery(parts.query);
  return {
    path: Object.fromEntries(Object.entries(parts.path).map(([name, value]) => [name, String(value)])),
    query: Object.fromEntries(
      [...new Set(search.keys())].map((name) => {
        const values = search.getAll(name);
        return [name, values.length === 1 ? (values[0] as string) : values];
      }),
    ),
    headers: encodeHeaders(operation, parts, parts.body !== undefined),
    body: parts.body,
  };
}

/** Replaces the parameters of a path template with encoded values. */
export function fillPath(path: string, values: RequestParts['path']): string {
  return path.replace(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

function encodeHeaders(
  { requestBody }: Operation,
  { headers }: RequestParts,
  hasBody: boolean,
): Record<string, string> {
  const fields = Object.entries(headers)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    ...(hasBody && { 'content-type': requestBody?.mediaType ?? 'application/json' }),
    ...Object.fromEntries(fields),
  };
}

function encodeQuery(query: RequestParts['query']): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value]
        .flat()
        .filter((item) => item !== undefined)
        .map((item): [string, string] => [name, String(item)]),
    ),
  );
}
