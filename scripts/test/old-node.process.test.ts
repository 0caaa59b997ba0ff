/** Every command either runs on an old Node.js, or prints one line that says which one it needs. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { NODE_20 } from '@aispm/testing';
import { describe, expect, it } from 'vitest';
import { readManifest, workspaceFolders } from '../workspaces.ts';

const root = join(import.meta.dirname, '../..');

/** Makes this Node.js look like an old one to the commands, which decide by these two values. */
const OLD_NODE = `
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } });
  Object.defineProperty(process.features, 'typescript', { value: undefined });
`;

/** The arguments of each program of a package: only its help, should it run. */
const programs = workspaceFolders(root).flatMap((folder) =>
  Object.entries(readManifest(join(root, folder)).bin ?? {}).map(([name, file]): [string, string[]] => [
    name,
    [join(folder, file), '--help'],
  ]),
);

/** The arguments of each call of Node.js in a script of the repository. */
const scripts = Object.entries(readManifest(root).scripts ?? {}).flatMap(([name, script]) =>
  [...script.matchAll(/\bnode ([^&]+)/g)].map(([, args = '']): [string, string[]] => [
    `npm run ${name}`,
    args.trim().split(' '),
  ]),
);

/** Runs Node.js in the root of the repository until it ends. */
function run(node: string, args: string[]): Promise<{ code: unknown; err: string }> {
  return new Promise((resolve) => {
    execFile(node, args, { cwd: root }, (error, _, err) => resolve({ code: error?.code ?? 0, err }));
  });
}

function expectHelpOrOneLine({ code, err }: Awaited<ReturnType<typeof run>>): void {
  expect([0, 1, 2]).toContain(code);
  expect(err).toMatch(
    code === 0 ? /^$/ : /^.* needs Node\.js (20\.19|24).* this is 20\.\d+\.\d+\. .*(nodejs\.org|npm ci).*\n$/,
  );
}

describe('on an old Node.js', { concurrent: true }, () => {
  it('the check covers programs and scripts', () => {
    expect(programs.map(([name]) => name)).toEqual(
      expect.arrayContaining(['aispm-conformance', 'aispm-mock', 'aispm-service']),
    );
    expect(scripts.map(([name]) => name)).toEqual(expect.arrayContaining(['npm run start', 'npm run service']));
  });

  it.each(scripts)('%s runs no TypeScript', (_, [file = '']) => {
    expect(file).toMatch(/\.js$/);
  });

  it.each([
    ...programs.filter(([name]) => name !== 'tsc7'),
    ...scripts.filter(([name]) => name !== 'npm run postinstall'),
  ])('%s reports which version it needs', async (_, args) => {
    const preload = `data:text/javascript,${encodeURIComponent(OLD_NODE)}`;
    const { code, err } = await run(process.execPath, ['--import', preload, ...args]);
    expect(code).not.toBe(0);
    expectHelpOrOneLine({ code, err });
  });

  it.each([...programs, ...scripts])('%s also does so on Node.js 20', async (_, args) => {
    expectHelpOrOneLine(await run(NODE_20, args));
  });
});
