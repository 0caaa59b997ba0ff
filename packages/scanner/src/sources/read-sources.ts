/** Reads the sources of a repository: those that may matter, then what they import. */
import { fingerprint } from '../cache/fingerprint.ts';
import type { Store } from '../cache/store.ts';
import type { FileFacts, Scope } from '../facts/facts.ts';
import type { PathSet } from '../facts/module-resolver.ts';
import { visitCalls } from '../facts/visit.ts';
import { LIBRARY_METHODS } from '../frameworks/library-methods.ts';
import type { Diagnostic } from '../graph/graph.ts';
import { isExample } from '../recognize/shared/relevance.ts';
import { namedDataFiles } from '../resolve/data-files.ts';
import { filesOfImports, importedFiles } from '../resolve/project.ts';
import { isData } from './data.ts';
import { unpackFacts } from './pack.ts';
import { languageOf } from './parser.ts';
import { createPool } from './pool.ts';
import type { SourceRequest, SourceResult } from './read-source.ts';

/** No more iterations of imported files are read. */
const MAX_ROUNDS = 6;
/** The name of the facts in the cache. */
const NAME = 'facts';

type CachedSources = Map<string, Pick<SourceResult, 'isRelevant' | 'imports' | 'packed'> & { readonly digest: string }>;

/** What is needed to read sources. */
export interface SourcesOptions {
  readonly root: string;
  readonly paths: readonly string[];
  readonly pathSet: PathSet;
  readonly store: Store | undefined;
  /** Gets the digest of each file that is read. */
  readonly digests: Map<string, string>;
  readonly onProgress: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
}

/** Returns the facts of the sources, by path; what could not be read is added to the diagnostics. */
export async function readSources(options: SourcesOptions, diagnostics: Diagnostic[]): Promise<readonly FileFacts[]> {
  const { root, paths, pathSet, store, digests, onProgress } = options;
  const cached = ((await store?.read(NAME, fingerprint())) ?? new Map()) as CachedSources;
  const read: CachedSources = new Map();
  let isChanged = false;
  const facts = new Map<string, FileFacts>();
  const asked = new Set<string>();
  const requestOf = (path: string, isForced: boolean): SourceRequest => {
    const known = cached.get(path);
    if (known === undefined) return { path, isForced };
    const { digest, isRelevant, packed } = known;
    return { path, isForced, known: { digest, isRelevant, hasFacts: packed !== undefined } };
  };
  let wanted = paths
    .filter((path) => languageOf(path) !== undefined && !isExample(path))
    .map((path) => requestOf(path, false));
  let hasCallers = false;
  const strings = new Map<string, string>();
  const pool = createPool(root, wanted.filter(({ known }) => known === undefined).length);
  try {
    for (let round = 0; round < MAX_ROUNDS && wanted.length > 0; round += 1) {
      const total = wanted.length;
      const imported = new Set<string>();
      const results = await pool.read(wanted, (done) => onProgress?.({ done, total }));
      for (const [index, result] of results.entries()) {
        const { path = '' } = wanted[index] ?? {};
        const { digest, isRelevant, isAsked, isUnchanged } = result;
        diagnostics.push(...result.diagnostics);
        // What a thread didn't read must not be cached: the next scan may read it.
        digests.set(path, digest ?? 'not read');
        if (digest === undefined) continue;
        const { packed, imports } = isUnchanged ? (cached.get(path) ?? {}) : result;
        if (result.diagnostics.length === 0)
          read.set(path, { digest, isRelevant, ...(imports && { imports }), ...(packed && { packed }) });
        if (!isUnchanged) isChanged = true;
        if (packed === undefined || !(isAsked || isRelevant)) continue;
        const file = unpackFacts(packed, strings);
        diagnostics.push(...syntaxProblems(file));
        facts.set(file.path, file);
        for (const each of importedFiles(file, pathSet)) imported.add(each);
        for (const each of namedDataFiles(file, pathSet)) imported.add(each);
      }
      // What a file creates may be completed by those that import it: `from desk.server import mcp`.
      if (round === 0) for (const each of importersOf(read, pathSet)) imported.add(each);
      const isNew = (path: string) =>
        !facts.has(path) && !asked.has(path) && (languageOf(path) !== undefined || isData(path));
      wanted = [...imported].filter(isNew).map((path) => requestOf(path, true));
      for (const { path } of wanted) asked.add(path);
      const methods = wanted.length > 0 || hasCallers ? [] : extensionsOf(facts.values());
      if (methods.length === 0) continue;
      // Files call extension methods without importing what these use.
      hasCallers = true;
      wanted = paths
        .filter((path) => path.endsWith('.cs') && !isExample(path) && !facts.has(path))
        .map((path) => ({ ...requestOf(path, false), methods }));
    }
  } finally {
    await pool.close();
  }
  if (isChanged || read.size !== cached.size) await store?.write(NAME, fingerprint(), read);
  return [...facts.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Lists the sources that import one that matters by itself. */
function importersOf(sources: CachedSources, pathSet: PathSet): readonly string[] {
  return [...sources].flatMap(([path, { isRelevant, imports = [] }]) => {
    const language = isRelevant || imports.length === 0 ? undefined : languageOf(path)?.id;
    const isImporter =
      language !== undefined &&
      filesOfImports(imports, language, path, pathSet).some((each) => sources.get(each)?.isRelevant);
    return isImporter ? [path] : [];
  });
}

/** Names of extension methods that call methods of a framework. */
function extensionsOf(files: Iterable<FileFacts>): readonly string[] {
  const names = new Set<string>();
  for (const facts of files) {
    if (facts.language !== 'csharp') continue;
    visitCalls(facts, ({ callee }, { scope }) => {
      if (callee.kind !== 'member' || !LIBRARY_METHODS.has(callee.name)) return;
      const extension = functionAround(facts, scope);
      if (extension?.parameters[0]?.isReceiver) names.add(extension.name);
    });
  }
  return [...names];
}

/** The named function around a scope. */
function functionAround({ scopes }: FileFacts, start: number): Scope | undefined {
  let index: number | undefined = start;
  while (index !== undefined && scopes[index]?.name === '') index = scopes[index]?.parent;
  const found = index === undefined ? undefined : scopes[index];
  return found?.kind === 'function' ? found : undefined;
}

function syntaxProblems({ path, problems }: FileFacts): readonly Diagnostic[] {
  return problems.map(({ message, span }) => ({ kind: 'syntax', file: path, line: span[0], message }));
}
