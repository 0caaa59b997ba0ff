import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listOperations } from '@aispm/openapi';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { multiplyContract } from '../src/pipeline/multiply-contract.ts';

const root = join(import.meta.dirname, '../../..');
const spec = join(root, 'spec');
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

it('a doubled contract passes the build and has every operation twice', () => {
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
