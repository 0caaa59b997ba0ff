import { createMock, ListenError, SettingError } from '@aispm/mock';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BASE, expectDelay, expectError, listExamples, ORIGIN, paths, send, TOKEN } from './support.ts';

describe('preferences as query parameters', () => {
  it('select the status and the example, and are not parameters of the API', async () => {
    const body = await expectError(await send(`${paths.rules}?__code=401&__example=expired_token`), 401);
    expect(body).toEqual(listExamples(paths.rules, 'get', '401').expired_token);
  });

  it('override the header', async () => {
    await expectError(await send(`${paths.rules}?__code=403`, { headers: { prefer: 'code=500' } }), 403);
  });

  it('generate a body that depends on the seed', async () => {
    const get = async (seed: string) => (await send(`${paths.agents}?__dynamic=true&__seed=${seed}`)).text();
    expect(await get('one')).toBe(await get('one'));
    expect(await get('one')).not.toBe(await get('two'));
  });

  it('delay the response', async () => {
    await expectDelay((signal) => send(`${paths.rules}?__wait=20000`, { signal }));
  });

  it('replace the token', async () => {
    const get = (query: string) => fetchPlain(`${paths.rules}?${query}`);
    expect((await get('__token=t')).status).toBe(200);
    await expectError(await get('page_size=1'), 401);
  });

  it.each([
    ['__code=abc', '__code', 'an HTTP status'],
    ['__code=418', '__code', '200, 400, 401'],
    ['__example=nope', '__example', Object.keys(listExamples(paths.rules, 'get', '200')).join(', ')],
    ['__dynamic=maybe', '__dynamic', 'true or false'],
    ['__wait=soon', '__wait', '0 to 30000'],
    ['__cod=404', '__cod', '__code, __example, __dynamic, __seed, __wait, __chaos, __token'],
  ])('that cannot be satisfied result in 400 with the valid values: %s', async (query, name, expected) => {
    const body = await expectError(await send(`${paths.rules}?${query}`), 400);
    expect(Object.keys(body.details ?? {})).toEqual([`query/${name}`]);
    expect(body.message).toContain(expected);
  });
});

const fetchPlain = async (path: string) => (await createMock()).fetch(`${BASE}${path}`);

describe('a base URL', () => {
  it.each([
    ['/v9/', '/v9'],
    ['http://elsewhere.test:81/deep/v9', '/deep/v9'],
    ['/', ''],
  ])('replaces the base path of the contract: %s', async (baseUrl, path) => {
    const mock = await createMock({ baseUrl });
    expect(mock.basePath).toBe(path);
    expect((await mock.fetch(`${ORIGIN}${path}${paths.rules}`, { headers: TOKEN })).status).toBe(200);
    await expectError(await mock.fetch(`${BASE}${paths.rules}`, { headers: TOKEN }), 404);
  });

  it.each(['v9', '', 'ftp://x/', '/v1?x=1', '/v1#x'])(
    'that is neither a URL nor a path is rejected: %j',
    async (baseUrl) => {
      await expect(createMock({ baseUrl })).rejects.toThrow(SettingError);
    },
  );
});

describe('a delay', () => {
  it('precedes each response', async () => {
    const delayed = await createMock({ delayMs: 20_000 });
    await expectDelay((signal) => delayed.fetch(`${BASE}${paths.rules}`, { headers: TOKEN, signal }));
  });

  it('does not precede health checks and responses to requests that prefer no delay', async () => {
    const delayed = await createMock({ delayMs: 30_000 });
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const get = (path: string, headers = {}) =>
      delayed.fetch(path, { headers: { ...TOKEN, ...headers }, signal: abort.signal }).then(() => path);
    // It starts first and would end first if the others were delayed.
    const first = get(`${BASE}${paths.rules}`).catch(() => 'aborted');
    expect(await Promise.race([first, get(`${ORIGIN}/healthz`)])).toBe(`${ORIGIN}/healthz`);
    expect(await Promise.race([first, get(`${BASE}${paths.agents}`, { prefer: 'wait=0' })])).toBe(
      `${BASE}${paths.agents}`,
    );
  });

  it.each([-1, 1.5, 30_001, Number.NaN])('of %d ms is rejected', async (delayMs) => {
    await expect(createMock({ delayMs })).rejects.toThrow(SettingError);
  });
});

describe('a seed', () => {
  it('results in the same body after every start', async () => {
    const generate = async (seed: string) => {
      const mock = await createMock({ dynamic: true, seed });
      return (await mock.fetch(`${BASE}${paths.agents}`, { headers: TOKEN })).text();
    };
    expect(await generate('one')).toBe(await generate('one'));
    expect(await generate('one')).not.toBe(await generate('two'));
  });
});

describe('options of programs without types', () => {
  it.each<[object, string]>([
    [{ colour: 5 }, 'There is no option colour. Use one of baseUrl, '],
    [{ state_full: true }, 'There is no option state_full. Did you mean stateful?'],
    [{ stateful: 'no' }, 'The option stateful must be true or false; got "no".'],
    [{ rows: '5' }, 'The option rows must be a number; got "5".'],
    [{ seed: 5 }, 'The option seed must be a string or a function; got 5.'],
    [{ chaos: { error: 0.2 } }, 'The option chaos must be a string or an array; got an object.'],
    [{ tokens: null }, 'The option tokens must be an object; got null.'],
    [{ control: 'secret' }, 'The option control must be true or false or an object; got "secret".'],
  ])('are rejected if they have another type: %j', async (options, message) => {
    const error: unknown = await createMock(options).catch((reason) => reason);
    expect(error).toBeInstanceOf(SettingError);
    expect((error as Error).message).toContain(message);
  });

  it.each([5, null, 'large', [], new URL('file:///x')])(
    'are rejected if they are not an object: %s',
    async (options) => {
      await expect(createMock(options as never)).rejects.toThrow(SettingError);
    },
  );

  it('name the value of a class that is not accepted', async () => {
    const contract = new URL('file:///x');
    await expect(createMock({ contract } as never)).rejects.toThrow('must be a string or an object; got a URL.');
  });

  it('of a server are rejected if they are unknown or out of range', async () => {
    const mock = await createMock();
    await expect(mock.listen({ prt: 1 } as never)).rejects.toThrow('There is no option prt. Did you mean port?');
    for (const port of [70_000, -1, 1.5]) await expect(mock.listen({ port })).rejects.toThrow(ListenError);
  });

  it('of a request are rejected if it has no method or URL', async () => {
    const { handle } = await createMock();
    for (const request of [undefined, null, {}, { method: 'GET' }])
      await expect(handle(request as never)).rejects.toThrow(SettingError);
  });

  it('suggest the operation that is meant', async () => {
    const mock = await createMock();
    expect(() => mock.override('listAgent' as never, { status: 429 } as never)).toThrow('Did you mean listAgents?');
  });

  it('may be undefined to use the default', async () => {
    const names = ['contract', 'baseUrl', 'dynamic', 'scenario', 'rows', 'now', 'seed', 'delayMs', 'chaos', 'tokens'];
    const others = ['stateful', 'stateFile', 'control'];
    const mock = await createMock(Object.fromEntries([...names, ...others].map((name) => [name, undefined])));
    expect((await mock.fetch(`${BASE}${paths.rules}`, { headers: TOKEN })).status).toBe(200);
  });
});
