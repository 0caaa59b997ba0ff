/** Turns what was found into a scan document of the contract. */
import { posix } from 'node:path';
import type { ScanDocument, ScannedEdge, ScannedLocation, ScannedObject } from '@aispm/types';
import type { DetectedEdge, DetectedLocation, DetectedObject, Diagnostic, ObjectGraph } from '../graph/graph.ts';
import { implementedServerName } from '../recognize/mcp/mcp-servers.ts';
import { visible } from '../text/visible.ts';
import { assembleFindings } from './findings.ts';
import { documentKey, stableKey } from './keys.ts';
import { snippetOf } from './snippets.ts';

/** What is scanned, and by what. */
export interface Subject {
  /** Names the repository in every scan: its URL without the scheme, or the name of the folder. */
  readonly target: string;
  readonly repositoryUrl?: string;
  readonly branch?: string;
  readonly commit?: string;
  /** Folder of the scanned path below the root of the repository, with a trailing `/`; empty for the root. */
  readonly prefix: string;
  readonly toolVersion: string;
  readonly trigger: 'manual' | 'ci';
  /** What the scan is about. Default: `code`. */
  readonly scanType?: ScanDocument['scan_type'];
  /** What is scanned in this scan, where it is more or less than the target. */
  readonly series?: string;
  /** Returns the owners of a path; undefined when the repository declares no owners. */
  readonly ownersOf: (path: string) => readonly string[] | undefined;
}

/** Limits of the contract on the lists of a document. */
const MAX = { objects: 5_000, edges: 20_000, locations: 10_000 } as const;
/** A model named by many files has a location in each of them; more add no information. */
const MAX_LOCATIONS_OF_OBJECT = 500;

/** Returns the text of a file, to show lines of it. */
export type ReadFile = (path: string) => string | undefined;

/** Creates the scan document. What the contract's limits exclude is added to the diagnostics. */
export function assemble(graph: ObjectGraph, subject: Subject, readFile: ReadFile): ScanDocument {
  const objects = graph.objects().toSorted((a, b) => compare(orderOf(a), orderOf(b)));
  const included = objects.slice(0, MAX.objects - 1);
  const keys = new Map(included.map((found) => [found, keyOf(found, subject)]));
  const locations = new Map<string, ScannedLocation>();
  const edges: ScannedEdge[] = [];
  for (const found of included) addLocations(found, keys.get(found)?.key ?? '', subject, readFile, locations, edges);
  for (const { from, edge, to } of graph.edges().toSorted((a, b) => compare(orderOfEdge(a), orderOfEdge(b)))) {
    const [start, end] = [keys.get(from)?.key, keys.get(to)?.key];
    if (start !== undefined && end !== undefined) edges.push({ from_key: start, edge, to_key: end });
  }
  report(graph.diagnostics, 'objects', objects.length, MAX.objects - 1);
  report(graph.diagnostics, 'edges', edges.length, MAX.edges);
  report(graph.diagnostics, 'locations', locations.size, MAX.locations);
  const findings = assembleFindings(
    graph.findings,
    (found) => keys.get(found),
    (finding, stable) => {
      if (finding.location === undefined) return undefined;
      const path = pathInRepository(finding.location.file, subject);
      const scanned = scannedLocation(
        finding.location,
        path,
        stableKey(`${subject.target}#${path}#${stable}`),
        subject,
        readFile,
      );
      locations.set(scanned.key, scanned);
      return scanned.key;
    },
  );
  const includedLocations = [...locations.values()].slice(0, MAX.locations);
  const known = new Set([...includedLocations.map(({ key }) => key), ...[...keys.values()].map(({ key }) => key)]);
  return {
    scan_type: subject.scanType ?? 'code',
    trigger: subject.trigger,
    target: (subject.series ?? subject.target).slice(0, 2_048),
    ...(subject.branch !== undefined && { branch: subject.branch }),
    ...(subject.commit !== undefined && { commit_sha: subject.commit }),
    tool_name: 'aispm-scan',
    tool_version: subject.toolVersion,
    objects: [assetOf(subject), ...included.map((found) => scannedObject(found, keys.get(found), subject))],
    edges: edges.filter(({ from_key, to_key }) => known.has(from_key) && known.has(to_key)).slice(0, MAX.edges),
    locations: includedLocations,
    ...(findings.rules.length > 0 && { rules: findings.rules }),
    occurrences: findings.occurrences.filter(({ location_key: key }) => key === undefined || known.has(key)),
  };
}

