/** Runs a generator on a contract, compiles a program that uses its code, and runs the program. */
import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { TOOLS_FOLDER } from '@aispm/testing';
import { build } from 'esbuild';
import type { Generator, Step } from './generators.ts';

/** The result of a generator. */
export interface Compatibility {
  /** The step that failed; undefined when all succeeded. */
  failed: Step | undefined;
  /** The output of the last step. */
  output: string;
}

/** The input of a generator. */
export interface Subject {
  /** An empty folder, or one to create. */
  folder: string;
  /** Path of the contract, JSON. */
  json: string;
  /** The program, complete; undefined for tools that generate no code. */
  program: string | undefined;
  /** More files of the program, by their names. */
  files: Record<string, string>;
  /** Environment of the program. */
  env: Record<string, string>;
}

const root = createRequire(new URL('../../../../../package.json', import.meta.url));
const rootFolder = new URL('../../../../../', import.meta.url).pathname;

/** Time limit of one step on a busy machine, in milliseconds. */
const TIMEOUT = 300_000;

/** The minimum compiler options of TypeScript users: `strict`. */
const compilerOptions = {
  strict: true,
  skipLibCheck: true,
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  module: 'ESNext',
  moduleResolution: 'Bundler',
  allowImportingTsExtensions: true,
  noEmit: true,
  types: [],
};

/** Runs all steps until one fails. */
export async function tryGenerator(generator: Generator, subject: Subject): Promise<Compatibility> {
  const { folder, json, program, files, env } = subject;
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(TOOLS_FOLDER, 'node_modules'), join(folder, 'node_modules'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('package.json', JSON.stringify({ type: 'module' }));
  for (const [name, text] of Object.entries({ ...files, ...generator.files?.({ folder, json }) })) write(name, text);
  const generation = await run(generator.command({ folder, json }), folder);
  if (generation.failed || program === undefined) return toResult('generates', generation);
  write('main.ts', program);
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  const compilation = await run(
    ['node', root.resolve('typescript/bin/tsc'), '--project', '.', '--pretty', 'false'],
    folder,
  );
  if (compilation.failed) return toResult('compiles', compilation);
  const outfile = join(folder, 'main.mjs');
  // Some dependencies are CommonJS modules that require modules of Node.js.
  const banner = {
    js: `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);`,
  };
  await build({
    entryPoints: [join(folder, 'main.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    banner,
    logLevel: 'silent',
  });
  return toResult('works', await run(['node', outfile], folder, env));
}

function toResult(step: Step, { failed, output }: { failed: boolean; output: string }): Compatibility {
  return { failed: failed ? step : undefined, output };
}

function run([command = '', ...args]: string[], cwd: string, env: Record<string, string> = {}) {
  const folders = [join(TOOLS_FOLDER, 'node_modules/.bin'), join(rootFolder, 'node_modules/.bin'), process.env.PATH];
  return new Promise<{ failed: boolean; output: string }>((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      timeout: TIMEOUT,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', ...env, PATH: folders.join(delimiter) },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('close', (code) => resolve({ failed: code !== 0, output }));
  });
}
