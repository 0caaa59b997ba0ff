/** Runs the jobs of a GitHub workflow like a runner: each in a new checkout, with the commands of its steps. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';

const execute = promisify(execFile);

/** The part of a workflow that is run. Steps with `uses` prepare a runner, which isn't necessary here. */
interface Workflow {
  jobs: Record<string, { steps: { run?: string; shell?: string; env?: Record<string, string> }[] }>;
}

/** The inputs of a run in addition to the workflow. */
export interface RunOptions {
  /** Values of expressions, such as `secrets.AISPM_TOKEN`. */
  expressions: Record<string, string>;
  /** Replaces strings in the commands and their variables. */
  replace(text: string): string;
  /** The environment of the runner. */
  env: NodeJS.ProcessEnv;
}

/**
 * Runs a job for the newest commit of the current branch of a repository, and returns the output of its steps.
 *
 * @param repository folder of the repository with `.github/workflows/scan.yml`
 * @param origin URL of the repository on GitHub
 * @throws {Error} when a step fails
 */
export async function runJob(repository: string, origin: string, job: string, options: RunOptions): Promise<string> {
  const runner = mkdtempSync(join(tmpdir(), 'aispm-runner-'));
  const checkout = join(runner, 'checkout');
  let log = '';
  const env = {
    ...options.env,
    CI: 'true',
    RUNNER_TEMP: join(runner, 'temp'),
    GITHUB_STEP_SUMMARY: join(runner, 'summary'),
  };
  try {
    mkdirSync(env.RUNNER_TEMP);
    await execute('git', ['clone', '--quiet', repository, checkout], { env });
    await execute('git', ['remote', 'set-url', 'origin', origin], { cwd: checkout, env });
    const { jobs }: Workflow = parse(readFileSync(join(checkout, '.github/workflows/scan.yml'), 'utf8'));
    const steps = jobs[job]?.steps;
    if (steps === undefined) throw new Error(`The workflow has no job "${job}".`);
    for (const { run, shell, env: variables = {} } of steps) {
      if (run === undefined) continue;
      const flags = shell === 'bash' ? ['--noprofile', '--norc', '-eo', 'pipefail'] : ['-e'];
      const { stdout } = await execute('bash', [...flags, '-c', `exec 2>&1; ${options.replace(run)}`], {
        cwd: checkout,
        env: { ...env, ...evaluate(variables, options) },
      });
      log += stdout;
    }
    return log;
  } finally {
    rmSync(runner, { recursive: true, force: true });
  }
}

/** Replaces the expressions in variables with their values. */
function evaluate(variables: Record<string, string>, { expressions, replace }: RunOptions): Record<string, string> {
  const toValue = (_: string, name: string) => {
    const value = expressions[name];
    if (value === undefined) throw new Error(`The expression "${name}" is not supported.`);
    return value;
  };
  return Object.fromEntries(
    Object.entries(variables).map(([name, text]) => [name, replace(text.replaceAll(/\$\{\{ (.+?) \}\}/g, toValue))]),
  );
}
