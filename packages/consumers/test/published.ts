import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** The part of a `package.json` that is read here. */
interface Manifest {
  name: string;
  private?: boolean;
  workspaces?: string[];
  dependencies?: Record<string, string>;
}

const read = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The packages of this repository that are published, which are those that are not private: folder and manifest. */
export const published: { folder: string; manifest: Manifest }[] = globSync(
  (read(root).workspaces ?? []).map((workspace) => `${workspace}/package.json`),
  { cwd: root },
)
  .map((file) => join(root, dirname(file)))
  .map((folder) => ({ folder, manifest: read(folder) }))
  .filter(({ manifest }) => !manifest.private)
  .sort((a, b) => a.manifest.name.localeCompare(b.manifest.name));
