/** The pipeline: walk, classify, parse, facts, resolve, recognize, assemble. */
import { resolve } from 'node:path';
import { readOwners } from '../assemble/owners.ts';
import { createReport, type ScanReport } from '../assemble/report.ts';
import { describeSubject } from '../assemble/subject.ts';
import { fingerprint } from '../cache/fingerprint.ts';
import { cacheReport, readCachedReport } from '../cache/report.ts';
import { openStore, type Store, userCacheFolder } from '../cache/store.ts';
import { addAgentOfFile } from '../configurations/agent-files.ts';
import { addConfiguration, mayBeConfiguration } from '../configurations/configurations.ts';
import { readPluginAgents } from '../configurations/plugin-agents.ts';
import { ScanError } from '../core/errors.ts';
import { FRAMEWORKS } from '../frameworks/frameworks.ts';
import { LIBRARY_METHODS } from '../frameworks/library-methods.ts';
import { createGraph, type DetectedObject, type Diagnostic } from '../graph/graph.ts';
import { findCsharpProjects } from '../languages/csharp/modules.ts';
import { readGoModules } from '../languages/go/modules.ts';
import { readFrameworkSources } from '../languages/python/framework-sources.ts';
import { readAliases } from '../languages/typescript/aliases.ts';
import { linkStartedServers } from '../recognize/mcp/started-servers.ts';
import { recognize } from '../recognize/recognize.ts';
import { createPathSet, createProject } from '../resolve/project.ts';
import { readSources } from '../sources/read-sources.ts';
import { checkOut } from '../walk/commit.ts';
import { type Repository, readRepository } from '../walk/git.ts';
import { digestOf, type Listing, type ReadResult, readText, requireFolder, walk } from '../walk/walk.ts';

