/** Recognizes the repositories that contain the source of a framework: its own modules aren't looked into. */
import { posix } from 'node:path';

/** More manifests aren't read. */
const MAX_FILES = 400;

/** Folders next to a manifest that contain its modules. */
const SOURCE_FOLDERS = ['', 'src', 'lib', 'python'];

/** What a framework is called when it is installed, and when it is imported. */
interface Importable {
  readonly packages: readonly string[];
  readonly modules: readonly string[];
}

/** The modules of frameworks that a repository contains the source of. */
export interface FrameworkSources {
  /** The first parts of the names of these modules. */
  readonly modules: ReadonlySet<string>;
  /** Returns whether a path is in one of them. */
  readonly contains: (path: string) => boolean;
}

/**
 * Reads the names in the Python manifests of a repository. A manifest with the name of a framework's package means that its modules are
 * next to it, so that examples of the framework are read like code that has it installed.
 *
 * @param paths all files of the repository
 */
export async function readFrameworkSources(
  paths: readonly string[],
  read: (path: string) => Promise<string | undefined>,
  frameworks: readonly Importable[],
): Promise<FrameworkSources> {
  const modules = new Set<string>();
  const folders: string[] = [];
  const manifests = paths.filter((path) => /^(?:pyproject\.toml|setup\.(?:cfg|py))$/.test(posix.basename(path)));
  for (const path of manifests.slice(0, MAX_FILES)) {
    const name = packageName((await read(path)) ?? '');
    for (const module of name === undefined ? [] : modulesOf(name, frameworks)) {
      const [root = module] = module.split('.');
      modules.add(root);
      for (const source of SOURCE_FOLDERS) folders.push(`${posix.join(posix.dirname(path), source, root)}/`);
    }
  }
  return { modules, contains: (path) => folders.some((folder) => path.startsWith(folder)) };
}

/** The name in a manifest; in `setup.py`, that of the call. */
function packageName(text: string): string | undefined {
  return /^[ \t]*name[ \t]*=[ \t]*["']?([\w.-]+)/m.exec(text)?.[1];
}

/** A package that has the name of one module has only this one: `langgraph-swarm` is `langgraph_swarm`. */
function modulesOf(name: string, frameworks: readonly Importable[]): readonly string[] {
  const own = name.toLowerCase().replaceAll(/[-.]+/g, '_');
  const known = frameworks.filter(({ packages, modules }) => packages.includes(name) || modules.includes(own));
  return known.flatMap(({ packages, modules }) => {
    if (!modules.includes(own)) return modules;
    // A name of one word may be anybody's.
    return own.includes('_') || packages.includes(name) ? [own] : [];
  });
}
