import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The part of a `package.json` that scripts read. */
export interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  bin?: Record<string, string>;
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** Folders of all workspaces of a repository, relative to its root, sorted. */
export function workspaceFolders(root: string): string[] {
  const { workspaces } = readManifest(root) as unknown as { workspaces: string[] };
  const excluded = workspaces.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const manifests = globSync(
    workspaces.filter((pattern) => !pattern.startsWith('!')).map((pattern) => `${pattern}/package.json`),
    { cwd: root, exclude: excluded.map((pattern) => `${pattern}/package.json`) },
  );
  return manifests.map((manifest) => dirname(manifest)).sort();
}

/** Reads the `package.json` of a folder. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
