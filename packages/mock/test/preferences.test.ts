import { createMock } from '@aispm/mock';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mockWithKey, smallContract } from './small-contract.ts';
import { expectDelay, expectError, listExamples, paths, post, send } from './support.ts';

const prefer = (value: string) => ({ headers: { prefer: value } });

describe('Prefer: code', () => {
  it('selects the declared response with its first example', async () => {
    const body = await expectError(await send(paths.rule('x'), prefer('code=404')), 404);
    expect(body).toEqual(Object.values(listExamples(paths.rule('x'), 'get', '404'))[0]);
  });

  it('with an undeclared value results in 400 with the declared ones', async () => {
    const { message } = await expectError(await send(paths.rules, prefer('code=418')), 400);
    expect(message).toMatch(/200, 400, 401, 403.*got "418"/);
  });

  it.each(['abc', '99', '600', '', '2xx'])('that is not a status results in 400: %j', async (code) => {
    const body = await expectError(await send(paths.rules, prefer(`code=${code}`)), 400);
    expect(Object.keys(body.details ?? {})).toEqual(['header/Prefer']);
  });

  it('with an error is returned even if the request is invalid', async () => {
    await expectError(await post(paths.agentEvaluations, '{"agent_id":3}', { prefer: 'code=422' }), 422);
    await expectError(await post(paths.agentEvaluations, '{', { prefer: 'code=500' }), 500);
  });

  it('with a success is ignored if the request is invalid', async () => {
    await expectError(await post(paths.agentEvaluations, '{"agent_id":3}', { prefer: 'code=201' }), 400);
  });

  it('finds a response by its range, and creates an error without an example', async () => {
    const small = await mockWithKey(smallContract());
    const response = await small.fetch('http://any/beta/v2/things/1', prefer('code=423'));
    expect([response.status, await response.json()]).toEqual([423, { code: 423, message: 'Not possible.' }]);
  });
});

describe('Prefer: example', () => {
  it('selects the example with that name', async () => {
    const examples = listExamples(paths.rule('x'), 'get', '200');
    const names = Object.keys(examples);
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) {
      expect(await (await send(paths.rule('x'), prefer(`example=${name}`))).json()).toEqual(examples[name]);
    }
  });

  it('can be combined with a code', async () => {
    const body = await expectError(await send(paths.rules, prefer('code=401, example="expired_token"')), 401);
    expect(body).toEqual(listExamples(paths.rules, 'get', '401').expired_token);
  });

  it('with an undeclared value results in 400 with the declared ones', async () => {
    const { message } = await expectError(await send(paths.rules, prefer('code=401;example=nope')), 400);
    expect(message).toContain('missing_token, expired_token');
  });
});

describe('Prefer: dynamic', () => {
  it.each(['dynamic=true', 'dynamic'])('generates records that later requests can read: %s', async (value) => {
    const get = async (preference: string) => (await send(paths.agents, prefer(preference))).text();
    const body = await get(value);
    expect(await get(value)).toBe(body);
    expect(await get('wait=0')).not.toBe(body);
  });

  it('with a seed generates the same body each time, and does not affect later requests', async () => {
    const get = async (value: string) => (await send(paths.agents, prefer(value))).text();
    const seeded = await get('dynamic=true, seed=one');
    const unseeded = await get('dynamic=true');
    expect(await get('dynamic=true, seed=one')).toBe(seeded);
    expect(await get('dynamic=true, seed=two')).not.toBe(seeded);
    expect(await get('dynamic=true')).toBe(unseeded);
    expect(unseeded).not.toBe(seeded);
  });

  it('with a seed is not affected by concurrent requests', async () => {
    const get = async (value: string) => (await send(paths.agents, prefer(value))).text();
    const [alone] = [await get('dynamic=true, seed=one')];
    const together = await Promise.all(
      ['seed=one', 'seed=two', 'seed=one'].map((seed) => get(`dynamic=true, ${seed}`)),
    );
    expect([together[0], together[2]]).toEqual([alone, alone]);
  });

  it('can be the default, which false overrides', async () => {
    const dynamic = await createMock({ dynamic: true });
    const url = `http://any${dynamic.basePath}${paths.agents}`;
    const get = async (headers = {}) =>
      (await dynamic.fetch(url, { headers: { authorization: 'Bearer t', ...headers } })).json();
    const example = Object.values(listExamples(paths.agents, 'get', '200'))[0];
    expect(await get()).not.toEqual(example);
    expect(await get({ prefer: 'dynamic=false' })).toEqual(example);
  });

  it.each([
    ['fails on', { type: 'array', minItems: 1, items: { type: 'integer', not: { not: { const: 1 } } } }, [1]],
    [
      'does not support',
      { type: 'array', minItems: 1, items: { type: 'integer', exclusiveMinimum: 6, exclusiveMaximum: 8 } },
      [7],
    ],
  ])('returns the example if the generator %s the schema', async (_, schema, value) => {
    const contract = smallContract();
    contract.paths['/search'].get.responses[200].content['application/json'] = { schema, examples: { one: { value } } };
    const small = await mockWithKey(contract, { dynamic: true });
    for (let i = 0; i < 5; i++) {
      const response = await small.fetch('http://any/beta/v2/search');
      expect([response.status, await response.json()]).toEqual([200, expect.arrayContaining(value)]);
    }
  });

  it('does not generate errors, whose code would not be the status', async () => {
    const body = await expectError(await send(paths.rule('x'), prefer('code=404, dynamic=true')), 404);
    expect(body).toEqual(Object.values(listExamples(paths.rule('x'), 'get', '404'))[0]);
  });

  it('with anything but true or false results in 400', async () => {
    await expectError(await send(paths.rules, prefer('dynamic=maybe')), 400);
  });
});

describe('Prefer: wait', () => {
  it('delays the response by this many milliseconds', async () => {
    await expectDelay((signal) => send(paths.rules, { ...prefer('wait=20000'), signal }));
    expect((await send(paths.rules, prefer('wait=20'))).status).toBe(200);
  });

  it.each(['soon', '-1', '1.5', '30001', '99999999'])('of %s results in 400', async (wait) => {
    await expectError(await send(paths.rules, prefer(`wait=${wait}`)), 400);
  });

  it('ends immediately when the request is aborted', async () => {
    const end = new AbortController();
    onTestFinished(() => end.abort());
    const wait = (signal: AbortSignal) =>
      send(paths.rules, { ...prefer('wait=20000'), signal }).then(
        () => 'a response',
        ({ name }) => name,
      );
    // It starts first and would end first if the other one waited.
    const first = wait(end.signal);
    expect(await Promise.race([first, wait(AbortSignal.timeout(50))])).toBe('TimeoutError');
  });
});

describe('Prefer', () => {
  it('uses the first of two preferences with the same name, as RFC 7240 requires', async () => {
    await expectError(await send(paths.rules, prefer('code=403, code=500')), 403);
  });

  it('ignores unknown preferences, as RFC 7240 requires', async () => {
    expect((await send(paths.rules, prefer('respond-async, return=minimal; foo="a, code=500"'))).status).toBe(200);
  });
});
