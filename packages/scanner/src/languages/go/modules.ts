/** Which files of the repository a package of Go consists of. */
import { posix } from 'node:path';
import type { ModuleAlias, ModuleResolver, PathSet } from '../../facts/module-resolver.ts';
import { aliasTargets } from '../alias-targets.ts';

/** More files `go.mod` aren't read. */
const MAX_FILES = 400;

/** Resolves the paths of packages by the modules of the repository. `.` is the package of the importing file itself. */
export const goModules: ModuleResolver = {
  candidates: (module, from, paths) => {
    const folders = module === '.' ? [posix.dirname(from)] : aliasTargets(module, from, paths);
    return folders.flatMap((folder) => sourcesIn(folder, paths));
  },
  // A name inside of a package is never its own package.
  submodule: (module, name) => `${module}\0${name}`,
  isPackageOfFiles: true,
};

function sourcesIn(folder: string, paths: PathSet): readonly string[] {
  const clean = posix.normalize(folder === '' ? '.' : folder).replace(/\/$/, '');
  return paths.filesIn(clean).filter((path) => path.endsWith('.go') && !path.endsWith('_test.go'));
}

/**
 * Reads which modules of Go the repository contains, from its files `go.mod`.
 *
 * @param isFramework whether a module is a framework of the catalogue: its packages aren't looked into
 */
export async function readGoModules(
  paths: readonly string[],
  read: (path: string) => Promise<string | undefined>,
  isFramework: (name: string) => boolean,
): Promise<readonly ModuleAlias[]> {
  const aliases: ModuleAlias[] = [];
  for (const path of paths.filter((each) => posix.basename(each) === 'go.mod').slice(0, MAX_FILES)) {
    const name = /^[ \t]*module[ \t]+"?([^\s"]+)/m.exec((await read(path)) ?? '')?.[1];
    if (name === undefined || isFramework(name)) continue;
    const root = posix.dirname(path);
    aliases.push({ folder: '', pattern: name, targets: [root] });
    aliases.push({ folder: '', pattern: `${name}/*`, targets: [posix.join(root, '*')] });
  }
  return aliases;
}
