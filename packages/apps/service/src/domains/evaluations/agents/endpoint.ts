/** Calls agents, with the chat completions API or the Responses API. */
import type { AgentResponse } from '@aispm/evaluations';
import { toStorableText } from '@aispm/openapi';
import type { AgentRequest } from '@aispm/types';
import type { SentCredential } from './credentials.ts';
import { hideSecret } from './hide-secret.ts';
import { type OutgoingClient, OutgoingError } from './outgoing-client.ts';
import { type ChatMessage, createBody } from './request.ts';
import { createStreamReader, parseDocument } from './response.ts';

export type { ChatMessage } from './request.ts';

/** The HTTP endpoint of an agent, and how it's called. */
export interface AgentEndpoint {
  readonly url: string;
  /** The validated request settings; default: chat completions without a model. */
  readonly request?: AgentRequest;
  /** Sent with each request. Responses and errors never contain its secret. */
  readonly credential?: SentCredential;
}

/** A response with its latency in milliseconds. */
export interface TimedResponse {
  readonly response: AgentResponse;
  readonly latencyMs: number;
}

/**
 * Sends a conversation to an agent and returns its next message. Characters that can't be stored are replaced, because an agent
 * mustn't be able to end its evaluation.
 *
 * @throws {OutgoingError} if the agent doesn't return a usable response
 */
export async function callAgent(
  outgoing: OutgoingClient,
  { url, request = {}, credential }: AgentEndpoint,
  messages: readonly ChatMessage[],
  signal?: AbortSignal,
): Promise<TimedResponse> {
  const stream = createStreamReader();
  const { status, body, latencyMs } = await outgoing(url, createBody(request, messages), {
    headers: createHeaders(request, credential),
    onEvent: stream.add,
    ...(signal !== undefined && { signal }),
  });
  if (status < 200 || status > 299) throw describeStatus(status, credential);
  const { text, toolCalls, ...rest } = body === undefined ? stream.read() : parseDocument(body);
  const clean = (part: string) => toStorableText(credential === undefined ? part : hideSecret(part, credential));
  const calls = toolCalls.map((call) => ({ name: clean(call.name), arguments: clean(call.arguments) }));
  return { response: { ...rest, text: clean(text), toolCalls: calls }, latencyMs };
}

/** Returns the headers of a request in lower case, so a credential replaces a header with the same name. */
function createHeaders({ headers = {} }: AgentRequest, credential: SentCredential | undefined): Record<string, string> {
  const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...Object.fromEntries(names), ...(credential && { [credential.header.toLowerCase()]: credential.value }) };
}

function describeStatus(status: number, credential: SentCredential | undefined): OutgoingError {
  const message = `The agent responded with status ${status}`;
  // These statuses reject a single request; all others mean that the agent is unavailable or rejects our credentials.
  if (status === 400 || status === 413 || status === 422) return new OutgoingError('bad_response', `${message}.`);
  if (status !== 401 && status !== 403) return new OutgoingError('unreachable', `${message}.`);
  return new OutgoingError(
    'unreachable',
    credential === undefined
      ? `${message}: it requires a credential. Select one of the operator's credentials in \`request.credential\` of the settings.`
      : `${message}: it rejects the credential.`,
  );
}
