/** The command on the mock as it is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadContract, type Report } from '@aispm/conformance';
import { sampleByHash } from '@aispm/testing';
import type { CommandResult } from '@aispm/testing/commands';
import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPE, SECOND_TOKEN, TOKEN } from './exchange.ts';
import { MAX_LIMIT_ARGUMENTS } from './max-limits.ts';
import { start, useEmptyEnvironment, useFolder } from './run-command.ts';
import { startServer } from './server.ts';

useEmptyEnvironment();

const known = join(import.meta.dirname, '../known/aispm-mock.json');
const folder = useFolder();

const { operations: all } = await loadContract();
/** Tests without a process send requests of every operation to the mock, and the service passes all checks. */
const operations = sampleByHash(all, ({ id }) => id, 3).map(({ id }) => id);

describe('the command, for operations of the mock, with --write and a second key,', () => {
  const files = { json: join(folder, 'report.json'), junit: join(folder, 'report.xml') };
  let ended: CommandResult;

  beforeAll(async () => {
    const mock = await startServer({ isConforming: false });
    try {
      const target = ['--base-url', mock.url, '--token', TOKEN, '--second-token', SECOND_TOKEN];
      ended = await start([
        ...target,
        ...MAX_LIMIT_ARGUMENTS,
        '--write',
        '--leave-records',
        '--strict',
        '--known',
        known,
        '--operations',
        operations.join(),
        '--json',
        files.json,
        '--junit',
        files.junit,
      ]);
      for (const path of ['/views', `/eval/agent-evaluations${SCOPE}`]) {
        const response = await fetch(`${mock.url}${path}`, { headers: { authorization: `Bearer ${TOKEN}` } });
        left.push(await response.text());
      }
    } finally {
      await mock.close();
    }
  });
  const left: string[] = [];

  it('reports only known differences', () => {
    expect(ended.out).toMatch(/ conforms to version .+, 0 failed, \d+ known, 0 not run, 0 not requested;/);
    expect([ended.code, ended.err]).toEqual([0, '']);
  });

  it('deletes what it created', () => {
    expect(left).toHaveLength(2);
    expect(left.join()).not.toContain('conformance-');
  });

  it('writes every operation and check to the JSON report', () => {
    const { passed, results } = JSON.parse(readFileSync(files.json, 'utf8')) as Report;
    expect(passed).toBe(true);
    expect(new Set(results.map(({ operation }) => operation)).size).toBe(operations.length);
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['passed', 'accepted']));
  });

  it('reports known differences as skipped in the JUnit report', () => {
    const xml = readFileSync(files.junit, 'utf8');
    expect(xml).toContain(`<testsuite name="${operations[0]}" tests="`);
    expect(xml).toMatch(/<skipped\/>\s*<system-out><!\[CDATA\[The quota headers come from the examples/);
    expect(xml).not.toContain('<failure');
  });
});
