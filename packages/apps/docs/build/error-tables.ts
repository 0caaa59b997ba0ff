import {
  listProtocolResponses,
  type ProtocolResponse,
  protocolResponsesOf,
  type Response,
  responseHeaders,
  type StatusResponse,
} from '@aispm/openapi';
import type { Contract, Operation } from './contract.ts';

/** The tag whose guide is about errors: the reference shows the protocol responses there. */
export const ERRORS_TAG = 'Errors and retries';

/** Writes the errors that an operation declares as a Markdown table, by status. */
export function errorTable({ responses }: Operation): string {
  const rows = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, response]) => toRow({ status, response }));
  return ['| Status | When |', '|---|---|', ...rows].join('\n');
}

/** Writes what any request can return beside the responses of its operation: a sentence and a Markdown table. */
export function protocolSection(contract: Contract): string {
  return `Any request can also return:\n\n${protocolTable(contract, listProtocolResponses(contract))}`;
}

/** Writes protocol responses as a Markdown table: when they occur, on which requests, and the headers that they always have. */
export function protocolTable(contract: Contract, responses: ProtocolResponse[]): string {
  const rows = responses.map(({ requestHeader, ...response }) => {
    const headers = requiredHeaders(contract, response.response).map((name) => `\`${name}\``);
    const condition = requestHeader === undefined ? 'any request' : `a request with \`${requestHeader}\``;
    return `${toRow(response)} ${condition} | ${headers.join(', ')} |`;
  });
  return ['| Status | When | On | Headers |', '|---|---|---|---|', ...rows].join('\n');
}

/**
 * Writes which protocol responses an operation can return, with a link to their table.
 *
 * @param address of the table
 */
export function protocolSentence(contract: Contract, operation: Operation, address: string): string {
  const statuses = protocolResponsesOf(listProtocolResponses(contract), operation).map(({ status }) => status);
  return `[Any request can also return](${address}) ${statuses.slice(0, -1).join(', ')} or ${statuses.at(-1)}.`;
}

/** Returns the headers that a response always has, other than the request identifier, which every response has. */
function requiredHeaders(contract: Contract, response: Response): string[] {
  return Object.entries(responseHeaders(contract, response))
    .filter(([name, { required }]) => required && name !== 'X-Request-Id')
    .map(([name]) => name);
}

/** Writes a row with the status and its meaning. The contract starts descriptions of errors with the name of the status. */
function toRow({ status, response }: StatusResponse): string {
  const [, name = '', meaning = ''] = /^([^.]+)\.\s*([\s\S]*)$/.exec(response.description) ?? [];
  return `| ${status} ${name} | ${joinLines(meaning)} |`;
}

/** Joins the lines of a text. */
export function joinLines(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Returns the first sentence of a text, in one line. */
export function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/.exec(joinLines(text))?.[0] ?? joinLines(text);
}
