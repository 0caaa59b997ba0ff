/** Verification of webhooks, against the reference library of the specification. */
import { bundle } from '@aispm/testing/bundle';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { eventKinds } from '../src/generated/events.ts';
import { verifyWebhook, type WebhookErrorReason, type WebhookHeaders } from '../src/webhooks.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const NOW = new Date('2026-11-18T09:30:00Z');
const EVENT = {
  type: 'object.appeared',
  timestamp: '2026-11-18T09:29:59Z',
  data: { object_id: 'o1', object_type: 'agent', object_name: 'Zoll ☂ Desk' },
};

/** Signs a payload as the service does. */
function sign(payload: string, secrets: readonly string[] = [SECRET], sentAt = NOW) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign('evt_1', sentAt, payload));
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

const PAYLOAD = JSON.stringify(EVENT);
const SIGNED = sign(PAYLOAD);

const rejection = (reason: WebhookErrorReason) => expect.objectContaining({ name: 'WebhookError', reason });

describe('verifyWebhook', () => {
  it.each<[string, string | Uint8Array, WebhookHeaders]>([
    ['text, with plain headers', PAYLOAD, SIGNED],
    ['text, with the headers of fetch', PAYLOAD, new Headers(SIGNED)],
    ['bytes, with names in other cases', new TextEncoder().encode(PAYLOAD), toUpperCase(SIGNED)],
    ['a slice of a buffer', Buffer.from(`xx${PAYLOAD}`).subarray(2), SIGNED],
  ])('accepts what the reference library has signed: %s', async (_, payload, headers) => {
    expect(await verifyWebhook(payload, headers, SECRET, { now: NOW })).toEqual({ ...EVENT, id: 'evt_1' });
  });

  it('accepts the vector of the specification', async () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const now = new Date(1_614_265_330_000);
    // Its payload is no event, which is only found out after the signature was verified.
    await expect(verifyWebhook('{"test": 2432232314}', headers, SECRET, { now })).rejects.toEqual(
      rejection('invalid_payload'),
    );
  });

  it('accepts any secret of several, and any signature of several', async () => {
    const both = sign(PAYLOAD, [OTHER_SECRET, SECRET]);
    const foreign = { ...SIGNED, 'webhook-signature': `v1a,AAAA v1,%% ${SIGNED['webhook-signature']}` };
    for (const [headers, secrets] of [
      [SIGNED, [OTHER_SECRET, SECRET]],
      [both, [SECRET]],
      [both, [OTHER_SECRET]],
      [foreign, [SECRET]],
    ] as const) {
      expect(await verifyWebhook(PAYLOAD, headers, secrets, { now: NOW })).toHaveProperty('id', 'evt_1');
    }
  });

  it('rejects another secret, another body, another identifier and another time', async () => {
    const changed: [string, WebhookHeaders, string][] = [
      [PAYLOAD, SIGNED, OTHER_SECRET],
      [PAYLOAD.replace('agent', 'model'), SIGNED, SECRET],
      [`${PAYLOAD} `, SIGNED, SECRET],
      [PAYLOAD, { ...SIGNED, 'webhook-id': 'evt_2' }, SECRET],
      [PAYLOAD, { ...SIGNED, 'webhook-timestamp': String(Number(SIGNED['webhook-timestamp']) + 1) }, SECRET],
      [PAYLOAD, { ...SIGNED, 'webhook-signature': SIGNED['webhook-signature'].replace('v1,', 'v2,') }, SECRET],
      [PAYLOAD, { ...SIGNED, 'webhook-signature': SIGNED['webhook-signature'].slice(0, -8) }, SECRET],
    ];
    for (const [payload, headers, secret] of changed) {
      await expect(verifyWebhook(payload, headers, secret, { now: NOW })).rejects.toEqual(rejection('wrong_signature'));
    }
  });

  it('compares no more than ten signatures', async () => {
    const many = `${'v1,AAAA '.repeat(10)}${SIGNED['webhook-signature']}`;
    await expect(
      verifyWebhook(PAYLOAD, { ...SIGNED, 'webhook-signature': many }, SECRET, { now: NOW }),
    ).rejects.toEqual(rejection('wrong_signature'));
  });

  it.each(Object.keys(SIGNED))('reports that the header %s is missing', async (name) => {
    for (const value of [undefined, '']) {
      const headers = { ...SIGNED, [name]: value };
      const message = `The header ${name} is missing. Only the service sends it.`;
      await expect(verifyWebhook(PAYLOAD, headers, SECRET, { now: NOW })).rejects.toEqual(
        expect.objectContaining({ reason: 'missing_header', message }),
      );
    }
  });

  it.each<[number, number | undefined, WebhookErrorReason | undefined]>([
    [300, undefined, undefined],
    [301, undefined, 'old_timestamp'],
    [-300, undefined, undefined],
    [-301, undefined, 'future_timestamp'],
    [10, 10, undefined],
    [11, 10, 'old_timestamp'],
  ])('judges a request from %i seconds ago with a tolerance of %s', async (age, tolerance, reason) => {
    const now = new Date(NOW.getTime() + age * 1000);
    const verified = verifyWebhook(PAYLOAD, SIGNED, SECRET, { now, ...(tolerance !== undefined && { tolerance }) });
    if (reason === undefined) expect(await verified).toHaveProperty('type');
    else await expect(verified).rejects.toEqual(rejection(reason));
  });

  it.each(['soon', '-1', '1e9', '1.5', ' 1', 'Infinity'])('rejects the timestamp %s', async (timestamp) => {
    const headers = { ...SIGNED, 'webhook-timestamp': timestamp };
    await expect(verifyWebhook(PAYLOAD, headers, SECRET, { now: NOW })).rejects.toEqual(rejection('invalid_header'));
  });

  it('rejects a body that was parsed already', async () => {
    const parsed = EVENT as unknown as string;
    await expect(verifyWebhook(parsed, SIGNED, SECRET, { now: NOW })).rejects.toEqual(rejection('parsed_body'));
    await expect(verifyWebhook(undefined as never, SIGNED, SECRET)).rejects.toEqual(rejection('parsed_body'));
  });

  it.each(['', 'whsec_', 'whsec_%%', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', undefined as never])(
    'rejects the secret %s without repeating it',
    async (secret) => {
      const error = await verifyWebhook(PAYLOAD, SIGNED, secret, { now: NOW }).catch((thrown: unknown) => thrown);
      expect(error).toEqual(rejection('invalid_secret'));
      if (secret) expect((error as Error).message).not.toContain(secret.replace('whsec_', '') || 'nothing');
    },
  );

  it('rejects an empty list of secrets', async () => {
    await expect(verifyWebhook(PAYLOAD, SIGNED, [], { now: NOW })).rejects.toEqual(rejection('invalid_secret'));
  });

  it.each(['', 'null', '[]', '{', '{"type":"x"}', '{"type":1,"timestamp":"","data":{}}', '"text"'])(
    'rejects the signed payload %s',
    async (payload) => {
      await expect(verifyWebhook(payload, sign(payload), SECRET, { now: NOW })).rejects.toEqual(
        rejection('invalid_payload'),
      );
    },
  );

  it('rejects signed bytes that are not UTF-8', async () => {
    const payload = Buffer.from([0x22, 0xff, 0x22]);
    const key = await crypto.subtle.importKey(
      'raw',
      Buffer.from(SECRET.slice(6), 'base64'),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    );
    const signed = Buffer.concat([Buffer.from(`evt_1.${SIGNED['webhook-timestamp']}.`), payload]);
    const signature = Buffer.from(await crypto.subtle.sign('HMAC', key, signed)).toString('base64');
    const headers = { ...SIGNED, 'webhook-signature': `v1,${signature}` };
    await expect(verifyWebhook(payload, headers, SECRET, { now: NOW })).rejects.toEqual(rejection('invalid_payload'));
  });

  it('returns an event of a later version as unknown, with its kind', async () => {
    const payload = JSON.stringify({ ...EVENT, type: 'object.renamed' });
    expect(await verifyWebhook(payload, sign(payload), SECRET, { now: NOW })).toEqual({
      id: 'evt_1',
      type: 'unknown',
      kind: 'object.renamed',
      timestamp: EVENT.timestamp,
      data: EVENT.data,
    });
  });

  it.each(eventKinds)('returns the event %s with its type', async (type) => {
    const payload = JSON.stringify({ ...EVENT, type });
    expect(await verifyWebhook(payload, sign(payload), SECRET, { now: NOW })).toHaveProperty('type', type);
  });

  it('adds up to 1,700 bytes to a program (minified, gzip)', async () => {
    const { gzipSync } = await import('node:zlib');
    const code = await bundle(`export { verifyWebhook } from '@aispm/client/webhooks';`, import.meta.dirname);
    expect(gzipSync(code).length).toBeLessThanOrEqual(1_700);
  });
});

function toUpperCase(headers: Record<string, string>) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
}
