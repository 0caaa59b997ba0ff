import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listOperations } from '@aispm/openapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { MAX_FACTOR, multiplyContract } from '../src/pipeline/multiply-contract.ts';

const root = join(import.meta.dirname, '../../..');
const spec = join(root, 'spec');
/** The build lints a contract of twice the size. */
const BUILD_TIMEOUT_MS = 300_000;
let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'multiply-contract-'));
});

afterEach(() => rmSync(project, { recursive: true }));

/** Reads the operationIds of a built contract, sorted. */
function readOperationIds(folder: string): string[] {
  return listOperations(JSON.parse(readFileSync(join(folder, 'dist/openapi.json'), 'utf8')))
    .map(({ operationId }) => operationId)
    .toSorted();
}

describe('a contract of twice the size', () => {
  it('passes the build and has every operation twice', { tags: ['long'], timeout: BUILD_TIMEOUT_MS }, () => {
    multiplyContract(spec, join(project, 'spec'), 2);
    for (const file of ['redocly.yaml', '.spectral.yaml']) cpSync(join(root, file), join(project, file));
    for (const folder of ['node_modules', 'packages']) symlinkSync(join(root, folder), join(project, folder));
    const { status, stderr } = spawnSync(process.execPath, ['--run', 'build'], {
      cwd: join(project, 'spec'),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);

    const real = readOperationIds(spec);
    const copies = real.map((id) => id.replace(/^[a-z]+/, '$&Two'));
    expect(readOperationIds(join(project, 'spec'))).toEqual([...real, ...copies].toSorted());
  });

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
