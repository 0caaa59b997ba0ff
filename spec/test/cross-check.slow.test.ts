/** What other tools say about the contract: Spectral with public rules, and Redocly's score for agents. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Document, mapNodes, resolve, type Schema, schemaTypes } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { contract, operations } from './contract.ts';

const root = join(import.meta.dirname, '../..');

function run(command: string, ...args: string[]) {
  return spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

describe.each(['openapi.yaml', 'strict.json'])('the bundle %s', (file) => {
  it.each([
    ['no findings by the OWASP rules', 'owasp'],
    ['no findings by the rules of OpenAPI, which include unused components', 'oas'],
    // `examples.test.ts` checks them with another validator.
    ['examples that match its flattened schemas', 'examples'],
  ])('has %s', (_, ruleset) => {
    const args = ['--ruleset', `spec/lint/${ruleset}.yaml`, '--format', 'text', '--fail-severity', 'hint'];
    const { stdout, status } = run('spectral', 'lint', `spec/dist/${file}`, ...args);
    expect(stdout.trim()).toMatch(/^No results with a severity of 'hint' or higher found!$/);
    expect(status).toBe(0);
  });
});

describe('the published bundle', () => {
  it('has no findings by the strict rules of Redocly except that protocol responses are unused', () => {
    const args = ['--config', 'spec/lint/redocly.yaml', '--format', 'json', '--max-problems', '1000'];
    const { problems } = JSON.parse(run('redocly', 'lint', 'spec/dist/openapi.yaml', ...args).stdout) as {
      problems: { ruleId: string; location: { pointer: string }[] }[];
    };
    const protocol = Object.values(contract['x-protocol-responses'] as Record<string, { $ref: string }>);
    expect(problems.map(({ ruleId, location: [location] }) => `${ruleId} ${location?.pointer}`).sort()).toEqual(
      protocol.map(({ $ref }) => `no-unused-components ${$ref}`).sort(),
    );
  });
});

interface Score {
  agentReadiness: number;
  subscores: Record<string, number>;
}

/** What an author controls, unlike the number of parameters and fields. */
const COMPLETE = ['documentationQuality', 'constraintClarity', 'exampleCoverage', 'errorClarity', 'identifierClarity'];
const complete = Object.fromEntries(COMPLETE.map((name) => [name, 1]));

function readScore(file: string): Score & { operationScores: Record<string, Score> } {
  return JSON.parse(run('redocly', 'score', file, '--format', 'json').stdout);
}

/**
 * Writes alternatives of different JSON types (`anyOf` of an enumeration and null, the cells of a table) as one schema. Redocly
 * takes every `anyOf` for a choice that needs a discriminator; these are told apart by their types.
 */
function withoutTypeUnions(document: Document): Document {
  return mapNodes(document, (node) => {
    const { anyOf, ...others } = node as Schema;
    if (!anyOf) return node;
    const members = anyOf.filter(({ type }) => type !== 'null').map((member) => resolve<Schema>(document, member));
    const types = members.flatMap((member) => schemaTypes(member));
    return new Set(types).size === members.length ? { ...anyOf[0], ...others } : node;
  });
}

/** The operations of the first release. */
const released = new Set(
  Array.from(
    readFileSync(join(root, 'spec/releases/1.0.0.yaml'), 'utf8').matchAll(/^\s*operationId: (\w+)$/gm),
    ([, id]) => id,
  ),
);

/**
 * Redocly scores each operation; the score of the contract is nine tenths of the median and one tenth for the number of
 * operations. The first limits are for the median of the operations of the first release, because each new operation takes from
 * the rest, and each new list lowers the median: its filters and pages cost points by nature. So do nullable enumerations (the
 * decision `agent-readiness` has the details). New operations have the limit of single operations.
 */
describe('the score for agents', () => {
  it.each([
    ['openapi.json', 87.4],
    ['strict.json', 82.4],
  ])('of %s has a median of at least %d and complete documentation', (name, least) => {
    const { operationScores, subscores } = readScore(`spec/dist/${name}`);
    const scores = Object.entries(operationScores)
      .filter(([id]) => released.has(id))
      .map(([, { agentReadiness }]) => agentReadiness)
      .toSorted((a, b) => a - b);
    expect(scores.length).toBeGreaterThan(0);
    expect(scores[scores.length >> 1]).toBeGreaterThanOrEqual(least);
    expect(subscores).toMatchObject(complete);
  });

  /** Lists with many filters and complete records have 80.4; deeper records cost up to 4 points more. */
  const MIN_SCORE = 75;
  const folder = mkdtempSync(join(tmpdir(), 'aispm-score-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(withoutTypeUnions(contract)));
  const { operationScores } = readScore(file);
  rmSync(folder, { recursive: true });

  it.each(operations)(`is at least ${MIN_SCORE} for $operationId, with complete documentation`, ({ operationId }) => {
    const { agentReadiness, subscores } = operationScores[operationId] as Score;
    expect(agentReadiness).toBeGreaterThanOrEqual(MIN_SCORE);
    expect(subscores).toMatchObject(complete);
  });
});
