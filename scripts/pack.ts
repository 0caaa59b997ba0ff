/** `npm run pack -- <folder>`: builds the packages that users install, and packs them into a folder. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildPackages } from './build-packages.ts';
import { npmCommand } from './npm.ts';
import { readManifest, workspaceFolders } from './workspaces.ts';

const root = join(import.meta.dirname, '..');
/** Not published, but users run it. */
const SERVICE = '@aispm/service';

/** Names the published packages, and the service. */
function listPackages(): string[] {
  return workspaceFolders(root)
    .map((workspace) => readManifest(join(root, workspace)))
    .filter(({ name, private: isPrivate }) => !isPrivate || name === SERVICE)
    .map(({ name }) => name);
}

/** Packs packages into a folder, and returns the sorted names of the files. */
async function pack(names: readonly string[], folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const workspaces = names.flatMap((name) => ['--workspace', name]);
  const { file, args, shell } = npmCommand(['pack', '--json', '--pack-destination', folder, ...workspaces]);
  const { stdout } = await promisify(execFile)(file, args, { cwd: root, shell, maxBuffer: 2 ** 24 });
  return (JSON.parse(stdout) as { filename: string }[]).map(({ filename }) => filename).sort();
}

const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined || folder.startsWith('-') || rest.length > 0) {
  process.stderr.write('Name one folder for the packages: npm run pack -- ~/aispm-packages\n');
  process.exitCode = 2;
} else {
  const names = listPackages();
  if (await buildPackages(names)) {
    // npm runs scripts in the root of the repository, whatever the folder of the user.
    const files = await pack(names, resolve(process.env.INIT_CWD ?? '.', folder));
    process.stdout.write(`${files.join('\n')}\n`);
  } else {
    process.stderr.write('Nothing was packed. Fix what is reported above and start again.\n');
    process.exitCode = 1;
  }
}
