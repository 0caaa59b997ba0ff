/** Which files of the repository a package of Java consists of. */
import { posix } from 'node:path';
import type { ModuleResolver, PathSet } from '../../facts/module-resolver.ts';

/** Resolves packages below one of the folders around the importing file. `.` is the package of the file itself. */
export const javaModules: ModuleResolver = {
  candidates: findCandidates,
  submodule: (module, name) => `${module}\0${name}`,
  isPackageOfFiles: true,
  areStarsAmbiguous: true,
};

function findCandidates(module: string, from: string, paths: PathSet): readonly string[] {
  const own = posix.dirname(from);
  const sourcesIn = (folder: string) => paths.filesIn(folder).filter((path) => path.endsWith('.java'));
  if (module === '.') return sourcesIn(own);
  for (let folder = own; ; folder = posix.dirname(folder)) {
    const found = sourcesIn(posix.join(folder, ...module.split('.')));
    if (found.length > 0 || folder === '.' || folder === '/') return found;
  }
}
