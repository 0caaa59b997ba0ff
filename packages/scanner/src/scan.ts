/** The pipeline: walk, classify, parse, facts, resolve, recognize, assemble. */
import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import type { ScanDocument } from '@aispm/types';
import packageJson from '../package.json' with { type: 'json' };
import { assemble, type Subject } from './assemble/document.ts';
import { findViolation } from './assemble/validate.ts';
import { CODE_OWNERS_PATHS, readCodeOwners } from './configurations/code-owners.ts';
import { addConfiguration, mayBeConfiguration } from './configurations/configurations.ts';
import { ScanError } from './errors.ts';
import type { FileFacts } from './facts/facts.ts';
import { FRAMEWORKS } from './frameworks/frameworks.ts';
import { readGoModules } from './languages/go/modules.ts';
import { languageOf } from './languages/parser.ts';
import { readAliases } from './languages/typescript/aliases.ts';
import { createGraph, type Diagnostic, type Found, type FoundEdge } from './recognize/graph.ts';
import { recognize } from './recognize/recognize.ts';
import { isExample } from './recognize/relevance.ts';
import type { PathSet } from './resolve/module-resolver.ts';
import { createPathSet, createProject, importedFiles } from './resolve/project.ts';
import { createPool } from './sources/pool.ts';
import type { SourceRequest } from './sources/read-source.ts';
import { readRepository } from './walk/git.ts';
import { readText, walk } from './walk/walk.ts';

