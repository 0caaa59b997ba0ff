import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { workspaceFolders } from '../workspaces.ts';

const root = join(import.meta.dirname, '../..');

it('every test file is in one project of Vitest', () => {
  const { stdout } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, TEST_TIER: 'test:nightly' },
  });
  const listed = (JSON.parse(stdout) as { file: string }[]).map(({ file }) => file);
  const files = workspaceFolders(root).flatMap((folder) => globSync(join(root, folder, '{corpus,test}/**/*.test.ts')));
  expect(listed.toSorted()).toEqual(files.toSorted());
});
