import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { MOST, multiplyContract } from '../multiply-contract.ts';

const root = join(import.meta.dirname, '../..');
const spec = join(root, 'spec');
let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'multiply-contract-'));
});

afterEach(() => rmSync(project, { recursive: true }));

/** The operations of a bundle by their ids, sorted. */
function operationsOf(folder: string): string[] {
  const { paths } = JSON.parse(readFileSync(join(folder, 'dist/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  return Object.values(paths)
    .flatMap((item) => Object.values(item).flatMap(({ operationId }) => operationId ?? []))
    .toSorted();
}

test('a contract of twice the size passes the build and has every operation twice', { tags: ['long'] }, () => {
  multiplyContract(spec, join(project, 'spec'), 2);
  for (const file of ['redocly.yaml', '.spectral.yaml']) cpSync(join(root, file), join(project, file));
  for (const folder of ['node_modules', 'packages']) symlinkSync(join(root, folder), join(project, folder));
  const { status, stderr } = spawnSync(process.execPath, ['--run', 'build'], {
    cwd: join(project, 'spec'),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);

  const real = operationsOf(spec);
  const copies = real.map((id) => id.replace(/^[a-z]+/, '$&Two'));
  expect(operationsOf(join(project, 'spec'))).toEqual([...real, ...copies].toSorted());
});

test('a contract of twice the size has every path twice, each with its file', () => {
  const target = join(project, 'spec');
  multiplyContract(spec, target, 2);
  const [once, twice] = [spec, target].map(
    (folder): Record<string, { $ref: string }> => parse(readFileSync(join(folder, 'openapi.yaml'), 'utf8')).paths,
  ) as [Record<string, { $ref: string }>, Record<string, { $ref: string }>];
  expect(Object.keys(twice)).toHaveLength(2 * Object.keys(once).length);
  expect(twice).toMatchObject(once);
  const files = Object.values(twice).map(({ $ref }) => $ref);
  expect(files.filter((file) => !existsSync(join(target, file)))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});

test.each([0, MOST + 1])('%i times the size is refused', (times) => {
  expect(() => multiplyContract(spec, join(project, 'spec'), times)).toThrow(
    `A contract can be multiplied by 1 to ${MOST}, not by ${times}`,
  );
});