/** Options of a scan. */
export interface ScanOptions {
  /** Patterns of paths that aren't read, in the syntax of `.gitignore`. */
  readonly exclude?: readonly string[];
  /** Names the repository in every scan. Default: the URL of its remote without the scheme, or the name of the folder. */
  readonly target?: string;
  /** `ci` when a pipeline runs the scan. */
  readonly trigger?: 'manual' | 'ci';
  /**
   * The folder that keeps what was read, so that unchanged files aren't parsed again; false keeps nothing. Default: `aispm-scan` in
   * the cache folder of the user.
   */
  readonly cache?: string | false;
  /** Is called with the number of files that were read and of those to read. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/**
 * Scans a folder. It reads files and git only: nothing of the repository is executed, and nothing is sent.
 *
 * @throws {ScanError} if the path isn't a readable folder
 */
export async function scan(path: string, options: ScanOptions = {}): Promise<ScanReport> {
  const root = resolve(path);
  await requireFolder(root);
  const listing = await walk(root, options.exclude ?? []);
  if (listing.paths.length === 0) throw new ScanError(`${path} contains no files to scan.`);
  const repository = await readRepository(root);
  const store = storeOf(root, options);
  const scanned = { root, folder: root, listing, repository, options, store };
  if (store === undefined) return (await findComponents(scanned)).report;
  const { exclude, target, trigger } = options;
  const inputs = [fingerprint(), root, listing, exclude, target, trigger, repository];
  const cached = await readCachedReport<ScanReport>(store, inputs, root);
  if (cached !== undefined) return cached;
  const { report, digests } = await findComponents(scanned);
  await cacheReport(store, inputs, digests, report);
  return report;
}

/**
 * Scans the files that a commit has in a folder. It uses what the cache has of the folder, and doesn't change it.
 *
 * @param commit its hash
 * @throws {ScanError} if git can't read the commit
 */
export async function scanCommit(path: string, commit: string, options: ScanOptions = {}): Promise<ScanReport> {
  const root = resolve(path);
  const repository = await readRepository(root);
  const { folder, paths, remove } = await checkOut(root, commit, options.exclude ?? []);
  try {
    const store = storeOf(root, options);
    const { report } = await findComponents({
      root,
      folder,
      listing: { paths, diagnostics: [] },
      repository: repository && { ...repository, commit },
      options,
      store: store && { ...store, write: async () => {} },
    });
    return report;
  } finally {
    await remove();
  }
}

function storeOf(root: string, { cache = userCacheFolder() }: ScanOptions): Store | undefined {
  return cache === undefined || cache === false ? undefined : openStore(resolve(cache), root);
}

interface Scanned {
  /** The folder that was asked for, which may name the target. */
  readonly root: string;
  /** The folder with the files. */
  readonly folder: string;
  readonly listing: Listing;
  readonly repository: Repository | undefined;
  readonly options: ScanOptions;
  readonly store: Store | undefined;
}

type Read = (path: string) => Promise<ReadResult>;

/** Returns the report, and the digests of all files that it depends on. */
async function findComponents({ root, folder, listing, repository, options, store }: Scanned) {
  const digests = new Map<string, string>();
  const read: Read = async (path) => {
    const result = await readText(folder, path);
    digests.set(path, digestOf(result));
    return result;
  };
  const graph = createGraph();
  graph.diagnostics.push(...listing.diagnostics);
  const settings = readSettings(read);
  const aliases = [
    ...(await readAliases(listing.paths, settings, isFrameworkPackage)),
    ...(await readGoModules(listing.paths, settings, isFrameworkPackage)),
    ...findCsharpProjects(listing.paths, isFrameworkPackage),
  ];
  const ownSources = await readFrameworkSources(listing.paths, settings, PYTHON_FRAMEWORKS);
  const pathSet = createPathSet(listing.paths, aliases, ownSources.modules);
  const paths = listing.paths.filter((path) => !ownSources.contains(path));
  const { onProgress } = options;
  const sources = { root: folder, paths, pathSet, store, digests, onProgress };
  const facts = await readSources(sources, graph.diagnostics);
  const agentsOf = recognize(createProject(facts, pathSet, LIBRARY_METHODS), graph, FRAMEWORKS);
  const isPluginAgent = await readPluginAgents(listing.paths, settings);
  for (const path of listing.paths.filter((each) => mayBeConfiguration(each) || isPluginAgent(each))) {
    const text = await readConfiguration(read, path, graph.diagnostics);
    if (text === undefined) continue;
    if (isPluginAgent(path)) addAgentOfFile(graph, path, text);
    else addConfiguration(graph, path, text, agentsOf);
  }
  linkStartedServers(graph);
  const subject = describeSubject(root, repository, options, await readOwners(read));
  const shown = await readShownFiles(read, graph.objects());
  const statistics = { files: listing.paths.length, parsed: facts.length };
  return { report: await createReport(graph, subject, statistics, (file) => shown.get(file)), digests };
}

/** Reads settings of compilers and packages; those that can't be read define nothing. */
function readSettings(readFile: Read): (path: string) => Promise<string | undefined> {
  return async (path) => {
    const read = await readFile(path);
    return read !== undefined && 'text' in read ? read.text : undefined;
  };
}

const PYTHON_FRAMEWORKS = FRAMEWORKS.filter(({ language }) => language === 'python');

function isFrameworkPackage(name: string): boolean {
  return FRAMEWORKS.some(({ packages }) => packages.includes(name));
}

async function readConfiguration(readFile: Read, path: string, diagnostics: Diagnostic[]): Promise<string | undefined> {
  const read = await readFile(path);
  if (read === undefined || 'text' in read) return read?.text;
  diagnostics.push({ kind: 'unreadable', file: path, message: read.problem });
  return undefined;
}

/** Reads the sources of which lines are shown. */
async function readShownFiles(
  readFile: Read,
  objects: readonly DetectedObject[],
): Promise<ReadonlyMap<string, string>> {
  const files = objects.flatMap(({ locations }) => locations.filter(({ lines }) => lines > 0).map(({ file }) => file));
  const shown = new Map<string, string>();
  for (const file of new Set(files)) {
    const read = await readFile(file);
    if (read !== undefined && 'text' in read) shown.set(file, read.text);
  }
  return shown;
}
