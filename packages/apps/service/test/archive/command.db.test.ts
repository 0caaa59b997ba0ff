import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshPostgresUrl } from '../databases/databases.ts';
import { runHere } from '../run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'aispm-archive-'));
let environment: Record<string, string>;

beforeAll(async () => {
  environment = { DATABASE_URL: await freshPostgresUrl() };
  await runHere(['keys', 'create', '--tenant', 'acme', '--workspace', 'main'], environment);
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => runHere(['workspaces', ...args], environment);

it('workspaces export writes a file that only its owner can read, and workspaces restore restores it', async () => {
  const file = join(folder, 'main.gz');
  const exported = await run('export', 'acme/main', file);
  expect(exported).toEqual({ code: 0, err: '', out: expect.stringMatching(/main\.gz: \d+ rows\n$/) });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await run('delete', 'acme/main', '--confirm', 'acme/main');
  const restored = await run('restore', 'acme/main', file);
  expect(restored).toEqual({ code: 0, err: '', out: exported.out.replace(/.*: /, '') });
  expect((await run('restore', 'acme/other', file)).code).toBe(0);
});

it('workspaces export never overwrites a file', async () => {
  const file = join(folder, 'kept.gz');
  writeFileSync(file, 'kept');
  const { code, err } = await run('export', 'acme/main', file);
  expect(err).toMatch(/kept\.gz already exists/);
  expect(code).toBe(2);
  expect(readFileSync(file, 'utf8')).toBe('kept');
});

it('workspaces export leaves no file behind when it cannot be written', async () => {
  const file = join(folder, 'none', 'main.gz');
  const { code, err } = await run('export', 'acme/main', file);
  expect(err).toMatch(/Cannot write .*main\.gz: ENOENT/);
  expect(code).toBe(2);
  expect(existsSync(file)).toBe(false);
});

it.each([
  [['export', 'acme/main'], /Specify a workspace and a file: workspaces export/],
  [['restore', 'acme/main', 'a', 'b'], /Specify a workspace and a file: workspaces restore/],
  [['export', 'acme/none', join(folder, 'a.gz')], /Unknown workspace "acme\/none"/],
  [['restore', 'acme/new', join(folder, 'missing.gz')], /The file .*missing\.gz doesn't exist/],
  [['restore', 'main', join(folder, 'missing.gz')], /requires a tenant/],
])('workspaces %j is rejected', async (args, message) => {
  const { code, out, err } = await run(...args);
  expect(err).toMatch(message);
  expect({ code, out }).toEqual({ code: 2, out: '' });
});

it('workspaces restore reports file and line of what it cannot restore', async () => {
  const file = join(folder, 'foreign.gz');
  writeFileSync(file, gzipSync('{"format":"tar"}\n'));
  const { code, err } = await run('restore', 'acme/new', file);
  expect(err).toMatch(/foreign\.gz, line 1: doesn't start an archive of a workspace\. Nothing was restored\.\n$/);
  expect(code).toBe(2);
});
