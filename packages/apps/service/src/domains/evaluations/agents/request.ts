/** Builds the requests that send prompts to an agent, as `request` in the settings defines them. */
import { isJsonObject } from '@aispm/openapi';
import type { AgentRequest } from '@aispm/types';
import { InvalidConfigError } from '../core/settings.ts';
import { isOwnHeader } from './request-headers.ts';

/** One message of a conversation with an agent. */
export interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** Maximum size of a template as JSON, in characters. */
const MAX_TEMPLATE_LENGTH = 16_384;

const MESSAGES = '{messages}';
const PROMPT = '{prompt}';

/**
 * Checks what the contract's schema can't express.
 *
 * @throws {InvalidConfigError} with the property, the violation and the remedy
 */
export function checkAgentRequest({ headers = {}, body, model, stream }: AgentRequest): void {
  const own = Object.keys(headers).find(isOwnHeader);
  if (own !== undefined) {
    throw new InvalidConfigError(
      `request.headers contains ${JSON.stringify(own)}, which the service sets itself; remove it.`,
    );
  }
  if (body === undefined) return;
  if (model !== undefined || stream !== undefined) {
    const name = model !== undefined ? 'model' : 'stream';
    throw new InvalidConfigError(`request.${name} has no effect when request.body is set; write it into the body.`);
  }
  if (JSON.stringify(body).length > MAX_TEMPLATE_LENGTH) {
    throw new InvalidConfigError(`request.body must have at most ${MAX_TEMPLATE_LENGTH} characters as JSON.`);
  }
  const count = countPlaceholders(body);
  if (count !== 1) {
    throw new InvalidConfigError(
      `request.body has ${count} placeholders; write ${MESSAGES} as a separate string, or ${PROMPT} within a string, exactly once.`,
    );
  }
}

/** Returns the body of a request. */
export function createBody(
  { api = 'chat_completions', model, stream = false, body }: AgentRequest,
  messages: readonly ChatMessage[],
): unknown {
  if (body !== undefined) return fillTemplate(body, messages);
  const conversation = api === 'responses_api' ? { input: messages } : { messages };
  return { ...(model !== undefined && { model }), ...conversation, stream };
}

function fillTemplate(node: unknown, messages: readonly ChatMessage[]): unknown {
  if (node === MESSAGES) return messages;
  // A function, so `$&` in a prompt isn't expanded.
  if (typeof node === 'string') return node.replace(PROMPT, () => messages.at(-1)?.content ?? '');
  if (Array.isArray(node)) return node.map((item) => fillTemplate(item, messages));
  if (!isJsonObject(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([name, property]) => [name, fillTemplate(property, messages)]));
}

function countPlaceholders(node: unknown): number {
  if (node === MESSAGES) return 1;
  if (typeof node === 'string') return node.split(PROMPT).length - 1;
  if (typeof node !== 'object' || node === null) return 0;
  return Object.values(node).reduce<number>((count, property) => count + countPlaceholders(property), 0);
}
