import type { AgentAnswer } from './evaluation.ts';
import { type Outgoing, OutgoingError } from './outgoing.ts';

/** One message of a conversation with an agent. */
export interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** Where and how to talk to an agent. */
export interface AgentEndpoint {
  /** Address that takes chat completions by POST. */
  readonly url: string;
  /** Headers to send along, such as credentials; never repeated in errors. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Value of `model` in the request; left out when the agent needs none. */
  readonly model?: string;
}

/** An answer, and how long the agent took for it, in ms. */
export interface TimedAnswer {
  readonly answer: AgentAnswer;
  readonly latencyMs: number;
}

/**
 * Sends a conversation to an agent in the form of chat completions, and reads its next message.
 *
 * @throws OutgoingError when no usable answer came
 */
export async function askAgent(
  outgoing: Outgoing,
  endpoint: AgentEndpoint,
  messages: readonly ChatMessage[],
  signal?: AbortSignal,
): Promise<TimedAnswer> {
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
    // Only an agent that was reached, and let us in, can refuse a single request.
    const isRefused = status === 400 || status === 413 || status === 422;
    const failure = isRefused ? 'bad_answer' : 'unreachable';
    throw new OutgoingError(failure, `The agent answers with status ${status}.`);
  }
  return { answer: readAnswer(text), latencyMs };
}

function readAnswer(text: string): AgentAnswer {
  const message = messageOf(parsed(text));
  if (message === undefined)
    throw new OutgoingError('bad_answer', 'The agent does not answer in the form of chat completions.');
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  return {
    text: contentOf(message.content) || contentOf(message.refusal),
    toolCalls: calls.flatMap((call) => {
      const called = isRecord(call) && isRecord(call.function) ? call.function : undefined;
      if (typeof called?.name !== 'string') return [];
      const values = called.arguments;
      return [{ name: called.name, arguments: typeof values === 'string' ? values : JSON.stringify(values ?? {}) }];
    }),
  };
}

function messageOf(document: unknown): Record<string, unknown> | undefined {
  const choice = isRecord(document) && Array.isArray(document.choices) ? document.choices[0] : undefined;
  const message = isRecord(choice) ? choice.message : undefined;
  return isRecord(message) ? message : undefined;
}

/** The text of a message, which is one, or a list of parts. */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
