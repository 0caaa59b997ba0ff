/** Finds the caller of a request. */
import { INVALID_TOKEN, MALFORMED_TOKEN, MISSING_TOKEN } from '@aispm/openapi';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator, Caller, InvalidKey } from '../../keys/authenticator.ts';
import { parseKeyId } from '../../keys/key.ts';
import type { Services } from '../../services/services.ts';
import { unauthorized } from './auth.ts';
import { AuthenticationFailures } from './authentication-failures.ts';
import { findClientAddress, toClientNetwork } from './client-address.ts';
import { describeQuota, quotaExceeded } from './rate-limit.ts';

/** The name of the quota in headers. */
const QUOTA = 'invalid-keys';
/**
 * How long the 429 response to an address is delayed, in milliseconds, so each of its connections sends no more than one
 * request in that time.
 */
const REJECTION_DELAY_MS = 1_000;
/** Maximum number of responses that are delayed at the same time. */
const MAX_DELAYED = 1_000;

/**
 * Returns the caller that the `Authorization` header identifies.
 *
 * @throws {ApiError} 401 if there's none; 429 if the address sent too many invalid keys
 */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>;

/**
 * Returns a function that authenticates requests. An address that sent too many invalid keys is rejected before its key is read
 * from the database, except for recently valid keys, because legitimate clients may share the address.
 */
export function createAuthentication(
  authenticator: Authenticator,
  { settings, clock, failures: log }: Pick<Services, 'settings' | 'clock' | 'failures'>,
): Authenticate {
  const failures = new AuthenticationFailures(settings.invalidKeyLimit, clock.now);
  let delayed = 0;
  const reject = async (reply: FastifyReply, network: string) => {
    const quota = failures.read(network);
    if (delayed < MAX_DELAYED) {
      delayed += 1;
      await clock.sleep(REJECTION_DELAY_MS);
      delayed -= 1;
    }
    describeQuota(reply, QUOTA, quota);
    return quotaExceeded('of invalid API keys of this address', quota.seconds);
  };
  return async (request, reply) => {
    const { authorization } = request.headers;
    const remoteAddress = findClientAddress(request);
    const network = toClientNetwork(remoteAddress);
    if (authorization === undefined) {
      describeQuota(reply, QUOTA, failures.read(network));
      throw unauthorized('missing_api_key', MISSING_TOKEN);
    }
    const key = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    const isRejected = failures.read(network).remaining === 0;
    if (isRejected && (key === undefined || !authenticator.hasSeen(key))) {
      log.add({ reason: 'refused', remoteAddress });
      throw await reject(reply, network);
    }
    const found: Caller | InvalidKey = key === undefined ? { invalid: 'malformed' } : await authenticator.find(key);
    if (!('invalid' in found)) return found;
    const { invalid: reason, owner } = found;
    failures.add(network);
    log.add({ reason, remoteAddress, ...(owner && { owner: { keyId: owner.keyId, workspace: owner.default } }) });
    describeQuota(reply, QUOTA, failures.read(network));
    // A key's identifier isn't secret.
    const keyId = key && parseKeyId(key);
    request.log.warn({ remoteAddress, reason, ...(keyId && { keyId }) }, 'authentication failed');
    throw key === undefined
      ? unauthorized('missing_api_key', MALFORMED_TOKEN)
      : unauthorized('invalid_api_key', INVALID_TOKEN);
  };
}
