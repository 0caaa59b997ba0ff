/** Reports about servers that don't conform, and servers without data. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cell } from '../src/session/results.ts';
import { SCOPE } from './exchange.ts';
import { quickArguments, run, useEmptyEnvironment, useFolder } from './run-command.ts';
import { type Server, startServer } from './server.ts';

useEmptyEnvironment();

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const folder = useFolder();

describe('the command, for a server that does not conform,', () => {
  let broken: Server;
  beforeAll(async () => {
    broken = await startServer({
      interceptor: async (request, forward) => {
        const response = structuredClone(await forward(request));
        if (request.path === `/rules${SCOPE}`) delete response.body.items[0].rule_name;
        return response;
      },
    });
  });
  afterAll(() => broken.close());
  const args = () => quickArguments(server.url).map((argument) => (argument === server.url ? broken.url : argument));

  it('prints each violation with its operation, location, expected and received value, and returns 1', async () => {
    const { code, out, err } = await run(args());
    expect(out).toContain(
      'listRules: status, headers and body are as documented (response)\n  Return what the contract documents',
    );
    expect(out).toMatch(
      /at {8}body \/items\/0\/rule_name\n +expected {2}present\n +got {7}missing\n +id {8}conformance-/,
    );
    expect(out).toMatch(/does not conform/);
    expect([code, err]).toEqual([1, '']);
  });

  it('writes the failure to the JUnit report', async () => {
    const file = join(folder, 'broken.xml');
    await run([...args(), '--junit', file]);
    expect(readFileSync(file, 'utf8')).toContain(
      '<failure message="body /items/0/rule_name: expected present, got missing">',
    );
    expect(readFileSync(file, 'utf8')).toContain('Return what the contract documents');
  });

  it('contains a violation of several rows once', () => {
    const cell = new Cell('listRules', 'response');
    for (const index of [0, 1, 2]) {
      const violation = {
        part: 'body' as const,
        pointer: `/items/${index}/rule_name`,
        expected: 'present',
        got: 'missing',
      };
      cell.assert(false, () => ({ ...violation, request: `GET /rules?page=${index}`, requestId: `${index}` }));
    }
    expect(cell.violations).toHaveLength(1);
    expect(cell.violationCount).toBe(3);
  });

  it('accepts a known difference', async () => {
    const file = join(folder, 'known.json');
    writeFileSync(file, JSON.stringify([{ check: 'response', operations: ['listRules'], reason: 'Until Monday.' }]));
    const { code, out } = await run([...args(), '--known', file]);
    expect(out).toContain('Until Monday.');
    expect(code).toBe(0);
  });

  it('accepts a known difference of all operations, unless it occurs nowhere', async () => {
    const file = join(folder, 'all.json');
    writeFileSync(file, JSON.stringify([{ check: 'response', reason: 'Until Monday.' }]));
    const accepted = await run([...args(), '--known', file]);
    expect(accepted.out).toContain('Until Monday.');
    expect(accepted.code).toBe(0);
    const stale = await run([...quickArguments(server.url), '--known', file]);
    expect(stale.out).toContain('Known difference no longer occurs: * response.');
    expect(stale.code).toBe(1);
  });

  it('fails when a known difference no longer occurs', async () => {
    const file = join(folder, 'stale.json');
    writeFileSync(
      file,
      JSON.stringify([{ check: 'response', operations: ['listRules', 'getRule'], reason: 'Until Monday.' }]),
    );
    const { code, out } = await run([...args(), '--known', file]);
    expect(out).toContain('Known difference no longer occurs: getRule response.');
    expect(code).toBe(1);
  });
});

describe('the command, for a server without data,', () => {
  let empty: Server;
  beforeAll(async () => {
    empty = await startServer({
      interceptor: async (request, forward) => {
        const response = await forward(request);
        return response.body?.items ? { ...response, body: { ...response.body, items: [], cursor: '' } } : response;
      },
    });
  });
  afterAll(() => empty.close());
  const args = () => quickArguments(server.url).map((argument) => (argument === server.url ? empty.url : argument));

  it('reports the checks that could not run, and fails', async () => {
    const { code, out } = await run(args());
    expect(out).toMatch(/Not run:\n +listRules returns no record\n +response: getRule/);
    expect(code).toBe(1);
  });

  it('passes with --allow-empty', async () => {
    expect((await run([...args(), '--allow-empty'])).code).toBe(0);
  });
});
