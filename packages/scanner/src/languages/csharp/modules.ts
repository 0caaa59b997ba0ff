/** Which files of the repository a namespace of C# consists of. */
import { posix } from 'node:path';
import type { ModuleAlias, ModuleResolver, PathSet } from '../../facts/module-resolver.ts';

/** Before the local name of an imported class whose members are names of the file: `using static`. */
export const STATIC = 'static ';

/** The start of the names of aliases that are namespaces: no module of another language starts with it. */
const PROJECT = 'csharp:';

/**
 * Returns the folders of the projects of a repository: a project has the namespace that its file is named after.
 *
 * @param isFramework whether a project is a framework of the catalogue: its namespaces aren't looked into
 */
export function findCsharpProjects(
  paths: readonly string[],
  isFramework: (project: string) => boolean,
): readonly ModuleAlias[] {
  return paths
    .filter((path) => path.endsWith('.csproj'))
    .map((path) => {
      const name = posix.basename(path, '.csproj');
      return { folder: '', pattern: `${PROJECT}${name}`, targets: isFramework(name) ? [] : [posix.dirname(path)] };
    });
}

/**
 * Resolves namespaces by the convention that folders have their names: of `App.Tools`, the last parts are a folder below one of the
 * folders around the importing file, or below the folder of a project `App`. `.` is the folder of the importing file.
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
  if (isOfFramework(parts, paths)) return [];
  const known = sourcesOfProject(parts, paths);
  if (known.length > 0) return known;
  for (let folder = own; ; folder = posix.dirname(folder)) {
    for (let first = 0; first < parts.length; first += 1) {
      const inner = posix.join(folder, ...parts.slice(first));
      const found = sourcesIn(inner, paths);
      if (found.length > 0) return found;
    }
    if (folder === '.' || folder === '/') return [];
  }
}

/** Whether a namespace is one of a project of the repository that is a framework. */
function isOfFramework(parts: readonly string[], { aliases = [] }: PathSet): boolean {
  return parts.some((_, index) => {
    const name = `${PROJECT}${parts.slice(0, index + 1).join('.')}`;
    return aliases.some(({ pattern, targets }) => pattern === name && targets.length === 0);
  });
}

/** The sources of a namespace whose first parts are the name of a project; the longest name counts. */
function sourcesOfProject(parts: readonly string[], paths: PathSet): readonly string[] {
  for (let count = parts.length; count > 0; count -= 1) {
    const name = `${PROJECT}${parts.slice(0, count).join('.')}`;
    const folders = (paths.aliases ?? []).flatMap(({ pattern, targets }) => (pattern === name ? targets : []));
    // `src` isn't part of a namespace.
    const roots = folders.flatMap((folder) => [folder, posix.join(folder, 'src')]);
    const found = roots.flatMap((root) => sourcesIn(posix.join(root, ...parts.slice(count)), paths));
    if (found.length > 0) return found;
  }
  return [];
}

function sourcesIn(folder: string, paths: PathSet): readonly string[] {
  return paths.filesIn(folder).filter((path) => path.endsWith('.cs'));
}
