/** Creates sample requests from the examples in the contract. */
import type { Operation } from '../core/contract-types.ts';
import { findForbiddenScope, type Tokens, toTokenAccess } from '../requests/token-access.ts';

/** A valid request to an operation. */
export interface SampleRequest {
  /** In uppercase. */
  method: string;
  /** Path and query, percent-encoded, without the base path. */
  path: string;
  /** Headers that the operation requires, except for the token. */
  headers: Record<string, string>;
  /** Present when the operation requires a body. */
  body?: string;
}

type Parameter = NonNullable<NonNullable<Operation['request']>['query']>[number];

/**
 * Creates a request with the examples of everything that an operation requires.
 *
 * @returns undefined when a required value has no example
 */
export function createSampleRequest(operation: Operation): SampleRequest | undefined {
  const { request = {} } = operation;
  const path = listRequiredValues(request.path);
  const query = listRequiredValues(request.query);
  const headers = listRequiredValues(request.headers);
  if ([...path, ...query, ...headers].some(([, value]) => value === undefined)) return undefined;

  const filled = path.reduce(
    (template, [name, value]) => template.replace(`{${name}}`, encodeURIComponent(String(value))),
    operation.path,
  );
  const search = new URLSearchParams(
    query.flatMap(([name, value]) => [value].flat().map((item): [string, string] => [name, String(item)])),
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

/**
 * Creates a `curl` command for the first GET operation that has a sample request.
 *
 * @param tokens what tokens have access to: the command uses the first token, and an operation that it has access to
 */
export function createSampleCommand(
  operations: readonly Operation[],
  baseUrl: string,
  tokens?: Tokens,
): string | undefined {
  const token = tokens ? Object.keys(tokens)[0] : 'any-key';
  if (token === undefined) return undefined;
  const access = tokens?.[token];
  const [sample] = operations
    .filter(({ method }) => method.toUpperCase() === 'GET')
    .flatMap((operation) => {
      const request = createSampleRequest(operation);
      const parameters = Object.fromEntries(listRequiredValues(operation.request?.path));
      const isForbidden = access && findForbiddenScope(toTokenAccess(access).workspaces, parameters) !== undefined;
      return request && !isForbidden ? [request] : [];
    });
  if (!sample) return undefined;
  const headers = Object.entries({ Authorization: `Bearer ${token}`, ...sample.headers });
  const flags = headers.map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`);
  return ['curl', ...flags, quoteForShell(`${baseUrl}${sample.path}`)].join(' ');
}

/** Lists the names of the required parameters with their example values. */
function listRequiredValues(
  parameters: readonly (Pick<Parameter, 'examples' | 'schema'> & { name: string; required?: boolean })[] = [],
): [name: string, value: unknown][] {
  return parameters.filter(({ required }) => required).map((parameter) => [parameter.name, findExample(parameter)]);
}

function findExample({ examples = [], schema }: Pick<Parameter, 'examples' | 'schema'>): unknown {
  const declared = examples.find((example) => 'value' in example);
  if (declared && 'value' in declared) return declared.value;
  return schema?.default ?? schema?.enum?.[0];
}

/** Quotes a word for all shells if no shell would expand any part of it, otherwise for a POSIX shell. */
function quoteForShell(word: string): string {
  if (!/["$`\\!%]/.test(word)) return `"${word}"`;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
