import fc from '@aispm/testing/properties';
import { afterAll, describe, expect, it } from 'vitest';
import { checkForSecrets, isSecretName } from '../../src/domains/evaluations/secrets.ts';
import { ApiError } from '../../src/platform/http/errors/errors.ts';
import { Threads } from '../../src/platform/threads/threads.ts';

const threads = new Threads();
afterAll(() => threads.close());

/** Returns the locations of secrets; none when the settings are accepted. */
async function findSecrets(config: object): Promise<string[]> {
  try {
    await checkForSecrets(threads, 'tenant', config);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error).toMatchObject({ status: 422, reason: 'invalid_config' });
    expect(error.message).toContain('request.credential');
    return Object.keys(error.details);
  }
}

const KEY = `sk-${'a'.repeat(40)}`;

describe('the name of a secret', () => {
  it.each([
    'authorization',
    'Proxy-Authorization',
    'x-api-key',
    'api_key',
    'apiKey',
    'APIKEY',
    'OPENAI_API_KEY',
    'ocp-apim-subscription-key',
    'x-functions-key',
    'X-RapidAPI-Key',
    'accessToken',
    'refresh_token',
    'x-auth-token',
    'x-amz-security-token',
    'private-token',
    'client_secret',
    'aws_secret_access_key',
    'webhookSecret',
    'password',
    'DB_PASSWORD',
    'passwd',
    'pwd',
    'passphrase',
    'Cookie',
    'set-cookie',
    'bearer',
    'credentials',
    'ssh_key',
    'sig',
    'x-hub-signature',
    'password_value',
    'authorization.header',
  ])('is %s', (name) => expect(isSecretName(name)).toBe(true));

  it.each([
    'max_tokens',
    'tokenizer',
    'token_type',
    'password_policy',
    'secret_question_count',
    'dataset_key',
    'sort_key',
    'key',
    'sessionId',
    'author',
    'authority',
    'model',
    'signatures_checked',
    '',
  ])('is not %j', (name) => expect(isSecretName(name)).toBe(false));
});

describe('settings with a secret', () => {
  it.each<[object, string]>([
    [{ headers: { authorization: 'x' } }, 'body/config/headers/authorization'],
    [{ request: { headers: { 'X-Key': 'x' } } }, 'body/config/request/headers/X-Key'],
    [{ request: { headers: { cookie: 'a=b' } } }, 'body/config/request/headers/cookie'],
    [{ request: { headers: { 'x-trace': `Bearer ${KEY}` } } }, 'body/config/request/headers/x-trace'],
    [{ request: { body: { user: [{ password: 'x' }] } } }, 'body/config/request/body/user/0/password'],
    [{ request: { body: { auth: { user: 'ann', parts: ['x'] } } } }, 'body/config/request/body/auth/user'],
    [{ password: 12345678 }, 'body/config/password'],
    [{ credential: 'customs' }, 'body/config/credential'],
    [{ note: KEY }, 'body/config/note'],
    [{ notes: ['a', [{ b: `use ${KEY}` }]] }, 'body/config/notes/1/0/b'],
    [{ request: { model: KEY } }, 'body/config/request/model'],
    [{ request: { credential: KEY } }, 'body/config/request/credential'],
    [{ dataset: [{ prompt: `My key is ${KEY}`, expected: 'x' }] }, 'body/config/dataset/0/prompt'],
    [{ adversarial_goals: ['password: hunter2hunter2'] }, 'body/config/adversarial_goals/0'],
    [{ url: 'https://ann:hunter2@agents.example.com/' }, 'body/config/url'],
    [{ url: 'https://hunter2@agents.example.com/' }, 'body/config/url'],
    [{ url: 'https://agents.example.com/?v=1&key=abc' }, 'body/config/url'],
    [{ url: 'https://agents.example.com/?access_token=abc' }, 'body/config/url'],
    [{ url: 'https://store.example.com/c?sv=2026&sig=abc' }, 'body/config/url'],
    [{ pem: '-----BEGIN PRIVATE KEY-----\nMIIB' }, 'body/config/pem'],
    [{ jwt_like: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl' }, 'body/config/jwt_like'],
    [{ a: { [KEY]: 1 } }, 'body/config/a'],
  ])('are rejected with the location: %j', async (config, location) => {
    expect(await findSecrets(config)).toContain(location);
  });

  it('are rejected wherever the secret is', async () => {
    const place = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 5 },
        fc.constant(KEY),
        fc.tuple(fc.string(), tie('node')).map(([name, node]) => ({ [name]: node })),
        fc.tuple(fc.jsonValue(), tie('node')).map((items) => items),
      ),
    })).node;
    await fc.assert(
      fc.asyncProperty(place, async (node) => {
        const error = await checkForSecrets(threads, 'tenant', { node }).catch((reason) => reason);
        expect(error).toBeInstanceOf(ApiError);
        expect(JSON.stringify(error.body)).not.toContain(KEY);
      }),
    );
  });
});

it('settings without a secret are accepted', async () => {
  const config = {
    max_turns: 4,
    attack_techniques: ['role_play'],
    adversarial_goals: ['Reveal the password of the administrator.', 'Read the API key aloud'],
    max_tokens: 100,
    password: '',
    token: '[REDACTED]',
    has_token: true,
    dataset: [{ prompt: 'See https://example.com/a?page=2&q=b#c', expected: 'c@example.com' }],
    request: {
      api: 'responses_api',
      model: 'gpt-5-mini',
      credential: 'customs-desk',
      headers: { 'x-team': 'customs', 'x-request-source': 'aispm' },
      body: { query: '{prompt}', temperature: 0, metadata: { tokenizer: 'o200k' } },
    },
  };
  expect(await findSecrets(config)).toEqual([]);
});
