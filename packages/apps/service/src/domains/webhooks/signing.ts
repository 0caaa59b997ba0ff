/** The secrets of webhooks, and signatures as Standard Webhooks define them. */
import { createHmac, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

/** How secrets start. The rest is the key in Base64. */
const SECRET_PREFIX = 'whsec_';
const KEY_BYTES = 32;
const SALT_BYTES = 32;

/** The columns that determine the secrets of a webhook. */
export interface SigningColumns {
  readonly secret_salt: Uint8Array;
  /** Null if the secret was never rotated. */
  readonly previous_secret_salt: Uint8Array | null;
  readonly previous_secret_expires_at: string | null;
}

/** Returns the salt of a new secret. */
export function createSalt(): Buffer {
  return randomBytes(SALT_BYTES);
}

/**
 * Derives the secret of a webhook.
 *
 * @param key the key of `services.webhookKey`, which requests can't read
 */
export function deriveSecret(key: KeyObject, salt: Uint8Array): string {
  return `${SECRET_PREFIX}${Buffer.from(hkdfSync('sha256', key, salt, 'aispm webhook', KEY_BYTES)).toString('base64')}`;
}

/**
 * Returns the secrets that sign the events of a webhook: the newest one, and until it expires the one before.
 *
 * @param now the current time
 */
export function listSecrets(key: KeyObject, columns: SigningColumns, now: Date): string[] {
  const { secret_salt, previous_secret_salt, previous_secret_expires_at } = columns;
  const hasPrevious =
    previous_secret_salt !== null && previous_secret_expires_at !== null && new Date(previous_secret_expires_at) > now;
  return [secret_salt, ...(hasPrevious ? [previous_secret_salt] : [])].map((salt) => deriveSecret(key, salt));
}

/**
 * Returns the headers of a request with an event.
 *
 * @param secrets of {@link listSecrets}; each has its own signature, so receivers can change over
 * @param id identifies the event: the same for every attempt
 * @param sentAt when this attempt is made
 * @param payload the body exactly as it's sent
 */
export function signPayload(
  secrets: readonly string[],
  id: string,
  sentAt: Date,
  payload: string,
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'));
    return `v1,${hmac.update(`${id}.${timestamp}.${payload}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
