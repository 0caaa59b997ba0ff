/** Runs the built command `aispm-scan` as its users do, in repositories that the tests write. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Files } from './repositories/repository.ts';

const CLI = join(import.meta.dirname, '../../dist/cli.js');

/** How the command ended. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A folder with a git repository. */
export interface Checkout {
  readonly folder: string;
  /** Replaces all files, and commits. */
  commit(files: Files): void;
  /** Runs the command in the folder. */
  scan(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Outcome>;
  close(): void;
}

/** Creates a repository of git with a remote address, as `git clone` does. */
export function createCheckout(target: string): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'scanner-checkout-'));
  const cache = mkdtempSync(join(tmpdir(), 'scanner-cache-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Ann');
  git('config', 'user.email', 'ann@halden-freight.example');
  git('remote', 'add', 'origin', `https://${target}.git`);
  return {
    folder,
    commit(files) {
      git('rm', '-r', '--quiet', '--force', '--ignore-unmatch', '.');
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', 'Change');
    },
    scan: (args, environment = {}) =>
      new Promise((resolve) => {
        const env = { PATH: process.env.PATH, XDG_CACHE_HOME: cache, ...environment };
        execFile(process.execPath, [CLI, ...args], { cwd: folder, env, timeout: 120_000 }, (error, out, err) =>
          resolve({ code: error === null ? 0 : Number(error.code ?? -1), out, err }),
        );
      }),
    close() {
      for (const each of [folder, cache]) rmSync(each, { recursive: true, force: true });
    },
  };
}
