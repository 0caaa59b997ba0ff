/** Reads the responses of agents: documents and streams of both the chat completions API and the Responses API. */
import type { AgentResponse } from '@aispm/evaluations';
import { isJsonObject } from '@aispm/openapi';
import { OutgoingError } from './outgoing-client.ts';

type ToolCall = AgentResponse['toolCalls'][number];

/** Maximum length of the text of a stream, in characters. */
const MAX_STREAMED_LENGTH = 1_048_576;

/** The finish reason of a chat completion that reached its token limit. */
const CUT = 'length';

/** Collects the events of a stream. */
export interface StreamReader {
  /** Adds the data of an event. @returns whether it was the last one */
  readonly add: (data: string) => boolean;
  /** Returns the response in the events. @throws {OutgoingError} if there's none */
  readonly read: () => AgentResponse;
}

/**
 * Parses a document.
 *
 * @throws {OutgoingError} if it isn't a response
 */
export function parseDocument(text: string): AgentResponse {
  const document = parseJson(text);
  const response = readCompletion(document) ?? readResponse(document);
  if (response === undefined) {
    throw badResponse('The response of the agent is neither a chat completion nor one of the Responses API.');
  }
  return response;
}

/** Creates a reader for one stream. */
export function createStreamReader(): StreamReader {
  const parts: string[] = [];
  const calls = new Map<unknown, ToolCall>();
  let length = 0;
  let isResponse = false;
  let isCut = false;
  let complete: AgentResponse | undefined;
  const append = (part: unknown) => {
    if (typeof part !== 'string') return;
    parts.push(part);
    count(part);
  };
  const count = (part: string) => {
    length += part.length;
    if (length > MAX_STREAMED_LENGTH) throw badResponse('The text of the response is longer than the limit.');
  };
  const appendCall = (key: unknown, called: unknown) => {
    const part = readCallPart(called);
    if (part === undefined) return;
    count(part.name + part.arguments);
    const { name = '', arguments: values = '' } = calls.get(key) ?? {};
    calls.set(key, { name: name + part.name, arguments: values + part.arguments });
  };
  const addChunk = (choice: unknown): boolean => {
    if (!isJsonObject(choice)) return false;
    isResponse = true;
    const { delta, finish_reason } = choice;
    if (isJsonObject(delta)) {
      append(delta.content);
      append(delta.refusal);
      const added = Array.isArray(delta.tool_calls) ? delta.tool_calls : [];
      for (const call of added) if (isJsonObject(call)) appendCall(call.index, call.function);
    }
    isCut ||= finish_reason === CUT;
    return typeof finish_reason === 'string';
  };
  const addResponseEvent = (event: Record<string, unknown>): boolean => {
    switch (event.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        isResponse = true;
        append(event.delta);
        return false;
      case 'response.output_item.done':
        if (isJsonObject(event.item) && event.item.type === 'function_call') appendCall(event.item.id, event.item);
        return false;
      case 'response.completed':
      case 'response.incomplete':
        isResponse = true;
        complete = readResponse(event.response);
        isCut = complete?.isCut ?? false;
        return true;
      default:
        return false;
    }
  };
  return {
    add: (data) => {
      if (data === '[DONE]') return true;
      const event = parseJson(data);
      if (!isJsonObject(event)) return false;
      if (event.type === 'error' || event.type === 'response.failed' || (event.error ?? null) !== null) {
        throw badResponse('The agent reports an error in its stream.');
      }
      return Array.isArray(event.choices) ? addChunk(event.choices[0]) : addResponseEvent(event);
    },
    read: () => {
      if (!isResponse) throw badResponse('The stream of the agent contains no response.');
      const toolCalls = [...calls.values()].filter(({ name }) => name !== '');
      return preferContent(complete, { text: parts.join(''), toolCalls, ...(isCut && { isCut }) });
    },
  };
}

/**
 * Returns the complete response at the end of a stream if it has content; otherwise, the response collected from the preceding
 * events.
 */
function preferContent(complete: AgentResponse | undefined, streamed: AgentResponse): AgentResponse {
  return complete === undefined || (complete.text === '' && complete.toolCalls.length === 0) ? streamed : complete;
}

/** Reads a part of a call; undefined if it isn't one. */
function readCallPart(called: unknown): ToolCall | undefined {
  if (!isJsonObject(called)) return undefined;
  const { name = '', arguments: values = '' } = called;
  return typeof name === 'string' && typeof values === 'string' ? { name, arguments: values } : undefined;
}

/** Reads a chat completion; undefined if the document isn't one. */
function readCompletion(document: unknown): AgentResponse | undefined {
  const choice = isJsonObject(document) && Array.isArray(document.choices) ? document.choices[0] : undefined;
  const message = isJsonObject(choice) ? choice.message : undefined;
  if (!isJsonObject(message)) return undefined;
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  return {
    text: joinContent(message.content) || joinContent(message.refusal),
    toolCalls: calls.flatMap((call) => (isJsonObject(call) ? readCall(call.function) : [])),
    ...(isJsonObject(choice) && choice.finish_reason === CUT && { isCut: true }),
  };
}

/** Reads a document of the Responses API; undefined if it isn't one. */
function readResponse(document: unknown): AgentResponse | undefined {
  if (!isJsonObject(document) || !Array.isArray(document.output)) return undefined;
  if (document.status === 'failed') throw badResponse('The agent reports an error in its response.');
  const items = document.output.filter(isJsonObject);
  return {
    text: items
      .filter(({ type }) => type === 'message')
      .map(({ content }) => joinContent(content))
      .join('\n'),
    toolCalls: items.filter(({ type }) => type === 'function_call').flatMap(readCall),
    ...(isIncomplete(document) && { isCut: true }),
  };
}

/** Returns whether a response of the Responses API reached its token limit. */
function isIncomplete({ incomplete_details: details }: Record<string, unknown>): boolean {
  return isJsonObject(details) && details.reason === 'max_output_tokens';
}

function readCall(called: unknown): ToolCall[] {
  if (!isJsonObject(called) || typeof called.name !== 'string') return [];
  const { name, arguments: values } = called;
  return [{ name, arguments: typeof values === 'string' ? values : JSON.stringify(values ?? {}) }];
}

/** Returns the text of a message whose content is a string or a list of parts. */
function joinContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const strings = content.map((part) => (isJsonObject(part) ? (part.text ?? part.refusal) : undefined));
  return strings.filter((text) => typeof text === 'string').join('');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function badResponse(message: string): OutgoingError {
  return new OutgoingError('bad_response', message);
}