function report(diagnostics: Diagnostic[], list: string, count: number, limit: number): void {
  if (count <= limit) return;
  diagnostics.push({
    kind: 'limit',
    message: `${count} ${list} were found; a scan document can have up to ${limit}. Scan parts of the repository separately.`,
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function orderOf({ kind, identity }: DetectedObject): string {
  return `${kind} ${identity}`;
}

function orderOfEdge({ from, edge, to }: DetectedEdge): string {
  return `${orderOf(from)} ${edge} ${orderOf(to)}`;
}

interface Keys {
  readonly key: string;
  readonly stable: string;
}

function keyOf(found: DetectedObject, { target, prefix }: Subject): Keys {
  const identity = isOfUser(found.identity)
    ? found.identity
    : found.identity.replace(/^(implemented:|)/, `$1${prefix}`);
  const stable = stableKey(found.publicKey ?? `${target}#${found.kind}:${identity}`);
  return { key: documentKey(found.kind, found.name, stable), stable };
}

/** Files of the user aren't in a repository. */
function isOfUser(path: string): boolean {
  return path.startsWith('~/');
}

function pathInRepository(file: string, { prefix }: Subject): string {
  return isOfUser(file) ? file : `${prefix}${file}`;
}

function assetOf({ target, repositoryUrl, branch, commit }: Subject): ScannedObject {
  const stable = stableKey(repositoryUrl ?? target);
  return {
    key: documentKey('asset', target, stable),
    stable_key: stable,
    object_type: 'asset',
    aispm_friendly_name: target.slice(0, 255),
    asset_type: 'repository',
    ...(repositoryUrl !== undefined && { repository_url: repositoryUrl }),
    ...(branch !== undefined && { branch }),
    ...(commit !== undefined && { commit_sha: commit }),
  };
}

function scannedObject(found: DetectedObject, keys: Keys | undefined, subject: Subject): ScannedObject {
  const fields = { ...found.fields } as Record<string, unknown>;
  if (found.kind === 'mcp_server' && fields.server_name === undefined) {
    fields.server_name = implementedServerName(subject.target, found.name);
  }
  const name = visible(found.name).slice(0, 255) || found.kind;
  // A source may give a tool an empty name.
  if (found.kind === 'tool' && fields.tool_name === '') fields.tool_name = name;
  const owners = ownersOf(found, subject);
  return {
    key: keys?.key ?? '',
    stable_key: keys?.stable ?? '',
    object_type: found.kind,
    aispm_friendly_name: name,
    ...fields,
    ...(owners !== undefined && { owners }),
    ...(found.labels.size > 0 && {
      labels: Object.fromEntries(
        [...found.labels].map(([name, value]) => [name, visible(value)] as const).sort(([a], [b]) => compare(a, b)),
      ),
    }),
  } as ScannedObject;
}

/** The owners of the files where an object is defined. Models have no owner. */
function ownersOf(found: DetectedObject, subject: Subject): readonly string[] | undefined {
  if (found.kind === 'model') return undefined;
  const owners = found.locations.map(({ file }) =>
    isOfUser(file) ? undefined : subject.ownersOf(`${subject.prefix}${file}`),
  );
  if (owners.length === 0 || owners.some((each) => each === undefined)) return undefined;
  return [...new Set(owners.flatMap((each) => each ?? []))].slice(0, 50);
}

function addLocations(
  found: DetectedObject,
  objectKey: string,
  subject: Subject,
  readFile: ReadFile,
  locations: Map<string, ScannedLocation>,
  edges: ScannedEdge[],
): void {
  const sorted = found.locations.toSorted(
    (a, b) =>
      compare(a.file, b.file) || (a.span[4] ?? 0) - (b.span[4] ?? 0) || a.span[0] - b.span[0] || a.span[1] - b.span[1],
  );
  const perFile = new Map<string, number>();
  for (const location of sorted.slice(0, MAX_LOCATIONS_OF_OBJECT)) {
    const path = pathInRepository(location.file, subject);
    const count = (perFile.get(path) ?? 0) + 1;
    perFile.set(path, count);
    // Lines aren't part of a key. What is found several times in a file is counted.
    const own = found.publicKey ?? found.identity.replace(/^[^#]*#/, '');
    const stable = stableKey(`${subject.target}#${path}#${found.kind}:${own}${count === 1 ? '' : `~${count}`}`);
    const scanned = scannedLocation(location, path, stable, subject, readFile);
    locations.set(scanned.key, scanned);
    edges.push({ from_key: objectKey, edge: 'locations', to_key: scanned.key });
  }
}

function scannedLocation(
  location: DetectedLocation,
  path: string,
  stable: string,
  subject: Subject,
  readFile: ReadFile,
): ScannedLocation {
  const [startLine, startColumn, endLine, endColumn] = location.span;
  const snippet = snippetOf(location, readFile(location.file));
  const name = visible(posix.basename(path)).slice(0, 255);
  return {
    key: documentKey('location', name, stable),
    stable_key: stable,
    aispm_friendly_name: name === '' ? 'file' : name,
    location_type: location.type,
    ...(subject.repositoryUrl !== undefined && { repository_url: subject.repositoryUrl }),
    file_path: path,
    ...(!location.isWhole && {
      start_line: startLine,
      end_line: endLine,
      start_column: startColumn,
      end_column: endColumn,
    }),
    ...(snippet !== undefined && { snippet }),
  };
}
