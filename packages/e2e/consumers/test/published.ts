import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** The properties of a `package.json` that are used here. */
interface Manifest {
  name: string;
  private?: boolean;
  bin?: Record<string, string>;
  workspaces?: string[];
  dependencies?: Record<string, string>;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** The published packages of this repository, which aren't private. */
export const published: { folder: string; manifest: Manifest }[] = globSync(
  (readManifest(root).workspaces ?? []).map((workspace) => `${workspace}/package.json`),
  { cwd: root },
)
  .map((file) => join(root, dirname(file)))
  .map((folder) => ({ folder, manifest: readManifest(folder) }))
  .filter(({ manifest }) => !manifest.private)
  .sort((a, b) => a.manifest.name.localeCompare(b.manifest.name));
