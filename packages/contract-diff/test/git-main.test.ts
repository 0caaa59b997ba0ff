import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commitToCompare } from '../src/git-main.ts';

let folder: string;
const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
const commit = (cwd: string, message: string) => {
  git(cwd, 'commit', '--allow-empty', '-m', message);
  return git(cwd, 'rev-parse', 'HEAD');
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'git-main-'));
  git(folder, 'init', '--initial-branch', 'main');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a branch is compared with the commit where it left main', () => {
  const parted = commit(folder, 'one');
  git(folder, 'checkout', '-b', 'work');
  commit(folder, 'two');
  git(folder, 'checkout', 'main');
  commit(folder, 'three');
  git(folder, 'checkout', 'work');
  expect(commitToCompare(folder, 'main')).toEqual({ id: parted, role: 'where this branch left main' });
});

test('main is compared with the commit before', () => {
  const first = commit(folder, 'one');
  commit(folder, 'two');
  expect(commitToCompare(folder, 'main')?.id).toBe(first);
});

test('the first commit is compared with nothing', () => {
  commit(folder, 'one');
  expect(commitToCompare(folder, 'main')).toBeUndefined();
});

test('a clone that is too shallow is told so, with the command that mends it', () => {
  commit(folder, 'one');
  git(folder, 'checkout', '-b', 'work');
  commit(folder, 'two');
  git(folder, 'checkout', 'main');
  commit(folder, 'three');
  const clone = mkdtempSync(join(tmpdir(), 'git-shallow-'));
  try {
    git(clone, 'clone', '--depth', '1', '--no-single-branch', `file://${folder}`, '.');
    git(clone, 'checkout', 'work');
    expect(() => commitToCompare(clone, 'main')).toThrow(/too shallow .* "git fetch --unshallow"/);
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
});

test('a clone without main is told how to get it', () => {
  commit(folder, 'one');
  git(folder, 'checkout', '-b', 'work');
  git(folder, 'branch', '-D', 'main');
  expect(() => commitToCompare(folder, 'main')).toThrow(
    'There is no branch main to compare with. Get it by "git fetch origin main:main"',
  );
});

test('a folder that is not a repository is told so', () => {
  rmSync(join(folder, '.git'), { recursive: true });
  expect(() => commitToCompare(folder, 'main')).toThrow('not a git repository');
});
