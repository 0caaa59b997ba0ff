/** Calls of operations in programming languages, for `x-codeSamples`. */
import type { Document, Operation } from '../document/document.ts';
import { jsonContent, successResponses } from '../document/operations.js';
import { parsePointer } from '../document/pointer.js';
import { isReference } from '../document/reference.js';
import { JAVASCRIPT, PYTHON, writeLiteral } from './literals.ts';
import { buildRequestExample, type RequestExample, requestTarget } from './request-example.ts';

/** A call of an operation in one language, as a property of `x-codeSamples`. */
export interface CodeSample {
  /** Name of the language, by which renderers choose the colors. */
  lang: string;
  label: string;
  source: string;
}

/** How calls are written in a language. */
export interface SampleLanguage {
  lang: string;
  label: string;
  /**
   * Writes a complete program.
   *
   * @param baseUrl base URL of the API, without a slash at the end
   */
  write(operation: Operation, request: RequestExample, baseUrl: string): string;
}

/** The API key in samples. The mock, whose address they have, accepts any. */
const API_KEY = 'any-key';

/** The languages of the samples in the contract, in the order in which a reader sees them. */
export const CONTRACT_LANGUAGES: SampleLanguage[] = [
  { lang: 'TypeScript', label: 'TypeScript', write: writeTypeScript },
  { lang: 'Shell', label: 'curl', write: writeCurl },
  { lang: 'Python', label: 'Python', write: writePython },
];

/**
 * Writes complete calls of an operation, which work when they are pasted.
 *
 * @param baseUrl base URL of the API, such as `http://127.0.0.1:4010/api/v1`
 * @throws {Error} when the document has no example for a required part of the request
 */
export function codeSamples(
  document: Document,
  operation: Operation,
  baseUrl: string,
  languages: readonly SampleLanguage[] = CONTRACT_LANGUAGES,
): CodeSample[] {
  const request = buildRequestExample(document, operation);
  return languages.map(({ lang, label, write }) => ({ lang, label, source: write(operation, request, baseUrl) }));
}

/** Returns the base URL of the mock: the server that the document marks as internal. */
export function findMockUrl(document: Document): string {
  const server = document.servers?.find((candidate) => candidate['x-internal']);
  if (!server) throw new Error('The contract has no internal server. Mark the mock under "servers" with "x-internal".');
  return server.url;
}

/** Writes the statement that creates the client. */
export function writeClient(baseUrl: string): string {
  return `const client = createClient(${writeLiteral({ baseUrl, token: API_KEY }, JAVASCRIPT, 'const client = createClient(')});`;
}

/** Merges the parts of a request into the one object that the client takes. */
export function mergeRequest({ path, query, headers, body }: RequestExample): Record<string, unknown> {
  return { ...path, ...query, ...headers, ...(body !== undefined && { body }) };
}

/** Returns the headers of a request, with those that every request has. */
export function requestHeaders(operation: Operation, { headers, body }: RequestExample): Record<string, string> {
  const { mediaType } = jsonContent(operation.requestBody) ?? {};
  return {
    Authorization: `Bearer ${API_KEY}`,
    ...headers,
    ...(body !== undefined && mediaType && { 'Content-Type': mediaType }),
  };
}

/** Returns what the first successful response of an operation has: `json`, `text`, or nothing. */
export function resultKind(operation: Operation): 'json' | 'text' | undefined {
  const [success] = successResponses(operation);
  if (Object.keys(success?.response.content ?? {}).length === 0) return undefined;
  return jsonContent(success?.response) ? 'json' : 'text';
}

function writeTypeScript(operation: Operation, example: RequestExample, baseUrl: string): string {
  const { operationId } = operation;
  const request = mergeRequest(example);
  const name = nameResult(operation);
  const start = `${name ? `const ${name} = ` : ''}await ${operationId}(client`;
  const call =
    Object.keys(request).length > 0 ? `${start}, ${writeLiteral(request, JAVASCRIPT, `${start}, `)});` : `${start});`;
  return `import { createClient, ${operationId} } from '@aispm/client';

${writeClient(baseUrl)}

${call}
${name ? `console.log(${name});\n` : ''}`;
}

function writeCurl(operation: Operation, request: RequestExample, baseUrl: string): string {
  const { method } = operation;
  const parts = [
    `curl${method === 'get' ? '' : ` --request ${method.toUpperCase()}`} ${shellWord(baseUrl + requestTarget(operation, request))}`,
    ...Object.entries(requestHeaders(operation, request)).map(
      ([name, value]) => `--header ${shellWord(`${name}: ${value}`)}`,
    ),
    ...(request.body === undefined ? [] : [`--data ${shellWord(JSON.stringify(request.body, null, 2))}`]),
  ];
  return `${parts.join(' \\\n  ')}\n`;
}

/** Writes a program that needs nothing but Python. */
function writePython(operation: Operation, request: RequestExample, baseUrl: string): string {
  const { method } = operation;
  const kind = resultKind(operation);
  const { indent } = PYTHON;
  const literal = (name: string, value: unknown) =>
    `${indent}${name}=${writeLiteral(value, PYTHON, `${indent}${name}=`)},`;
  const lines = [
    ...(kind === 'json' || request.body !== undefined ? ['import json'] : []),
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `${indent}${writeLiteral(baseUrl + requestTarget(operation, request), PYTHON)},`,
    ...(method === 'get' ? [] : [literal('method', method.toUpperCase())]),
    literal('headers', requestHeaders(operation, request)),
    ...(request.body === undefined
      ? []
      : [`${indent}data=json.dumps(${writeLiteral(request.body, PYTHON, `${indent}data=json.dumps(`)}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    `${indent}${{ json: 'print(json.load(response))', text: 'print(response.read().decode())', none: 'print(response.status)' }[kind ?? 'none']}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns a variable name for the result of an operation, such as `page` or `agentEvaluation`; undefined without a result. */
function nameResult(operation: Operation): string | undefined {
  const [body] = Object.values(successResponses(operation)[0]?.response.content ?? {});
  if (!body) return undefined;
  const schema = isReference(body.schema) ? parsePointer(body.schema.$ref).at(-1) : undefined;
  if (!schema) return 'result';
  return schema.endsWith('Page') ? 'page' : schema.charAt(0).toLowerCase() + schema.slice(1);
}

/** Quotes a string as a word of a POSIX shell. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
