import {
  listProtocolResponses,
  type ProtocolResponse,
  protocolResponsesOf,
  type Response,
  responseHeaders,
  type StatusResponse,
} from '@aispm/openapi';
import type { Contract, Operation } from './contract.ts';

/** The tag of the guide about errors, in which the reference shows the protocol responses. */
export const ERRORS_TAG = 'Errors and retries';

/** Writes the errors of an operation as a Markdown table, by status. */
export function errorTable({ responses }: Operation): string {
  const rows = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, response]) => toRow({ status, response }));
  return ['| Status | When |', '|---|---|', ...rows].join('\n');
}

/** Writes the protocol responses that any request can return, as a sentence and a Markdown table. */
export function protocolSection(contract: Contract): string {
  return `Any request can also return:\n\n${protocolTable(contract, listProtocolResponses(contract))}`;
}

/** Writes protocol responses as a Markdown table, with their conditions and required headers. */
export function protocolTable(contract: Contract, responses: ProtocolResponse[]): string {
  const rows = responses.map(({ requestHeader, ...response }) => {
    const headers = requiredHeaders(contract, response.response).map((name) => `\`${name}\``);
    const condition = requestHeader === undefined ? 'any request' : `a request with \`${requestHeader}\``;
    return `${toRow(response)} ${condition} | ${headers.join(', ')} |`;
  });
  return ['| Status | When | On | Headers |', '|---|---|---|---|', ...rows].join('\n');
}

/**
 * Lists the protocol responses that an operation can return, with a link to their table.
 *
 * @param url URL of the table
 */
export function protocolSentence(contract: Contract, operation: Operation, url: string): string {
  const statuses = protocolResponsesOf(listProtocolResponses(contract), operation).map(({ status }) => status);
  return `[Any request can also return](${url}) ${statuses.slice(0, -1).join(', ')} or ${statuses.at(-1)}.`;
}

/** Returns the required headers of a response, except for the request identifier, which every response has. */
function requiredHeaders(contract: Contract, response: Response): string[] {
  return Object.entries(responseHeaders(contract, response))
    .filter(([name, { required }]) => required && name !== 'X-Request-Id')
    .map(([name]) => name);
}

/** Writes a row with the status and its meaning. Descriptions of errors start with the name of the status. */
function toRow({ status, response }: StatusResponse): string {
  const [, name = '', meaning = ''] = /^([^.]+)\.\s*([\s\S]*)$/.exec(response.description) ?? [];
  return `| ${status} ${name} | ${joinLines(meaning)} |`;
}

/** Joins the lines of a string. */
export function joinLines(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Returns the first sentence of a string in one line. */
export function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/.exec(joinLines(text))?.[0] ?? joinLines(text);
}
