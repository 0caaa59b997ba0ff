/**
 * What the Dockerfile and .dockerignore must agree with: other files of the repository, read without a build of the image.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toReachable } from '../src/command/health.ts';

const PACKAGE = join(import.meta.dirname, '..');
const ROOT = join(PACKAGE, '../../..');

const dockerfile = readFileSync(join(PACKAGE, 'Dockerfile'), 'utf8');

it.each([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['::1', '[::1]'],
  ['aispm.example.com', 'aispm.example.com'],
])('the health check of a process on %s requests %s', (host, reachable) => {
  expect(toReachable(host)).toBe(reachable);
});

it('the executable runs in the process that has the memory settings', () => {
  const source = readFileSync(join(PACKAGE, 'src/command/memory-settings.ts'), 'utf8');
  const flags = [...source.matchAll(/'(--[\w-]+=\d+)'/g)].map(([, flag]) => flag);
  expect(flags.length).toBeGreaterThan(0);
  const entrypoint = JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]');
  expect(entrypoint).toEqual(expect.arrayContaining(flags));
  const variables = [...source.matchAll(/(MALLOC_\w+): '(\d+)'/g)].map(([, name, value]) => `${name}=${value}`);
  expect(variables.length).toBeGreaterThan(0);
  for (const variable of variables) expect(dockerfile).toContain(` ${variable}`);
});

it('the build context of the image excludes what git ignores', () => {
  const lines = (name: string) =>
    readFileSync(join(ROOT, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
  const excluded = lines('.dockerignore').map((line) => line.replace('**/', ''));
  // Folders below a path are those of the documentation, which is small.
  const ignored = lines('.gitignore').map((line) => line.replace(/\/$/, ''));
  expect(excluded).toEqual(expect.arrayContaining(ignored.filter((line) => !line.includes('/'))));
});
