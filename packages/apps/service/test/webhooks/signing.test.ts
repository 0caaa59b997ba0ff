/** The secrets of webhooks and their signatures. The vector is the one of the specification's reference libraries. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSalt, deriveSecret, listSecrets, signPayload } from '../../src/domains/webhooks/signing.ts';

const KEY = createSecretKey(randomBytes(32));
const NOW = new Date('2026-11-18T09:30:00Z');

describe('signPayload', () => {
  it('signs as Standard Webhooks do', () => {
    const headers = signPayload(
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      new Date(1_614_265_330_000),
      '{"test": 2432232314}',
    );
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('signs with each secret', () => {
    const secrets = [deriveSecret(KEY, createSalt()), deriveSecret(KEY, createSalt())];
    const signatures = signPayload(secrets, 'event', NOW, '{}')['webhook-signature']?.split(' ');
    expect(signatures).toEqual(secrets.map((secret) => signPayload([secret], 'event', NOW, '{}')['webhook-signature']));
    expect(new Set(signatures).size).toBe(2);
  });
});

describe('listSecrets', () => {
  const secret_salt = createSalt();
  const previous_secret_salt = createSalt();

  it('contains the previous secret until it expires', () => {
    const columns = { secret_salt, previous_secret_salt, previous_secret_expires_at: '2026-11-18T09:30:00.001Z' };
    const both = [deriveSecret(KEY, secret_salt), deriveSecret(KEY, previous_secret_salt)];
    expect(listSecrets(KEY, columns, NOW)).toEqual(both);
    expect(listSecrets(KEY, { ...columns, previous_secret_expires_at: NOW.toISOString() }, NOW)).toEqual([both[0]]);
  });

  it('contains one secret if there was no rotation', () => {
    const columns = { secret_salt, previous_secret_salt: null, previous_secret_expires_at: null };
    expect(listSecrets(KEY, columns, NOW)).toEqual([deriveSecret(KEY, secret_salt)]);
  });

  it('differs between salts and between keys', () => {
    const secrets = [
      deriveSecret(KEY, secret_salt),
      deriveSecret(KEY, createSalt()),
      deriveSecret(createSecretKey(randomBytes(32)), secret_salt),
    ];
    expect(new Set(secrets).size).toBe(3);
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });
});
