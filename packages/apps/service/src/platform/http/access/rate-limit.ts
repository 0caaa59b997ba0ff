/** Limits how many requests an API key may send, with @fastify/rate-limit, and describes quotas in headers. */
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/errors.ts';

export const WINDOW_SECONDS = 60;
/** The largest number of a structured field (RFC 9651), which is no limit in a minute. Parsers discard a header with a larger one. */
export const NO_LIMIT = 999_999_999_999_999;
/** Maximum number of counted keys. Beyond it the counter that was not used for the longest time is discarded. */
const MAX_KEYS = 100_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose requests are counted together with this one. */
    rateLimitKey: string;
  }
}

/** What is left of a quota. */
export interface Quota {
  limit: number;
  remaining: number;
  /** Until the window ends. */
  seconds: number;
}

/** Describes a quota in the headers of a response, which follow a later draft of the IETF than those of the plugin. */
export function describeQuota(reply: FastifyReply, name: string, { limit, remaining, seconds }: Quota): void {
  reply.headers({
    ratelimit: `"${name}";r=${remaining};t=${seconds}`,
    'ratelimit-policy': `"${name}";q=${limit};w=${WINDOW_SECONDS}`,
  });
}

/** Returns the 429 for a quota that is used up. @param whose such as `of this API key` */
export function quotaExceeded(whose: string, seconds: number): ApiError {
  const message = `The quota ${whose} is used up. Send the next request in ${seconds} s.`;
  return new ApiError(429, 'rate_limit_exceeded', message, {}, { 'retry-after': String(seconds) });
}

/** Counts a request. @throws {ApiError} 429 when the quota is used up */
export type CountRequest = (
  request: FastifyRequest,
  reply: FastifyReply,
  counted: { key: string; whose: string },
) => Promise<void>;

/**
 * Adds rate limits to a server. The plugin counts.
 *
 * @param limit requests of a key in each minute; 0 for no limit
 */
export async function addRateLimit(server: FastifyInstance, limit: number): Promise<CountRequest> {
  const max = limit === 0 ? NO_LIMIT : limit;
  server.decorateRequest('rateLimitKey', '');
  await server.register(fastifyRateLimit, {
    global: false,
    max,
    timeWindow: WINDOW_SECONDS * 1000,
    cache: MAX_KEYS,
    keyGenerator: ({ rateLimitKey }) => rateLimitKey,
  });
  const count = server.createRateLimit();
  return async (request, reply, { key, whose }) => {
    request.rateLimitKey = key;
    const quota = await count(request);
    if (quota.isAllowed) return;
    const { remaining, ttlInSeconds: seconds, isExceeded } = quota;
    describeQuota(reply, 'default', { limit: max, remaining, seconds });
    if (isExceeded) throw quotaExceeded(whose, seconds);
  };
}
