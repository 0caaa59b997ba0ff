import { NODE_20 as NODE_20_PATH, node22Path } from '@aispm/testing';
import { smokeInBrowser } from './browser.ts';
import type { Outcome } from './outcome.ts';
import { runCommand } from './run-command.ts';
import { runtimePath } from './runtimes.ts';
import { smokeInWorkerd } from './workerd.ts';

/** A runtime that the client supports. */
export interface Runtime {
  name: string;
  /** How the runtime identifies itself, so that a test can't run in another one unnoticed. */
  userAgent: RegExp;
  /** Runs the smoke test with the client that is installed in `project` and the mock at `baseUrl`. */
  smoke(project: string, baseUrl: string): Promise<Outcome>;
}

/** A runtime with a command line. */
export interface CommandLineRuntime extends Runtime {
  /** The program and its arguments before a script. */
  command(): string[];
  /** Executes a script and returns its output. */
  execute(script: string, args: string[], cwd: string): Promise<string>;
}

/** The Node.js that executes the tests. */
export const CURRENT_NODE = commandLineRuntime('Node.js 24', /^Node\.js\/24/, () => [process.execPath]);

/** The oldest Node.js that the packages support. */
export const NODE_20 = commandLineRuntime('Node.js 20', /^Node\.js\/20\.19\.0$/, () => [NODE_20_PATH]);

/** The version of Node.js between these. */
export const NODE_22 = commandLineRuntime('Node.js 22', /^Node\.js\/22/, () => [node22Path()]);

/** The runtimes with a command line that only `npm run test:long` uses. */
export const OTHER_COMMAND_LINES: CommandLineRuntime[] = [
  NODE_22,
  commandLineRuntime('Bun', /^Bun\/1\./, () => [runtimePath('bun')]),
  commandLineRuntime('Deno', /^Deno\/2\./, () => [
    process.execPath,
    runtimePath('deno'),
    'run',
    '--no-remote',
    '--allow-net=127.0.0.1',
  ]),
];

/** The runtime of Cloudflare Workers. */
export const WORKERD: Runtime = { name: 'workerd', userAgent: /^Cloudflare-Workers$/, smoke: smokeInWorkerd };

/** A browser. */
export const CHROMIUM: Runtime = { name: 'Chromium', userAgent: /Chrome\/\d+/, smoke: smokeInBrowser };

/** @param command is called only when the runtime is used. */
function commandLineRuntime(name: string, userAgent: RegExp, command: () => string[]): CommandLineRuntime {
  const execute = (script: string, args: string[], cwd: string): Promise<string> => {
    const [program = '', ...programArgs] = command();
    return runCommand(program, [...programArgs, script, ...args], { cwd });
  };
  return {
    name,
    userAgent,
    command,
    execute,
    smoke: async (project, baseUrl) => JSON.parse(await execute('smoke/process.js', [baseUrl], project)) as Outcome,
  };
}
