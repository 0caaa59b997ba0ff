import { inspect } from 'node:util';
import type { Answer, Operation } from './contract.ts';
import { type RequestExample, requestExample, requestTarget } from './request-example.ts';

/** A call of an operation in one language, as `x-codeSamples` has it. */
export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

/** The API key of the samples. The mock takes any. */
const API_KEY = '<API_KEY>';

/** The languages of the samples, in the order in which a reader is offered them. */
export const SAMPLE_LANGUAGES = [
  { lang: 'TypeScript', label: 'TypeScript', write: withClient },
  { lang: 'Shell', label: 'curl', write: withCurl },
  { lang: 'JavaScript', label: 'fetch', write: withFetch },
];

/**
 * Calls of an operation that run as they stand: with the TypeScript client, with curl and with `fetch`.
 *
 * @param baseUrl address of the API, such as `http://127.0.0.1:4010/api/v1`
 * @throws Error when the contract has no example for a required part of the request
 */
export function codeSamples(operation: Operation, baseUrl: string): CodeSample[] {
  const request = requestExample(operation);
  return SAMPLE_LANGUAGES.map(({ lang, label, write }) => ({
    lang,
    label,
    source: write(operation, request, baseUrl),
  }));
}

function withClient(operation: Operation, { path, query, headers, body }: RequestExample, baseUrl: string): string {
  const { operationId } = operation;
  const request = { ...path, ...query, ...headers, ...(body !== undefined && { body }) };
  const call = `await ${operationId}(client${Object.keys(request).length > 0 ? `, ${literal(request)}` : ''});`;
  const name = resultName(operation);
  return `import { createClient, ${operationId} } from '@aispm/client';

const client = createClient({
  baseUrl: '${baseUrl}',
  token: '${API_KEY}',
});

${name ? `const ${name} = ${call}\nconsole.log(${name});` : call}
`;
}

function withCurl(operation: Operation, request: RequestExample, baseUrl: string): string {
  const parts = [
    operation.method === 'get' ? 'curl' : `curl --request ${operation.method.toUpperCase()}`,
    quote(baseUrl + requestTarget(operation, request)),
    ...headersOf(request).map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`),
    ...(request.body === undefined ? [] : [`--data ${quote(JSON.stringify(request.body, null, 2))}`]),
  ];
  const [command, address, ...options] = parts;
  return `${[`${command} ${address}`, ...options].join(' \\\n  ')}\n`;
}

function withFetch(operation: Operation, request: RequestExample, baseUrl: string): string {
  const init = {
    ...(operation.method !== 'get' && { method: operation.method.toUpperCase() }),
    headers: Object.fromEntries(headersOf(request)),
  };
  const options =
    request.body === undefined
      ? literal(init)
      : literal(init).replace(/\n\}$/, `,\n  body: JSON.stringify(${indent(literal(request.body))}),\n}`);
  const answer = successesOf(operation)[0]?.[1].content ?? {};
  const read = 'application/json' in answer ? 'json' : 'text';
  const lines = [
    `const response = await fetch('${baseUrl}${requestTarget(operation, request)}', ${options});`,
    'if (!response.ok) throw new Error((await response.json()).message);',
    ...(Object.keys(answer).length > 0 ? [`console.log(await response.${read}());`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function headersOf({ headers, body }: RequestExample): [string, string][] {
  return [
    ['Authorization', `Bearer ${API_KEY}`],
    ...Object.entries(headers),
    ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
  ];
}

/** The answers of an operation when all goes well, each with its status. */
export function successesOf({ answers }: Operation): [status: string, answer: Answer][] {
  return Object.entries(answers).filter(([status]) => status.startsWith('2'));
}

/** A name for what an operation returns: `page`, `agentEvaluation`; none where nothing is returned. */
function resultName(operation: Operation): string | undefined {
  const [body] = Object.values(successesOf(operation)[0]?.[1].content ?? {});
  if (!body) return undefined;
  const schema = String(body.schema.$ref ?? '')
    .split('/')
    .at(-1);
  if (!schema) return 'result';
  return schema.endsWith('Page') ? 'page' : schema.charAt(0).toLowerCase() + schema.slice(1);
}

/** A value as a literal of JavaScript, with two spaces to indent, in lines that fit into the panel of the samples. */
function literal(value: unknown): string {
  return inspect(value, { depth: null, compact: 1, maxArrayLength: null, maxStringLength: null, breakLength: 50 });
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

/** A word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
