/** The files of a repository as modules: which file an import means, and which facts are known. */
import { posix } from 'node:path';
import { groupBy } from '@aispm/domain';
import type {
  CallExpression,
  Expression,
  FileFacts,
  ImportStatement,
  LanguageId,
  Scope,
  Statement,
} from '../facts/facts.ts';
import type { ModuleAlias, ModuleResolver, PathSet } from '../facts/module-resolver.ts';
import { type Context, visitCalls } from '../facts/visit.ts';
import { csharpModules } from '../languages/csharp/modules.ts';
import { goModules } from '../languages/go/modules.ts';
import { javaModules } from '../languages/java/modules.ts';
import { pythonModules } from '../languages/python/modules.ts';
import { typescriptModules } from '../languages/typescript/modules.ts';

/** A call with its position. */
export interface CallSite {
  readonly file: string;
  readonly call: CallExpression;
  readonly context: Context;
}

const RESOLVERS: Record<LanguageId, ModuleResolver> = {
  python: pythonModules,
  typescript: typescriptModules,
  go: goModules,
  csharp: csharpModules,
  java: javaModules,
};

/** The repository while it is resolved. */
export interface Project {
  readonly files: ReadonlyMap<string, FileFacts>;
  readonly paths: PathSet;
  /** All calls by the last name of what they call. */
  readonly callsByName: ReadonlyMap<string, readonly CallSite[]>;
  readonly scopeIndex: (file: string, scope: number) => ScopeIndex;
  /** Bindings in functions that mean names of the module: `global client`. */
  readonly globalBindings: (file: string) => ReadonlyMap<string, readonly GlobalBinding[]>;
  /** Whether a file may export a name, by itself or from another file. */
  readonly mayExport: (file: string, name: string) => boolean;
  /** Names of methods that are those of libraries, whatever the repository defines under the same names. */
  readonly libraryMethods: ReadonlySet<string>;
  /** Whether a value can get from one file to the other, because imports connect them. */
  readonly areConnected: (a: string, b: string) => boolean;
  /** A name for all files that imports connect with a file: the same for each of them. */
  readonly componentOf: (file: string) => string;
}

/** The position of a statement that binds a name of the module from inside of a function. */
export interface GlobalBinding {
  readonly scope: number;
  readonly statement: number;
}

/** The statements of a scope by the name that they bind or change. */
export interface ScopeIndex {
  readonly bindings: ReadonlyMap<string, readonly number[]>;
  /** `import *` statements. */
  readonly stars: readonly ImportStatement[];
}

/**
 * Indexes facts.
 *
 * @param paths all files of the repository, also those without facts
 * @param libraryMethods names of methods that are never extensions which the repository defines. Default: none
 */
export function createProject(
  facts: readonly FileFacts[],
  paths: PathSet,
  libraryMethods: ReadonlySet<string> = new Set(),
): Project {
  const callsByName = new Map<string, CallSite[]>();
  for (const file of facts) {
    visitCalls(file, (call, context) => {
      const name = lastName(call);
      if (name === undefined) return;
      const sites = callsByName.get(name) ?? [];
      callsByName.set(name, sites);
      sites.push({ file: file.path, call, context });
    });
  }
  for (const site of decorations(facts)) {
    const sites = callsByName.get(site.name) ?? [];
    callsByName.set(site.name, sites);
    sites.push(site);
  }
  const files = new Map(facts.map((file) => [file.path, file]));
  const componentOf = connectionsOf(facts, paths);
  const exported = exportedNames(facts);
  const indexes = new Map<string, ScopeIndex>();
  const globals = new Map<string, ReadonlyMap<string, readonly GlobalBinding[]>>();
  return {
    files,
    paths,
    callsByName,
    libraryMethods,
    mayExport: (file, name) => exported.has(name) || (files.get(file)?.language ?? 'python') === 'python',
    areConnected: (a, b) => a === b || componentOf(a) === componentOf(b),
    componentOf,
    globalBindings: (file) => {
      const known = globals.get(file) ?? findGlobals(files.get(file)?.scopes ?? []);
      globals.set(file, known);
      return known;
    },
    scopeIndex: (file, scope) => {
      const key = `${scope} ${file}`;
      let index = indexes.get(key);
      if (index === undefined) {
        index = indexScope(files.get(file)?.scopes[scope]);
        indexes.set(key, index);
      }
      return index;
    },
  };
}

