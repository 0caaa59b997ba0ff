import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { MAX_FACTOR, multiplyContract } from '../src/pipeline/multiply-contract.ts';

const root = join(import.meta.dirname, '../../..');
const spec = join(root, 'spec');
let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'multiply-contract-'));
});

afterEach(() => rmSync(project, { recursive: true }));

describe('a doubled contract', () => {
  it('has every path twice, each with its own file', () => {
    const target = join(project, 'spec');
    multiplyContract(spec, target, 2);
    const readPaths = (folder: string): Record<string, { $ref: string }> =>
      parse(readFileSync(join(folder, 'openapi.yaml'), 'utf8')).paths;
    const [single, double] = [readPaths(spec), readPaths(target)];
    expect(Object.keys(double)).toHaveLength(2 * Object.keys(single).length);
    expect(double).toMatchObject(single);
    const files = Object.values(double).map(({ $ref }) => $ref);
    expect(files.filter((file) => !existsSync(join(target, file)))).toEqual([]);
    expect(new Set(files).size).toBe(files.length);
  });
});

describe('multiplyContract', () => {
  it.each([0, MAX_FACTOR + 1])('rejects the factor %i', (factor) => {
    expect(() => multiplyContract(spec, join(project, 'spec'), factor)).toThrow(
      `A contract can be multiplied by 1 to ${MAX_FACTOR}, not by ${factor}.`,
    );
  });
});
