/**
 * `npm run publish:packages -w @aispm/scripts -- <folder>`: publishes the tarballs that `npm run pack` has written to a folder,
 * except those whose versions are published already. What tests have run on is published, and nothing is built again.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { npmCommand } from './npm.ts';
import { readManifest, workspaceFolders } from './workspaces.ts';

const root = join(import.meta.dirname, '..');

/** A package, and its tarball. */
interface Tarball {
  /** Its name and version, such as `@aispm/types@1.0.0`. */
  id: string;
  file: string;
}

/** Lists the tarballs of the published packages. */
function listTarballs(folder: string): Tarball[] {
  return workspaceFolders(root)
    .map((workspace) => readManifest(join(root, workspace)))
    .filter(({ private: isPrivate }) => !isPrivate)
    .map(({ name, version }) => ({
      id: `${name}@${version}`,
      file: join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`),
    }));
}

async function npm(...given: string[]): Promise<string> {
  const { file, args, shell } = npmCommand(given);
  return (await promisify(execFile)(file, args, { shell, maxBuffer: 2 ** 24 })).stdout;
}

/** Returns whether the registry has a version of a package. */
async function isPublished(id: string): Promise<boolean> {
  try {
    return (await npm('view', id, 'version')).trim() !== '';
  } catch (error) {
    if (String((error as { stderr?: string }).stderr).includes('E404')) return false;
    throw error;
  }
}

const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined || folder.startsWith('-') || rest.length > 0) {
  process.stderr.write(
    'Name the folder that npm run pack has written: npm run publish:packages -w @aispm/scripts -- ~/packages\n',
  );
  process.exitCode = 2;
} else {
  // npm runs scripts in the folder of their package, whatever the folder of the user.
  const tarballs = listTarballs(resolve(process.env.INIT_CWD ?? '.', folder));
  const missing = tarballs.filter(({ file }) => !existsSync(file));
  if (missing.length > 0) {
    const files = missing.map(({ file }) => `  ${file}\n`).join('');
    process.stderr.write(
      `Nothing was published, because these files are missing:\n${files}Run npm run pack -- ${folder}\n`,
    );
    process.exitCode = 1;
  } else {
    try {
      for (const { id, file } of tarballs) {
        const isKnown = await isPublished(id);
        if (!isKnown) await npm('publish', file);
        process.stdout.write(`${id} ${isKnown ? 'was published before' : 'is published'}\n`);
      }
    } catch (error) {
      const { stderr, message } = error as { stderr?: string; message: string };
      process.stderr.write(`${stderr || message}\nThe packages above are published. Fix the error and start again.\n`);
      process.exitCode = 1;
    }
  }
}