/**
 * What decorators call: `@register` above a function calls `register(function)`, and `@register("x")` calls what `register("x")` returns.
 * Only decorators that have the name of a function of the repository count.
 */
function decorations(facts: readonly FileFacts[]): readonly (CallSite & { readonly name: string })[] {
  const sources = facts.filter(({ language }) => language === 'python');
  const functions = new Set<string>();
  for (const { scopes } of sources) {
    for (const { kind, name, parameters } of scopes) {
      if (kind === 'function' && (parameters.length > 0 || name === '__call__')) functions.add(name);
    }
  }
  return sources.flatMap(({ path, scopes }) =>
    scopes.flatMap((scope, index) =>
      scope.decorators.flatMap((decorator, position) => {
        const inner = decorator.kind === 'call' ? decorator : undefined;
        const name = lastName(inner ?? { callee: decorator });
        if (name === undefined || !functions.has(name)) return [];
        const value: Expression = { kind: scope.kind === 'class' ? 'class' : 'function', scope: index };
        const call: CallExpression = {
          kind: 'call',
          // Calls of the file have positive numbers.
          id: -(index * 100 + position + 1),
          callee: decorator,
          arguments: [{ value }],
          span: scope.span,
        };
        return [{ name, file: path, call, context: { scope: scope.parent ?? 0 } }];
      }),
    ),
  );
}

/** Creates the set of paths. */
export function createPathSet(
  allPaths: readonly string[],
  aliases: readonly ModuleAlias[] = [],
  frameworkModules: ReadonlySet<string> = new Set(),
): PathSet {
  const paths = new Set(allPaths);
  const folders = new Set<string>();
  let byFolder: ReadonlyMap<string, readonly string[]> | undefined;
  for (const path of allPaths) {
    for (let folder = posix.dirname(path); folder !== '.' && !folders.has(folder); folder = posix.dirname(folder)) {
      folders.add(folder);
    }
  }
  return {
    hasFile: (path) => paths.has(path),
    hasFolder: (path) => folders.has(path),
    filesIn: (folder) => {
      byFolder ??= groupBy(allPaths, (path) => posix.dirname(path));
      return byFolder.get(folder === '' ? '.' : folder) ?? [];
    },
    aliases,
    frameworkModules,
  };
}

/** Returns the files of the repository that the imports of a file may mean. */
export function importedFiles(facts: FileFacts, paths: PathSet): readonly string[] {
  const imports = facts.scopes.flatMap(({ statements }) => statements.filter((each) => each.kind === 'import'));
  const exports = (facts.exports ?? []).flatMap(({ module, imported }) =>
    module === undefined ? [] : [{ module, name: imported }],
  );
  return filesOfImports([...imports, ...exports], facts.language, facts.path, paths);
}

/** Returns the files of the repository that imports in a file may mean. */
export function filesOfImports(
  imports: readonly { readonly module: string; readonly name?: string | undefined }[],
  language: LanguageId,
  from: string,
  paths: PathSet,
): readonly string[] {
  const modules = new Set<string>();
  for (const { module, name } of imports) {
    modules.add(module);
    if (name !== undefined && name !== '*') modules.add(RESOLVERS[language].submodule(module, name));
  }
  return [...modules].flatMap((module) => candidatesOf(paths, language, module, from));
}

/** Returns the files that a module name means, best first. */
export function resolveModule(project: Project, module: string, from: string): readonly string[] {
  const language = project.files.get(from)?.language ?? 'python';
  return candidatesOf(project.paths, language, module, from).filter((path) => path !== from);
}

const resolved = new WeakMap<PathSet, Map<string, readonly string[]>>();

/** What a module name means is the same for all files of a folder. */
function candidatesOf(paths: PathSet, language: LanguageId, module: string, from: string): readonly string[] {
  const known = resolved.get(paths) ?? new Map<string, readonly string[]>();
  resolved.set(paths, known);
  const key = `${language} ${module} ${posix.dirname(from)}`;
  const candidates = known.get(key) ?? RESOLVERS[language].candidates(module, from, paths);
  known.set(key, candidates);
  return candidates;
}

