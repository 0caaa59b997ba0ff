/** What modules that aren't relative mean in a repository: path aliases of compilers, and packages of a workspace. */
import { posix } from 'node:path';
import { parse } from 'jsonc-parser';
import type { ModuleAlias } from '../../facts/module-resolver.ts';

/** More files of settings aren't read. */
const MAX_FILES = 400;
/** Settings that extend others are followed this far. */
const MAX_PARENTS = 5;

type Json = Record<string, unknown>;
type Read = (path: string) => Promise<string | undefined>;

/**
 * Reads the aliases of a repository from `tsconfig.json`, `jsconfig.json` and `package.json`.
 *
 * @param isFramework whether a package is a framework of the catalogue: its modules aren't looked into
 * @returns the aliases, those of the innermost folders first
 */
export async function readAliases(
  paths: readonly string[],
  read: Read,
  isFramework: (name: string) => boolean,
): Promise<readonly ModuleAlias[]> {
  const known = paths.filter((path) => !/(?:^|\/)node_modules\//.test(path));
  const settings = known.filter((path) => /(?:^|\/)(?:tsconfig|jsconfig)(?:\.app|\.base)?\.json$/.test(path));
  const manifests = known.filter((path) => /(?:^|\/)package\.json$/.test(path));
  const aliases: ModuleAlias[] = [];
  for (const path of settings.slice(0, MAX_FILES)) {
    for (const alias of await compilerAliases(path, read)) {
      if (!isFramework(alias.pattern.replace(/\/\*$/, ''))) aliases.push({ ...alias, folder: folderOf(path) });
    }
  }
  for (const path of manifests.slice(0, MAX_FILES)) {
    aliases.push(...packageAliases(folderOf(path), await readJson(path, read), isFramework));
  }
  return aliases.sort((a, b) => depthOf(b) - depthOf(a));
}

function depthOf({ folder }: ModuleAlias): number {
  return folder === '' ? 0 : folder.split('/').length;
}

function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}

async function readJson(path: string, read: Read): Promise<Json> {
  const text = await read(path);
  const value: unknown = text === undefined ? undefined : parse(text, [], { allowTrailingComma: true });
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `paths` and `baseUrl`, also of the settings that these extend. */
async function compilerAliases(path: string, read: Read): Promise<readonly Omit<ModuleAlias, 'folder'>[]> {
  let current: string | undefined = path;
  const seen = new Set<string>();
  while (current !== undefined && !seen.has(current) && seen.size < MAX_PARENTS) {
    seen.add(current);
    const settings: Json = await readJson(current, read);
    const folder = folderOf(current);
    const options = isObject(settings.compilerOptions) ? settings.compilerOptions : {};
    const base = typeof options.baseUrl === 'string' ? posix.join(folder, options.baseUrl) : folder;
    const found = pathsOf(options.paths, base);
    if (typeof options.baseUrl === 'string') found.push({ pattern: '*', targets: [posix.join(base, '*')] });
    if (found.length > 0) return found;
    const parent: unknown = Array.isArray(settings.extends) ? settings.extends.at(-1) : settings.extends;
    if (typeof parent !== 'string' || !parent.startsWith('.')) return [];
    current = posix.join(folder, parent.endsWith('.json') ? parent : `${parent}.json`);
  }
  return [];
}

function pathsOf(paths: unknown, base: string): Omit<ModuleAlias, 'folder'>[] {
  if (!isObject(paths)) return [];
  return Object.entries(paths).flatMap(([pattern, targets]) =>
    Array.isArray(targets)
      ? [{ pattern, targets: targets.filter((each) => typeof each === 'string').map((each) => posix.join(base, each)) }]
      : [],
  );
}

/** A package of the repository is its source; where the manifest names compiled files, the sources are next to them. */
function packageAliases(
  folder: string,
  manifest: Json,
  isFramework: (name: string) => boolean,
): readonly ModuleAlias[] {
  const inner = Object.entries(isObject(manifest.imports) ? manifest.imports : {}).map(([pattern, target]) => ({
    folder,
    pattern,
    targets: filesOf(target).flatMap((file) => sourcesOf(folder, file)),
  }));
  const { name } = manifest;
  if (typeof name !== 'string' || isFramework(name)) return inner;
  const exported = isObject(manifest.exports) ? manifest.exports : { '.': manifest.exports };
  const main = [
    ...filesOf(exported['.']),
    ...filesOf(manifest.source),
    ...filesOf(manifest.module),
    ...filesOf(manifest.main),
  ];
  const aliases = [
    { pattern: name, targets: [...main.flatMap((file) => sourcesOf(folder, file)), posix.join(folder, 'src'), folder] },
    ...Object.entries(exported)
      .filter(([key]) => key.startsWith('./'))
      .map(([key, target]) => ({
        pattern: `${name}/${key.slice(2)}`,
        targets: filesOf(target).flatMap((file) => sourcesOf(folder, file)),
      })),
    { pattern: `${name}/*`, targets: [posix.join(folder, 'src/*'), posix.join(folder, '*')] },
  ];
  return [...inner, ...aliases.map((alias) => ({ folder: '', ...alias }))];
}

/** The files in a value of `exports`, whose conditions nest. */
function filesOf(target: unknown, depth = 0): readonly string[] {
  if (typeof target === 'string') return [target];
  return isObject(target) && depth < 5 ? Object.values(target).flatMap((each) => filesOf(each, depth + 1)) : [];
}

function sourcesOf(folder: string, file: string): readonly string[] {
  const source = file.replace(/\.d\.([cm]?ts)$/, '.$1').replace(/^\.\/(?:dist|build|lib|out)\//, './src/');
  return [posix.join(folder, file.replace(/\.d\.([cm]?ts)$/, '.$1')), posix.join(folder, source)];
}
