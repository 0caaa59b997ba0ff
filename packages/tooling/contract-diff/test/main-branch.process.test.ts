import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBaseCommit } from '../src/releases/main-branch.ts';

let folder: string;
const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
const commit = (cwd: string, message: string) => {
  git(cwd, 'commit', '--allow-empty', '-m', message);
  return git(cwd, 'rev-parse', 'HEAD');
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'main-branch-'));
  git(folder, 'init', '--initial-branch', 'main');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the commit to compare with', () => {
  it('is the one where a branch left main', () => {
    const mergeBase = commit(folder, 'one');
    git(folder, 'checkout', '-b', 'work');
    commit(folder, 'two');
    git(folder, 'checkout', 'main');
    commit(folder, 'three');
    git(folder, 'checkout', 'work');
    expect(findBaseCommit(folder, 'main')).toEqual({ id: mergeBase, role: 'where this branch left main' });
  });

  it('is the previous one on main', () => {
    const first = commit(folder, 'one');
    commit(folder, 'two');
    expect(findBaseCommit(folder, 'main')?.id).toBe(first);
  });

  it('is none for the first commit', () => {
    commit(folder, 'one');
    expect(findBaseCommit(folder, 'main')).toBeUndefined();
  });

  it('is not found in a shallow clone, and the message has the command that gets it', () => {
    commit(folder, 'one');
    git(folder, 'checkout', '-b', 'work');
    commit(folder, 'two');
    git(folder, 'checkout', 'main');
    commit(folder, 'three');
    const clone = mkdtempSync(join(tmpdir(), 'git-shallow-'));
    try {
      git(clone, 'clone', '--depth', '1', '--no-single-branch', `file://${folder}`, '.');
      git(clone, 'checkout', 'work');
      expect(() => findBaseCommit(clone, 'main')).toThrow(/too shallow: .* "git fetch --unshallow"/);
    } finally {
      rmSync(clone, { recursive: true, force: true });
    }
  });

  it('is not found in a clone without main, and the message has the command that gets it', () => {
    commit(folder, 'one');
    git(folder, 'checkout', '-b', 'work');
    git(folder, 'branch', '-D', 'main');
    expect(() => findBaseCommit(folder, 'main')).toThrow(
      'The clone has no branch main to compare with. Run "git fetch origin main:main"',
    );
  });

  it('is not found in a folder that is not a repository', () => {
    rmSync(join(folder, '.git'), { recursive: true });
    expect(() => findBaseCommit(folder, 'main')).toThrow('not a git repository');
  });
});
