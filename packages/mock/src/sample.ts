/** Makes sample requests out of the examples in the contract. */
import type { Operation } from './contract.js';

/** A request that an operation takes. */
export interface SampleRequest {
  /** In upper case. */
  method: string;
  /** Path and query, percent-encoded, without the base path. */
  path: string;
  /** Headers that the operation demands, apart from the token. */
  headers: Record<string, string>;
  /** Present when the operation demands a body. */
  body?: string;
}

type Parameter = NonNullable<NonNullable<Operation['request']>['query']>[number];

/**
 * Makes a request with the examples of everything that an operation demands.
 *
 * @returns undefined when something that it demands has no example
 */
export function sampleRequest(operation: Operation): SampleRequest | undefined {
  const { request = {} } = operation;
  const required = <P extends { required?: boolean }>(parameters: P[] = []) => parameters.filter((p) => p.required);
  const path = (request.path ?? []).map((parameter) => [parameter.name, exampleOf(parameter)] as const);
  const query = required(request.query).map((parameter) => [parameter.name, exampleOf(parameter)] as const);
  const headers = required(request.headers).map((parameter) => [parameter.name, exampleOf(parameter)] as const);
  if ([...path, ...query, ...headers].some(([, value]) => value === undefined)) return undefined;

  const filled = path.reduce(
    (template, [name, value]) => template.replace(`{${name}}`, encodeURIComponent(String(value))),
    operation.path,
  );
  const search = new URLSearchParams(
    query.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)])),
  );
  const sample: SampleRequest = {
    method: operation.method.toUpperCase(),
    path: search.size > 0 ? `${filled}?${search}` : filled,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
  };
  if (!request.body?.required) return sample;
  const content = request.body.contents?.[0];
  const body = content?.examples?.find((example) => 'value' in example);
  if (!content || !body || !('value' in body)) return undefined;
  sample.headers['Content-Type'] = content.mediaType;
  sample.body = typeof body.value === 'string' ? body.value : JSON.stringify(body.value);
  return sample;
}

/** A `curl` command, ready to paste, for the first GET operation that a sample can be made of. */
export function sampleCurl(operations: readonly Operation[], baseUrl: string): string | undefined {
  const sample = operations
    .filter(({ method }) => method.toUpperCase() === 'GET')
    .map(sampleRequest)
    .find((request) => request !== undefined);
  if (!sample) return undefined;
  const headers = Object.entries({ Authorization: 'Bearer any-token', ...sample.headers });
  const flags = headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  return ['curl', ...flags, quote(`${baseUrl}${sample.path}`)].join(' ');
}

function exampleOf({ examples = [], schema }: Pick<Parameter, 'examples' | 'schema'>): unknown {
  const declared = examples.find((example) => 'value' in example);
  if (declared && 'value' in declared) return declared.value;
  return schema?.default ?? schema?.enum?.[0];
}

/** Quotes a word for a POSIX shell. */
function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
