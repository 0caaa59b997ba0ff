/** Calls agents with the chat completions API. */
import { toStorableText } from '@aispm/openapi';
import { type OutgoingClient, OutgoingError } from './outgoing-client.ts';
import type { AgentResponse } from './types.ts';

/** One message of a conversation with an agent. */
export interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** The HTTP endpoint of an agent. */
export interface AgentEndpoint {
  /** Accepts chat completions by POST. */
  readonly url: string;
  /** Additional request headers, such as credentials; never repeated in errors. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Value of `model` in the request; omitted when the agent needs none. */
  readonly model?: string;
}

/** A response with its latency in milliseconds. */
export interface TimedResponse {
  readonly response: AgentResponse;
  readonly latencyMs: number;
}

/**
 * Sends a conversation to an agent and returns its next message.
 *
 * @throws {OutgoingError} when the agent returns no usable response
 */
export async function callAgent(
  outgoing: OutgoingClient,
  endpoint: AgentEndpoint,
  messages: readonly ChatMessage[],
  signal?: AbortSignal,
): Promise<TimedResponse> {
  const body = { ...(endpoint.model !== undefined && { model: endpoint.model }), messages, stream: false };
  const {
    status,
    body: text,
    latencyMs,
  } = await outgoing(endpoint.url, body, {
    ...(endpoint.headers !== undefined && { headers: endpoint.headers }),
    ...(signal !== undefined && { signal }),
  });
  if (status < 200 || status > 299) {
    // These statuses reject this one request; all others mean that the agent is unavailable or rejects our credentials.
    const isRequestRejected = status === 400 || status === 413 || status === 422;
    const failure = isRequestRejected ? 'bad_response' : 'unreachable';
    throw new OutgoingError(failure, `The agent responds with status ${status}.`);
  }
  return { response: parseResponse(text), latencyMs };
}

/** Parses a response. What cannot be stored is replaced: an agent must not be able to end its evaluation. */
function parseResponse(text: string): AgentResponse {
  const message = findMessage(parseJson(text));
  if (message === undefined)
    throw new OutgoingError('bad_response', 'The response of the agent is not a chat completion.');
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  return {
    text: toStorableText(joinContent(message.content) || joinContent(message.refusal)),
    toolCalls: calls.flatMap((call) => {
      const called = isRecord(call) && isRecord(call.function) ? call.function : undefined;
      if (typeof called?.name !== 'string') return [];
      const values = called.arguments;
      const text = typeof values === 'string' ? values : JSON.stringify(values ?? {});
      return [{ name: toStorableText(called.name), arguments: toStorableText(text) }];
    }),
  };
}

function findMessage(document: unknown): Record<string, unknown> | undefined {
  const choice = isRecord(document) && Array.isArray(document.choices) ? document.choices[0] : undefined;
  const message = isRecord(choice) ? choice.message : undefined;
  return isRecord(message) ? message : undefined;
}

/** Returns the text of a message whose content is a string or a list of parts. */
function joinContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
