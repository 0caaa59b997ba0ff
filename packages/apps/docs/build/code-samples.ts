import { inspect } from 'node:util';
import { isReference, jsonContent, parsePointer, successResponses } from '@aispm/openapi';
import type { Contract, Operation } from './contract.ts';
import { writeReactQuery } from './react-query-sample.ts';
import { buildRequestExample, type RequestExample, requestTarget } from './request-example.ts';

/** A call of an operation in one language, as a member of `x-codeSamples`. */
export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

/** The API key in the samples. The mock accepts any. */
const API_KEY = '<API_KEY>';

/** The languages of the samples, in the order in which a reader sees them. */
export const SAMPLE_LANGUAGES = [
  { lang: 'TypeScript', label: 'TypeScript', write: writeTypeScript },
  { lang: 'Shell', label: 'curl', write: writeCurl },
  { lang: 'JavaScript', label: 'fetch', write: writeFetch },
  { lang: 'TSX', label: 'React Query', write: writeReact },
];

/**
 * Writes complete calls of an operation: with the TypeScript client, with curl, with `fetch` and with TanStack Query.
 *
 * @param baseUrl base URL of the API, such as `http://127.0.0.1:4010/api/v1`
 * @throws {Error} when the contract has no example for a required part of the request
 */
export function codeSamples(contract: Contract, operation: Operation, baseUrl: string): CodeSample[] {
  const request = buildRequestExample(contract, operation);
  return SAMPLE_LANGUAGES.map(({ lang, label, write }) => ({
    lang,
    label,
    source: write(operation, request, baseUrl),
  }));
}

function writeTypeScript(operation: Operation, example: RequestExample, baseUrl: string): string {
  const { operationId } = operation;
  const request = mergeParameters(example);
  const call = `await ${operationId}(client${Object.keys(request).length > 0 ? `, ${toLiteral(request)}` : ''});`;
  const name = nameResult(operation);
  return `import { createClient, ${operationId} } from '@aispm/client';

${defineClient(baseUrl)}

${name ? `const ${name} = ${call}\nconsole.log(${name});` : call}
`;
}

function writeReact(operation: Operation, example: RequestExample, baseUrl: string): string {
  return writeReactQuery(operation, toLiteral(mergeParameters(example)), defineClient(baseUrl));
}

function defineClient(baseUrl: string): string {
  return `const client = createClient({
  baseUrl: '${baseUrl}',
  token: '${API_KEY}',
});`;
}

/** Merges the parts of a request into the one object that the client takes. */
function mergeParameters({ path, query, headers, body }: RequestExample): Record<string, unknown> {
  return { ...path, ...query, ...headers, ...(body !== undefined && { body }) };
}

function writeCurl(operation: Operation, request: RequestExample, baseUrl: string): string {
  const parts = [
    operation.method === 'get' ? 'curl' : `curl --request ${operation.method.toUpperCase()}`,
    quote(baseUrl + requestTarget(operation, request)),
    ...listHeaders(request).map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`),
    ...(request.body === undefined ? [] : [`--data ${quote(JSON.stringify(request.body, null, 2))}`]),
  ];
  const [command, address, ...options] = parts;
  return `${[`${command} ${address}`, ...options].join(' \\\n  ')}\n`;
}

function writeFetch(operation: Operation, request: RequestExample, baseUrl: string): string {
  const init = {
    ...(operation.method !== 'get' && { method: operation.method.toUpperCase() }),
    headers: Object.fromEntries(listHeaders(request)),
  };
  const options =
    request.body === undefined
      ? toLiteral(init)
      : toLiteral(init).replace(/\n\}$/, `,\n  body: JSON.stringify(${indent(toLiteral(request.body))}),\n}`);
  const [success] = successResponses(operation);
  const hasBody = Object.keys(success?.response.content ?? {}).length > 0;
  const read = jsonContent(success?.response) ? 'json' : 'text';
  const lines = [
    `const response = await fetch('${baseUrl}${requestTarget(operation, request)}', ${options});`,
    'if (!response.ok) throw new Error((await response.json()).message);',
    ...(hasBody ? [`console.log(await response.${read}());`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function listHeaders({ headers, body }: RequestExample): [string, string][] {
  return [
    ['Authorization', `Bearer ${API_KEY}`],
    ...Object.entries(headers),
    ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
  ];
}

/** Returns a variable name for the result of an operation, such as `page` or `agentEvaluation`; undefined without a result. */
function nameResult(operation: Operation): string | undefined {
  const [body] = Object.values(successResponses(operation)[0]?.response.content ?? {});
  if (!body) return undefined;
  const schema = isReference(body.schema) ? parsePointer(body.schema.$ref).at(-1) : undefined;
  if (!schema) return 'result';
  return schema.endsWith('Page') ? 'page' : schema.charAt(0).toLowerCase() + schema.slice(1);
}

/** Formats a value as a JavaScript literal, in lines that fit into the panel of the samples. */
function toLiteral(value: unknown): string {
  return inspect(value, { depth: null, compact: 1, maxArrayLength: null, maxStringLength: null, breakLength: 50 });
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

/** Quotes a text as a word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
