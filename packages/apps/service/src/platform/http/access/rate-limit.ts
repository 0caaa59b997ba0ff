/** Limits how many requests an API key may send, with @fastify/rate-limit, and describes quotas in headers. */
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/errors.ts';

export const WINDOW_SECONDS = 60;
/** The largest integer in a structured field (RFC 9651), used for no limit. Parsers discard a header with a larger one. */
export const NO_LIMIT = 999_999_999_999_999;
/** Maximum number of counted keys. Beyond it, the least recently used counter is discarded. */
const MAX_KEYS = 100_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** The group of requests that this one is counted with. */
    rateLimitKey: string;
  }
}

/** The remaining part of a quota. */
export interface Quota {
  limit: number;
  remaining: number;
  /** Time until the window ends. */
  seconds: number;
}

/** Describes a quota in response headers, which follow a newer IETF draft than the plugin's. */
export function describeQuota(reply: FastifyReply, name: string, { limit, remaining, seconds }: Quota): void {
  reply.headers({
    ratelimit: `"${name}";r=${remaining};t=${seconds}`,
    'ratelimit-policy': `"${name}";q=${limit};w=${WINDOW_SECONDS}`,
  });
}

/** Returns the 429 for an exhausted quota. @param whose such as `of this API key` */
export function quotaExceeded(whose: string, seconds: number): ApiError {
  const message = `The quota ${whose} is used up. Send the next request in ${seconds} s.`;
  return new ApiError(429, 'rate_limit_exceeded', message, {}, { 'retry-after': String(seconds) });
}

/** Counts a request. @throws {ApiError} 429 if the quota is exhausted */
export type CountRequest = (
  request: FastifyRequest,
  reply: FastifyReply,
  counted: { key: string; whose: string },
) => Promise<void>;

/**
 * Adds rate limits to a server, with the counters of the plugin.
 *
 * @param limit requests per key and minute; 0 for no limit
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
