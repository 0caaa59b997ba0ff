import {
  CONTRACT_LANGUAGES,
  type CodeSample,
  codeSamples,
  findMockUrl,
  JAVASCRIPT,
  mergeRequest,
  type Operation,
  type RequestExample,
  requestHeaders,
  requestTarget,
  resultKind,
  type SampleLanguage,
  writeClient,
  writeLiteral,
} from '@aispm/openapi';
import type { Contract } from './contract.ts';
import { writeReactQuery } from './react-query-sample.ts';

/** The languages of the site's samples: the ones in `x-codeSamples`, `fetch` and TanStack Query. */
export const SAMPLE_LANGUAGES: SampleLanguage[] = [
  ...CONTRACT_LANGUAGES,
  { lang: 'JavaScript', label: 'fetch', write: writeFetch },
  { lang: 'TSX', label: 'React Query', write: writeReact },
];

/**
 * Writes complete calls of an operation in all languages of the site.
 *
 * @param baseUrl base URL of the API. Default: the mock's.
 */
export function siteSamples(contract: Contract, operation: Operation, baseUrl = findMockUrl(contract)): CodeSample[] {
  return codeSamples(contract, operation, baseUrl, SAMPLE_LANGUAGES);
}

function writeFetch(operation: Operation, request: RequestExample, baseUrl: string): string {
  const { method } = operation;
  const body = writeLiteral(request.body, JAVASCRIPT, '  body: JSON.stringify(');
  const kind = resultKind(operation);
  return `const response = await fetch(${writeLiteral(baseUrl + requestTarget(operation, request), JAVASCRIPT)}, {
${method === 'get' ? '' : `  method: '${method.toUpperCase()}',\n`}  headers: ${writeLiteral(requestHeaders(operation, request), JAVASCRIPT, '  headers: ')},
${request.body === undefined ? '' : `  body: JSON.stringify(${body}),\n`}});
if (!response.ok) throw new Error((await response.json()).message);
${kind ? `console.log(await response.${kind}());\n` : ''}`;
}

function writeReact(operation: Operation, example: RequestExample, baseUrl: string): string {
  return writeReactQuery(operation, mergeRequest(example), writeClient(baseUrl));
}
