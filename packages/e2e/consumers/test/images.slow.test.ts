/** The image of a command, as plain processes: what its Dockerfile installs from the tarballs runs. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { published } from './published.ts';
import { whenInstalled } from './when-installed.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const dockerfile = readFileSync(join(ROOT, 'packages/tooling/packaging/Dockerfile'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'aispm-image-'));

afterAll(() => rmSync(folder, { recursive: true }));

const COMMANDS = published.flatMap(({ manifest: { name, bin = {} } }) =>
  Object.keys(bin).map((command) => ({ name, command })),
);

it.each(COMMANDS)('the image of $name runs $command', async ({ name, command }) => {
  const { tarballs } = await whenInstalled();
  const place = join(folder, command);
  mkdirSync(join(place, 'packages'), { recursive: true });
  for (const { path } of tarballs) copyFileSync(path, join(place, 'packages', basename(path)));
  const [, install = ''] = /^RUN (.*)$/m.exec(dockerfile) ?? [];
  const [entry] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? '[]');
  const commands = install
    .replaceAll('/packages', join(place, 'packages'))
    .replaceAll('/usr/local/bin', join(place, 'bin'));
  const env = { ...process.env, npm_config_prefix: place, PACKAGE: name.replace('@aispm/', ''), COMMAND: command };
  const run = promisify(execFile);
  await run('sh', ['-ec', commands], { env });
  const { stdout } = await run(join(place, 'bin', entry), ['--help'], { env });
  expect(stdout).toContain(command);
});
