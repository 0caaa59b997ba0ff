import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { contract, operations } from './contract.ts';

const root = join(import.meta.dirname, '../..');
const bundle = 'spec/dist/openapi.json';

function run(command: string, ...args: string[]) {
  return spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

test('an independent validator of OpenAPI 3.1 finds the bundle valid', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate({ ...structuredClone(contract) });
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

/** What Spectral finds in the bundle, by the rules of this name. */
const findingsOf = (rules: string) =>
  run('spectral', 'lint', bundle, '--ruleset', `spec/lint/${rules}.yaml`, '--format', 'text');

test('the OWASP rules find nothing in the bundle', () => {
  const { stdout, status } = findingsOf('owasp');
  expect(stdout.trim()).toMatch(/^No results with a severity of 'error' found!$/);
  expect(status).toBe(0);
});

// `operations.test.ts` checks the same examples with Ajv.
test('the examples fit the flattened schemas of the bundle', { tags: ['long'] }, () => {
  const { stdout, status } = findingsOf('examples');
  expect(stdout.trim()).toMatch(/^No results with a severity of 'error' found!$/);
  expect(status).toBe(0);
});

describe('the score of the bundle', () => {
  const { stdout } = run('redocly', 'score', bundle, '--format', 'json');
  const score = JSON.parse(stdout) as {
    agentReadiness: number;
    operationScores: Record<string, { agentReadiness: number }>;
  };

  test('is at least 90 for agent readiness', () => {
    expect(score.agentReadiness).toBeGreaterThanOrEqual(90);
  });

  test.each(operations)('is at least 80 for $id', ({ id }) => {
    expect(score.operationScores[id]?.agentReadiness).toBeGreaterThanOrEqual(80);
  });
});
