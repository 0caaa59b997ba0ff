/** Local copies of the repositories of the corpus. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryLabels } from './label-types.ts';

/** Written after a complete fetch; an interrupted one starts again. */
const COMMIT_FILE = '.git/aispm-corpus-commit';

/** The folder of a repository among copies: owner and name, joined by two underscores. */
export function checkoutFolder(copies: string, { repository }: RepositoryLabels): string {
  return join(copies, repository.replace('/', '__'));
}

/**
 * Fetches the labelled paths of a repository at its commit into its folder below `cache`, unless they are there, and returns
 * the folder.
 * @param base address before owner and name, such as `https://github.com`.
 * @throws {Error} with the message of git.
 */
export function fetchCheckout(cache: string, base: string, labels: RepositoryLabels): string {
  const folder = checkoutFolder(cache, labels);
  const marker = join(folder, COMMIT_FILE);
  const state = `${labels.commit} ${labels.paths.join(' ')}`;
  if (existsSync(marker) && readFileSync(marker, 'utf8') === state) return folder;
  mkdirSync(folder, { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'advice.detachedHead=false', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  git('init', '--quiet');
  git('sparse-checkout', 'set', '--no-cone', ...labels.paths.map((path) => (path === '.' ? '/*' : `/${path}`)));
  git('fetch', '--quiet', '--depth', '1', '--filter=blob:none', `${base}/${labels.repository}`, labels.commit);
  // Objects that the filter left out are fetched from this address.
  git('config', 'remote.origin.url', `${base}/${labels.repository}`);
  git('config', 'remote.origin.promisor', 'true');
  git('checkout', '--quiet', '--force', labels.commit);
  writeFileSync(marker, state);
  return folder;
}

/** Labelled files that a copy doesn't contain, as after labelling another commit. */
export function missingFiles(folder: string, labels: RepositoryLabels): string[] {
  const files = new Set(labels.objects.flatMap(({ file, also_in }) => [file, ...also_in]));
  return [...files].filter((file) => !existsSync(join(folder, file)));
}
