/** Copies the repository to another folder, with the same installed packages but its own workspaces. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest, workspaceFolders } from '../workspaces.ts';

export const root = join(import.meta.dirname, '../..');

/** Lists the files of the repository that git doesn't ignore, relative to its root. */
export function listSourceFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
}

/**
 * Copies the sources without generated files.
 *
 * @param target a folder below the root of the repository, so that the commands of installed packages are found
 */
export function copyTree(target: string): void {
  for (const file of listSourceFiles()) cpSync(join(root, file), join(target, file));
  const modules = join(target, 'node_modules');
  mkdirSync(join(modules, '@aispm'), { recursive: true });
  // In the same folder as after an installation, because generated files may contain paths to packages.
  linkPackages(join(root, 'node_modules'), modules, '@aispm');
  for (const folder of workspaceFolders(target)) {
    const { name } = readManifest(join(target, folder));
    symlinkSync(join(target, folder), join(modules, name), 'junction');
    linkInstalled(folder, target);
  }
}

/** Links the packages that are installed in the folder of a workspace, because other workspaces have another version. */
export function linkInstalled(workspace: string, target: string): void {
  const [from, to] = [root, target].map((tree) => join(tree, workspace, 'node_modules')) as [string, string];
  linkPackages(from, to);
}

/** Links all packages of a folder except one. */
function linkPackages(from: string, to: string, except?: string): void {
  // Names with a leading dot are caches of tools.
  for (const name of globSync('[!.]*', { cwd: from }).filter((candidate) => candidate !== except)) {
    mkdirSync(to, { recursive: true });
    symlinkSync(join(from, name), join(to, name), 'junction');
  }
}

/** Lists the files that the builds write according to `turbo.json`, relative to the root of the repository. */
export function listBuiltFiles(tree: string): string[] {
  return listOutputs(tree)
    .flatMap((glob) => globSync(glob, { cwd: tree }))
    .filter((file) => lstatSync(join(tree, file)).isFile())
    .sort();
}

/** Lists the folders of those files that exist in the tree where the tests run. */
export function listOutputFolders(tree: string): string[] {
  return listOutputs(tree)
    .map((glob) => glob.replace(/\/\*\*$/, ''))
    .filter((folder) => existsSync(join(root, folder)));
}

/** Lists the patterns of the files that the builds write. */
function listOutputs(tree: string): string[] {
  const tasks: Record<string, { outputs: string[] } | undefined> = JSON.parse(
    readFileSync(join(root, 'turbo.json'), 'utf8'),
  ).tasks;
  return workspaceFolders(tree).flatMap((folder) => {
    const task = tasks[`${readManifest(join(tree, folder)).name}#build`] ?? tasks.build;
    return (task?.outputs ?? []).map((glob) => `${folder}/${glob}`);
  });
}

/** Returns a comparable line for each file, with its digest. */
export function fingerprintFiles(tree: string, files: string[]): string[] {
  return files.map((file) => {
    const path = join(tree, file);
    const content = existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'is missing';
    return `${file} ${content}`;
  });
}
