/** A copy of the project in another folder, with the same installed packages but its own workspaces. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** The files of the project that are not ignored by git, from its root. */
export function sourceFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
}

/**
 * Copies the sources, and nothing that was built from them.
 *
 * @param target below the root of the project, so that the programs of the installed packages are found there as well
 */
export function copyTree(target: string): void {
  for (const file of sourceFiles()) cpSync(join(root, file), join(target, file));
  const modules = join(target, 'node_modules');
  mkdirSync(join(modules, '@aispm'), { recursive: true });
  // Where an installation would have them: paths from sources to packages may stand in what is built.
  linkPackages(join(root, 'node_modules'), modules, '@aispm');
  for (const manifest of globSync(['spec/package.json', 'packages/*/package.json'], { cwd: target })) {
    const { name } = JSON.parse(readFileSync(join(target, manifest), 'utf8'));
    symlinkSync(join(target, dirname(manifest)), join(modules, name), 'junction');
    linkInstalled(dirname(manifest), target);
  }
}

/** Links the packages that a workspace has for itself, in another version than the others. */
export function linkInstalled(workspace: string, target: string): void {
  const [from, to] = [root, target].map((tree) => join(tree, workspace, 'node_modules')) as [string, string];
  linkPackages(from, to);
}

/** @param except a folder that is not linked */
function linkPackages(from: string, to: string, except?: string): void {
  // What starts with a dot is what tools keep there.
  for (const name of globSync('[!.]*', { cwd: from }).filter((one) => one !== except)) {
    mkdirSync(to, { recursive: true });
    symlinkSync(join(from, name), join(to, name), 'junction');
  }
}

/** The folders and files that the builds write, by turbo's configuration, from the root of the project. */
export function builtFiles(tree: string): string[] {
  const { tasks } = JSON.parse(readFileSync(join(root, 'turbo.json'), 'utf8'));
  return Object.entries<{ outputs?: string[] }>(tasks)
    .flatMap(([task, { outputs = [] }]) => {
      const [, workspace] = /^@aispm\/(.+)#build$/.exec(task) ?? [];
      if (!workspace) return [];
      const folder = workspace === 'spec' ? 'spec' : `packages/${workspace}`;
      return outputs.map((glob) => `${folder}/${glob}`);
    })
    .flatMap((glob) => globSync(glob, { cwd: tree }))
    .filter((file) => lstatSync(join(tree, file)).isFile())
    .sort();
}

/** Files with a digest of each, as lines that can be compared. */
export function fingerprints(tree: string, files: string[]): string[] {
  return files.map((file) => {
    const path = join(tree, file);
    const content = existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'is missing';
    return `${file} ${content}`;
  });
}
