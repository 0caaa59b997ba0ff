import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { smoke } from '../smoke/smoke.js';
import { smokeInBrowser } from './browser.ts';
import { run } from './run.ts';
import { smokeInWorkerd } from './workerd.ts';

/** What the smoke suite says of a runtime. */
export type Outcome = Awaited<ReturnType<typeof smoke>>;

/** A runtime that the client has to work in. */
export interface Runtime {
  name: string;
  /** What it calls itself, so that a test cannot run in another one unnoticed. */
  userAgent: RegExp;
  /** Runs the smoke suite in it, with the client that is installed in `project`, against the mock at `baseUrl`. */
  smoke(project: string, baseUrl: string): Promise<Outcome>;
}

const require = createRequire(import.meta.url);

/** Absolute path of a file in a package, whether the package exports it or not. */
function inside(name: string, file: string, from: NodeJS.Require = require): string {
  return join(dirname(from.resolve(`${name}/package.json`)), file);
}

const node20 = createRequire(require.resolve('@aispm/node20/package.json'));

/** A runtime with a command line: a script and its arguments come behind `args`. */
export interface CommandLine {
  name: string;
  userAgent: RegExp;
  program: string;
  args: string[];
}

/** Every runtime with a command line. */
export const commandLines: CommandLine[] = [
  { name: 'Node.js 20', userAgent: /^Node\.js\/20\./, program: inside('node', 'bin/node', node20), args: [] },
  { name: 'Node.js 24', userAgent: /^Node\.js\/24/, program: process.execPath, args: [] },
  { name: 'Bun', userAgent: /^Bun\/1\./, program: inside('bun', 'bin/bun.exe'), args: [] },
  {
    name: 'Deno',
    userAgent: /^Deno\/2\./,
    program: process.execPath,
    args: [inside('deno', 'bin.cjs'), 'run', '--no-remote', '--allow-net=127.0.0.1'],
  },
];

/** Every runtime that the client is for. */
export const runtimes: Runtime[] = [
  ...commandLines.map(({ name, userAgent, program, args }) => ({
    name,
    userAgent,
    smoke: async (project: string, baseUrl: string) =>
      JSON.parse(await run(program, [...args, 'smoke/process.js', baseUrl], { cwd: project })) as Outcome,
  })),
  { name: 'workerd', userAgent: /^Cloudflare-Workers$/, smoke: smokeInWorkerd },
  { name: 'Chromium', userAgent: /Chrome\/\d+/, smoke: smokeInBrowser },
];
