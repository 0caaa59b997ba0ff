/** Builds the release before this one from the history of the repository. */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * The commit of the release before, which has to run next to the tables of this one. A release sets it to the commit of the release that
 * it follows. For one run, the variable names another commit, or the absolute path of a checkout that is built.
 */
export const RELEASE_BEFORE = process.env.RELEASE_BEFORE || 'd2c8341226dc4aedee6a215c28f33d9370cb1f09';

const REPOSITORY = join(import.meta.dirname, '../../../../..');

/** A built release. */
export interface BuiltRelease {
  /** The executable of the service. */
  service: string;
  /** That of the conformance suite. */
  conformance: string;
  /** The contract, as JSON. */
  contract: string;
  remove(): Promise<void>;
}

/**
 * Whether a release can be built: whether this checkout has its commit. A shallow clone, or a copy without a history, hasn't.
 *
 * @param release the commit, or a checkout that is built
 */
export async function hasRelease(release: string): Promise<boolean> {
  if (isAbsolute(release)) return true;
  return run('git', ['cat-file', '-e', `${release}^{commit}`], REPOSITORY).then(
    () => true,
    () => false,
  );
}

/**
 * Installs and builds a commit in its own folder, which takes minutes.
 *
 * @param release the commit, or a checkout that is built
 */
export async function buildRelease(release: string): Promise<BuiltRelease> {
  if (isAbsolute(release)) return { ...listFiles(release), remove: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'aispm-release-before-'));
  await run('git', ['clone', '--quiet', '--shared', '--no-checkout', REPOSITORY, '.'], folder);
  await run('git', ['checkout', '--quiet', '--detach', release], folder);
  await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'], folder);
  // What hasn't changed since isn't built again.
  const cache = `--cache-dir=${join(REPOSITORY, '.turbo/cache')}`;
  await run('npx', ['turbo', 'run', 'build', '--filter=@aispm/service', '--filter=@aispm/conformance', cache], folder);
  return { ...listFiles(folder), remove: () => rm(folder, { recursive: true }) };
}

function listFiles(folder: string): Omit<BuiltRelease, 'remove'> {
  return {
    service: join(folder, 'packages/apps/service/dist/command/cli.js'),
    conformance: join(folder, 'packages/conformance/dist/cli.js'),
    contract: join(folder, 'packages/apps/service/dist/generated/contract.json'),
  };
}

async function run(command: string, args: string[], folder: string): Promise<void> {
  // The environment of Vitest is none to build in.
  const { NODE_ENV: _, ...rest } = process.env;
  const env = { ...rest, DO_NOT_TRACK: '1' };
  await promisify(execFile)(command, args, { cwd: folder, maxBuffer: 2 ** 28, env });
}