/**
 * Returns a function that names the files which imports connect with a file, in either direction and over other files: only then can a
 * value of one reach the other.
 */
function connectionsOf(facts: readonly FileFacts[], paths: PathSet): Project['componentOf'] {
  const parents = new Map<string, string>();
  const rootOf = (path: string): string => {
    let root = path;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    // The next search for the same file takes one step.
    for (let each = path; each !== root; ) {
      const next = parents.get(each) ?? root;
      parents.set(each, root);
      each = next;
    }
    return root;
  };
  for (const file of facts) {
    for (const imported of importedFiles(file, paths)) {
      const [a, b] = [rootOf(file.path), rootOf(imported)];
      if (a !== b) parents.set(a, b);
    }
  }
  return rootOf;
}

/** Returns whether all files that a module name means are the module together, in the language of the importing file. */
export function isPackageOfFiles(project: Project, from: string): boolean {
  return RESOLVERS[project.files.get(from)?.language ?? 'python'].isPackageOfFiles === true;
}

/** Returns whether a name that no file defines may be of any of the modules that are imported as a whole. */
export function areStarsAmbiguous(project: Project, from: string): boolean {
  return RESOLVERS[project.files.get(from)?.language ?? 'python'].areStarsAmbiguous === true;
}

/** Joins a module and a name inside of it. */
export function submoduleOf(project: Project, file: string, module: string, name: string): string {
  const language = project.files.get(file)?.language ?? 'python';
  return RESOLVERS[language].submodule(module, name);
}

function lastName({ callee }: Pick<CallExpression, 'callee'>): string | undefined {
  let expression = callee;
  while (expression.kind === 'element') expression = expression.object;
  if (expression.kind === 'name') return expression.name;
  return expression.kind === 'member' ? expression.name : undefined;
}

function indexScope(scope: Scope | undefined): ScopeIndex {
  const bindings = new Map<string, number[]>();
  const stars: ImportStatement[] = [];
  scope?.statements.forEach((statement, index) => {
    if (statement.kind === 'import' && statement.name === '*' && statement.local === '*') stars.push(statement);
    for (const name of boundNames(statement)) {
      const indexes = bindings.get(name);
      if (indexes === undefined) bindings.set(name, [index]);
      else indexes.push(index);
    }
  });
  return { bindings, stars };
}

/** The names that modules of a repository export. In Python, every file of a folder is such a name as well, so they say little there. */
function exportedNames(facts: readonly FileFacts[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { language, scopes, exports = [] } of facts) {
    if (language === 'python') continue;
    for (const statement of scopes[0]?.statements ?? []) for (const name of boundNames(statement)) names.add(name);
    for (const { name } of exports) names.add(name);
  }
  return names;
}

function findGlobals(scopes: readonly Scope[]): ReadonlyMap<string, readonly GlobalBinding[]> {
  const found = scopes.flatMap((scope, index) =>
    scope.globals === undefined
      ? []
      : scope.statements.flatMap((each, statement) =>
          boundNames(each)
            .filter((name) => scope.globals?.includes(name))
            .map((name) => ({ name, scope: index, statement })),
        ),
  );
  return groupBy(found, ({ name }) => name);
}

function boundNames(statement: Statement): readonly string[] {
  switch (statement.kind) {
    case 'define':
      return [statement.name];
    case 'import':
      return [statement.local];
    case 'assign':
      return statement.isAddition ? [] : targetNames(statement.target);
    case 'iterate':
      return targetNames(statement.target);
    default:
      return [];
  }
}

/** Lists the names that a target binds. */
export function targetNames(target: Expression): readonly string[] {
  if (target.kind === 'name') return [target.name];
  if (target.kind === 'list') return target.items.flatMap(targetNames);
  if (target.kind === 'dictionary') return target.entries.flatMap(({ value }) => targetNames(value));
  if (target.kind === 'choice') return target.options.slice(0, 1).flatMap(targetNames);
  if (target.kind === 'spread') return targetNames(target.value);
  return [];
}
