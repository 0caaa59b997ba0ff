/** Sends requests that `fetch` refuses to send, such as with any header, and checks the responses by the contract. */
import { Agent, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { closeObjects, type Document, formatPointer, isJsonMediaType, listOperations } from '@aispm/openapi';
import { createValidator } from '@aispm/openapi/validate';
import contract from '@aispm/spec/strict.json' with { type: 'json' };
import type { OperationId } from '../../src/platform/contract/contract.ts';
import { TIMEOUT_MS } from '../timeouts.ts';

/** A request to an operation. */
export interface UnexpectedRequest {
  operationId: OperationId;
  method: string;
  /** Below the base path, with the query. */
  path: string;
  /** Names and values; a name may occur more than once. */
  headers: readonly (readonly [name: string, value: string])[];
  body: string | undefined;
  /** The status that the response must have; undefined when several are documented. */
  expectedStatus?: number | undefined;
}

/** What a service has responded. */
export interface Received {
  status: number;
  headers: Record<string, string | undefined>;
  /** The parsed JSON, or the text of another media type; undefined when there's no body. */
  body: unknown;
}

const document = contract as unknown as Document;
const operations = new Map(listOperations(document).map((operation) => [operation.operationId, operation]));
const validator = createValidator(closeObjects(document));

/** Sends a request with the headers as they are. @throws when the service hangs */
function sendUnexpected(baseUrl: string, agent: Agent, { method, path, headers, body }: UnexpectedRequest) {
  return new Promise<Received>((resolve, reject) => {
    const length = body === undefined ? [] : [['Content-Length', String(Buffer.byteLength(body))]];
    const { host } = new URL(baseUrl);
    const sent = request(`${baseUrl}${path}`, {
      method,
      agent,
      headers: [['Host', host], ...headers, ...length].flat() as unknown as Record<string, string>,
      timeout: TIMEOUT_MS,
    });
    sent.on('timeout', () => sent.destroy(new Error(`No response within ${TIMEOUT_MS} ms.`)));
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, headers: received } = response;
        const bytes = Buffer.concat(chunks);
        const isCompressed = received['content-encoding'] === 'gzip' && bytes.length > 0;
        const text = (isCompressed ? gunzipSync(bytes) : bytes).toString();
        resolve({
          status: statusCode,
          headers: Object.fromEntries(Object.entries(received).map(([name, value]) => [name, value?.toString()])),
          body: parseBody(text, received['content-type']),
        });
      });
    });
    sent.end(body);
  });
}

function parseBody(text: string, mediaType = ''): unknown {
  if (text === '') return undefined;
  return isJsonMediaType(mediaType) ? JSON.parse(text) : text;
}

/** Returns what is wrong with a response: a failure of the service, or a response that the contract doesn't describe. */
function describeProblem(
  { operationId, expectedStatus = 0 }: UnexpectedRequest,
  received: Received,
): string | undefined {
  const operation = operations.get(operationId);
  if (!operation) throw new Error(`The contract has no operation ${operationId}.`);
  if (received.status >= 500) return `${received.status} ${JSON.stringify(received.body)}`;
  if (expectedStatus !== 0 && received.status !== expectedStatus)
    return `${received.status} instead of ${expectedStatus}`;
  const [violation] = validator.validateResponse(operation, received);
  return violation && `${received.status}: ${formatPointer(violation.location)} ${violation.message}`;
}

/** Describes a request as text with which it can be repeated. */
function describeRequest({ method, path, headers, body }: UnexpectedRequest): string {
  const shown = headers.filter(([name]) => name !== 'Authorization');
  return `${method} ${path} ${JSON.stringify(shown)} ${body === undefined ? '' : body.slice(0, 500)}`;
}

/** Sends requests, several at the same time. @returns the problems, with their requests */
export async function findProblems(
  baseUrl: string,
  requests: Iterable<UnexpectedRequest>,
  onReceived: (received: Received, request: UnexpectedRequest) => void = () => {},
): Promise<string[]> {
  const agent = new Agent({ keepAlive: true });
  const next = requests[Symbol.iterator]();
  const problems: string[] = [];
  const work = async () => {
    for (let item = next.next(); !item.done; item = next.next()) {
      const received = await sendUnexpected(baseUrl, agent, item.value).catch((error: Error) => error);
      if (!(received instanceof Error)) onReceived(received, item.value);
      const problem = received instanceof Error ? received.message : describeProblem(item.value, received);
      if (problem !== undefined) problems.push(`${describeRequest(item.value)} → ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  agent.destroy();
  return problems;
}
