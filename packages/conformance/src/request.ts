/** Puts the parts of a request together: for the wire, and for the validator. */
import { type Finding, requestFindings } from '@aispm/mock/validation';
import type { Endpoint } from './endpoint.js';
import type { RequestParts } from './invalid.js';

/** A request, ready to be sent. */
export interface WireRequest {
  method: string;
  /** Path and query below the base path, encoded. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Encodes a request. A repeated query parameter is an array; what is undefined is left out. */
export function encodeRequest(endpoint: Endpoint, { path, query, headers, body, text }: RequestParts): WireRequest {
  const search = queryOf(query).toString();
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  return {
    method: endpoint.method,
    target: `${fillPath(endpoint, path)}${search && `?${search}`}`,
    headers: {
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
      ...(content !== undefined && { 'content-type': endpoint.body?.mediaType ?? 'application/json' }),
    },
    body: content,
  };
}

/** Whatever is wrong with a request, as the contract sees it; empty when it is valid. */
export function faultsOf(endpoint: Endpoint, parts: RequestParts): Finding[] {
  const { headers, body } = encodeRequest(endpoint, parts);
  if (parts.text !== undefined) return [{ path: ['body'], code: 'json', message: 'is malformed JSON' }];
  const search = queryOf(parts.query);
  const query = Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length === 1 ? (values[0] as string) : values];
    }),
  );
  const empty = Object.entries(query).filter(([name, value]) => value === '' && !takesEmpty(endpoint, name));
  return [
    // The validator takes a parameter without a value for absent.
    ...empty.map(([name]) => ({ path: ['query', name], code: 'minLength', message: 'must not be empty' })),
    ...requestFindings(endpoint.operation, {
      method: endpoint.method.toLowerCase() as 'get',
      url: { path: fillPath(endpoint, parts.path), query },
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body ?? '')) },
      body: parts.body,
    }),
  ];
}

function takesEmpty({ parameters }: Endpoint, name: string): boolean {
  const schema = parameters.find((one) => one.in === 'query' && one.name === name)?.schema;
  return schema?.type === 'string' && !schema.minLength;
}

/** The path of an operation with values for its parameters, encoded. */
export function fillPath({ path }: Endpoint, values: RequestParts['path']): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

function queryOf(query: RequestParts['query']): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value]
        .flat()
        .filter((one) => one !== undefined)
        .map((one): [string, string] => [name, String(one)]),
    ),
  );
}
