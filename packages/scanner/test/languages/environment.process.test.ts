import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withFiles } from '../scan-sources.ts';
import { LANGUAGES } from './sources.ts';

it('sources have the same result in every folder, locale and time zone', async () => {
  const files = Object.fromEntries(LANGUAGES.map(({ file, source }) => [file, source]));
  const command = join(import.meta.dirname, '../../dist/cli.js');
  const outputOf = (env: NodeJS.ProcessEnv) =>
    withFiles(files, async (folder) => {
      const args = [command, folder, '--output', 'scan', '--target', 'example.com/desk', '--quiet'];
      const XDG_CACHE_HOME = join(folder, '.cache');
      return execFileSync(process.execPath, args, {
        env: { ...process.env, XDG_CACHE_HOME, ...env },
        encoding: 'utf8',
      });
    });
  const expected = await outputOf({ LC_ALL: 'C', TZ: 'UTC' });
  expect(expected).toContain('look_up');
  expect(await outputOf({ LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Asia/Kathmandu' })).toBe(expected);
  expect(await outputOf({ LC_ALL: 'sv_SE.UTF-8', LANG: 'sv_SE.UTF-8', TZ: 'Pacific/Apia' })).toBe(expected);
});
