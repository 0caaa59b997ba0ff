import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listItems } from '../generated/fixture/operations.ts';
import { createClient, createTokenSource } from '../src/index.ts';
import { withServer } from './test-server.ts';

const page = '{"items":[],"cursor":""}';

/** Runs a service that accepts the tokens from this number on: `t1`, `t2` and so on. */
async function withTokens(use: (baseUrl: string, accept: (number: number) => void) => Promise<void>): Promise<void> {
  let valid = 1;
  await withServer(
    (request, response) => {
      const isValid = request.headers.authorization === `Bearer t${valid}`;
      response.writeHead(isValid ? 200 : 401, { 'content-type': 'application/json' }).end(isValid ? page : '{}');
    },
    (baseUrl) =>
      use(baseUrl, (number) => {
        valid = number;
      }),
  );
}

describe('a token source', () => {
  it('renews the token once for 100 calls that are rejected at the same time', async () => {
    await withTokens(async (baseUrl, accept) => {
      let renewals = 0;
      const token = createTokenSource(async () => {
        renewals += 1;
        const renewed = `t${renewals}`;
        await nextTurn();
        return renewed;
      });
      const client = createClient({ baseUrl, token });
      await Promise.all(Array.from({ length: 100 }, () => listItems(client, {})));
      expect(renewals).toBe(1);
      accept(2);
      await Promise.all(Array.from({ length: 100 }, () => listItems(client, {})));
      expect(renewals).toBe(2);
    });
  });

  it('does not renew the token again for a call that was rejected before the last renewal', async () => {
    let renewals = 0;
    const token = createTokenSource(() => {
      renewals += 1;
      return `t${renewals}`;
    });
    expect(await token(undefined)).toBe('t1');
    expect(await Promise.all([token('t1'), token('t1')])).toEqual(['t2', 't2']);
    expect(await token('t1')).toBe('t2');
    expect(renewals).toBe(2);
  });

  it('starts another renewal after a failed one', async () => {
    const results = [Promise.reject(new Error('no vault')), Promise.resolve('t1')];
    results[0]?.catch(() => undefined);
    const token = createTokenSource(() => results.shift() as Promise<string>);
    await expect(Promise.all([token(undefined), token(undefined)])).rejects.toThrow('no vault');
    expect(await token(undefined)).toBe('t1');
  });

  it('ends a renewal at its timeout, and starts another one for the next call', async () => {
    const signals: AbortSignal[] = [];
    const token = createTokenSource(
      (signal) => {
        signals.push(signal);
        return signals.length === 1 ? new Promise<string>(() => undefined) : 't1';
      },
      { timeout: 30 },
    );
    await expect(token(undefined)).rejects.toThrow('createTokenSource: the token was not renewed within 30 ms');
    expect(signals[0]?.aborted).toBe(true);
    expect(await token(undefined)).toBe('t1');
  });

  it('lets a call end by its own signal, and the renewal continue for the others', async () => {
    await withTokens(async (baseUrl) => {
      let finish: (token: string) => void = () => undefined;
      const token = createTokenSource(
        () =>
          new Promise<string>((resolve) => {
            finish = resolve;
          }),
      );
      const client = createClient({ baseUrl, token });
      const controller = new AbortController();
      const reason = new Error('aborted by the test');
      const aborted = listItems(client, {}, { signal: controller.signal });
      const other = listItems(client, {});
      await Promise.resolve();
      controller.abort(reason);
      await expect(aborted).rejects.toBe(reason);
      finish('t1');
      expect(await other).toMatchObject({ items: [] });
    });
  });

  it.each([Number.NaN, 0, -1])('rejects the timeout %d', (timeout) => {
    expect(() => createTokenSource(() => 't', { timeout })).toThrow(TypeError);
  });
});
