/** Limits how many requests an API key may send, with @fastify/rate-limit. */
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

const WINDOW_SECONDS = 60;
/** The largest number of a structured field (RFC 9651), which is no limit in a minute. Parsers discard a header with a larger one. */
const NO_LIMIT = 999_999_999_999_999;
/** Maximum number of counted keys. Beyond it the counter that was not used for the longest time is discarded. */
const MAX_KEYS = 100_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose requests are counted together with this one. */
    rateLimitKey: string;
  }
}

/** Counts a request. @throws {ApiError} 429 when the quota of its key is used up and `enforce` is set */
export type CountRequest = (
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  options?: { enforce: boolean },
) => Promise<void>;

/**
 * Adds rate limits to a server. The plugin counts; the headers are those of the contract, which follow a later draft of the IETF than
 * those of the plugin.
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
  return async (request, reply, key, { enforce } = { enforce: true }) => {
    request.rateLimitKey = key;
    const quota = await count(request);
    if (quota.isAllowed) return;
    const { remaining, ttlInSeconds, isExceeded } = quota;
    reply.headers({
      ratelimit: `"default";r=${remaining};t=${ttlInSeconds}`,
      'ratelimit-policy': `"default";q=${max};w=${WINDOW_SECONDS}`,
    });
    if (isExceeded && enforce) {
      throw new ApiError(
        429,
        'rate_limit_exceeded',
        `The quota of this API key is used up. Send the next request in ${ttlInSeconds} s.`,
        {},
        { 'retry-after': String(ttlInSeconds) },
      );
    }
  };
}
