/** Which files of the repository a namespace of C# consists of. */
import { posix } from 'node:path';
import type { ModuleResolver, PathSet } from '../../resolve/module-resolver.ts';

/**
 * Resolves namespaces by the convention that folders have their names: of `App.Tools`, the last parts are a folder below one of the
 * folders around the importing file. `.` is the folder of the importing file.
 */
export const csharpModules: ModuleResolver = {
  candidates: findCandidates,
  submodule: (module, name) => `${module}\0${name}`,
  isPackageOfFiles: true,
  areStarsAmbiguous: true,
};

function findCandidates(module: string, from: string, paths: PathSet): readonly string[] {
  if (module.includes('\0')) return [];
  const own = posix.dirname(from);
  if (module === '.') return sourcesIn(own, paths);
  const parts = module.split('.');
  for (let folder = own; ; folder = posix.dirname(folder)) {
    for (let first = 0; first < parts.length; first += 1) {
      const inner = posix.join(folder, ...parts.slice(first));
      const found = sourcesIn(inner, paths);
      if (found.length > 0) return found;
    }
    if (folder === '.' || folder === '/') return [];
  }
}

function sourcesIn(folder: string, paths: PathSet): readonly string[] {
  return paths.filesIn(folder).filter((path) => path.endsWith('.cs'));
}