/** Options of a scan. */
export interface ScanOptions {
  /** Patterns of paths that are not read, in the syntax of `.gitignore`. */
  readonly exclude?: readonly string[];
  /** Names the repository in every scan. Default: the address of its remote without scheme, or the name of the folder. */
  readonly target?: string;
  /** `ci` when a pipeline runs the scan. */
  readonly trigger?: 'manual' | 'ci';
  /** Is called with the number of files that were read and of those to read. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/** The result of a scan. */
export interface ScanReport {
  readonly document: ScanDocument;
  /** What could not be read or resolved. */
  readonly diagnostics: readonly Diagnostic[];
  /** What was found, with the code that led to it. */
  readonly objects: readonly Found[];
  readonly relations: readonly FoundEdge[];
  readonly statistics: {
    /** Files of the repository, and those that were parsed. */
    readonly files: number;
    readonly parsed: number;
  };
}

/** No more rounds of imported files are read. */
const MAX_ROUNDS = 6;

/**
 * Scans a folder. It reads files and git only: nothing of the repository is executed, and nothing is sent.
 *
 * @throws {ScanError} when the path is no folder that can be read
 */
export async function scan(path: string, options: ScanOptions = {}): Promise<ScanReport> {
  const root = resolve(path);
  const listing = await walk(root, options.exclude ?? []);
  if (listing.paths.length === 0)
    throw new ScanError(`There are no files to read in ${path}. Pass the folder of a repository.`);
  const graph = createGraph();
  const pathSet = createPathSet(listing.paths, [
    ...(await readAliases(listing.paths, readSettings(root), isFrameworkPackage)),
    ...(await readGoModules(listing.paths, readSettings(root), isFrameworkPackage)),
  ]);
  const facts = await readFacts(root, listing.paths, pathSet, graph.diagnostics, options);
  const ownPackages = new Set<string>();
  const project = createProject(facts, pathSet, ownPackages);
  recognize(project, graph, FRAMEWORKS);
  for (const path of listing.paths.filter(mayBeConfiguration)) {
    const text = await readConfiguration(root, path, graph.diagnostics);
    if (text !== undefined) addConfiguration(graph, path, text);
  }
  const subject = await describeSubject(root, options);
  const texts = await readTexts(root, graph.objects());
  const document = assemble(graph, subject, (file) => texts.get(file));
  const violation = await findViolation(document);
  if (violation !== undefined) throw new Error(`The scan document does not meet the contract: ${violation}.`);
  return {
    document,
    diagnostics: graph.diagnostics,
    objects: graph.objects(),
    relations: graph.edges(),
    statistics: { files: listing.paths.length, parsed: facts.length },
  };
}

/** Reads settings of compilers and packages; those that cannot be read define nothing. */
function readSettings(root: string): (path: string) => Promise<string | undefined> {
  return async (path) => {
    const read = await readText(root, path);
    return read !== undefined && 'text' in read ? read.text : undefined;
  };
}

function isFrameworkPackage(name: string): boolean {
  return FRAMEWORKS.some(({ packages }) => packages.includes(name));
}

async function readConfiguration(root: string, path: string, diagnostics: Diagnostic[]): Promise<string | undefined> {
  const read = await readText(root, path);
  if (read === undefined || 'text' in read) return read?.text;
  diagnostics.push({ kind: 'unreadable', file: path, message: read.problem });
  return undefined;
}

/** Reads the sources that may matter, then what they import. */
async function readFacts(
  root: string,
  paths: readonly string[],
  pathSet: PathSet,
  diagnostics: Diagnostic[],
  { onProgress }: ScanOptions,
): Promise<readonly FileFacts[]> {
  const facts = new Map<string, FileFacts>();
  const asked = new Set<string>();
  let wanted: SourceRequest[] = paths
    .filter((path) => languageOf(path) !== undefined && !isExample(path))
    .map((path) => ({ path, isForced: false }));
  const pool = createPool(root, wanted.length);
  try {
    for (let round = 0; round < MAX_ROUNDS && wanted.length > 0; round += 1) {
      const total = wanted.length;
      const imported = new Set<string>();
      const results = await pool.read(wanted, (done) => onProgress?.({ done, total }));
      for (const { facts: file, diagnostics: found } of results) {
        diagnostics.push(...found);
        if (file === undefined) continue;
        facts.set(file.path, file);
        for (const each of importedFiles(file, pathSet)) imported.add(each);
      }
      const isNew = (path: string) => !facts.has(path) && !asked.has(path) && languageOf(path) !== undefined;
      wanted = [...imported].filter(isNew).map((path) => ({ path, isForced: true }));
      for (const { path } of wanted) asked.add(path);
    }
  } finally {
    await pool.close();
  }
  return [...facts.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Reads the sources of which lines are shown. */
async function readTexts(root: string, objects: readonly Found[]): Promise<ReadonlyMap<string, string>> {
  const files = objects.flatMap(({ locations }) => locations.filter(({ lines }) => lines > 0).map(({ file }) => file));
  const texts = new Map<string, string>();
  for (const file of new Set(files)) {
    const read = await readText(root, file);
    if (read !== undefined && 'text' in read) texts.set(file, read.text);
  }
  return texts;
}

async function describeSubject(root: string, options: ScanOptions): Promise<Subject> {
  const repository = await readRepository(root);
  const address = repository?.url?.replace(/^https?:\/\//, '');
  const target = options.target ?? address ?? basename(root);
  return {
    target: target === '' ? createHash('sha256').update(root).digest('hex').slice(0, 12) : target,
    ...(repository?.url !== undefined && { repositoryUrl: repository.url }),
    ...(repository?.branch !== undefined && { branch: repository.branch }),
    ...(repository?.commit !== undefined && { commit: repository.commit }),
    prefix: repository?.prefix ?? '',
    toolVersion: packageJson.version,
    trigger: options.trigger ?? 'manual',
    ownersOf: await readOwners(root),
  };
}

/** Reads who owns which path; nobody knows where the repository has no such file. */
async function readOwners(root: string): Promise<Subject['ownersOf']> {
  for (const path of CODE_OWNERS_PATHS) {
    const read = await readText(root, path);
    if (read !== undefined && 'text' in read) return readCodeOwners(read.text);
  }
  return () => undefined;
}
