import { trimEnd } from '@aispm/openapi/trim';
import type { ScannedLocation } from '@aispm/types';
import { type Roots, toFileLocation } from '../document/file-location.ts';
import { maximum, truncate } from '../document/limits.ts';
import { redact } from '../document/redaction.ts';
import type { JsonNode } from '../report/json-node.ts';

/** The location of a result. */
export interface ResultLocation {
  /** Identifies the location independent of line numbers. */
  readonly identity: string;
  readonly snippet?: string;
  readonly location: Omit<ScannedLocation, 'key' | 'stable_key' | 'repository_url'>;
}

/** Lists the absolute URIs of the bases of a run: the folders that the tool scanned. */
export function listBaseUris(run: JsonNode): string[] {
  const bases = run.get('originalUriBaseIds');
  return bases
    .names()
    .map((name) => bases.get(name).get('uri').string())
    .filter((uri) => uri !== undefined && isAbsoluteUri(uri)) as string[];
}

/**
 * Reads the location of a result; without a file it is the root directory of the asset.
 *
 * @param name the name of what was scanned, for the root directory
 */
export function readLocation(result: JsonNode, run: JsonNode, roots: Roots, name: string): ResultLocation {
  const location = result.get('locations').item(0);
  const physical = location?.get('physicalLocation');
  const artifact = physical?.get('artifactLocation');
  const logical = location?.get('logicalLocations').item(0);
  const logicalName = logical?.get('fullyQualifiedName').string() ?? logical?.get('name').string();
  const stated = artifact && resolveFile(artifact, run);
  const file = artifact && stated !== undefined ? toFileLocation(stated, roots, artifact.get('uri')) : undefined;
  if (physical === undefined || file === undefined) {
    return { identity: withLogicalName('.', logicalName), location: createRoot(name) };
  }
  const region = physical.get('region');
  const snippet = region.get('snippet').get('text').string();
  return {
    identity: withLogicalName(file.name, logicalName),
    ...(snippet !== undefined && { snippet }),
    location: {
      aispm_friendly_name: truncate(file.name.split('/').at(-1) || file.name, 'ScannedLocation.aispm_friendly_name'),
      location_type: 'file',
      ...(file.path !== undefined && { file_path: file.path }),
      ...(file.url !== undefined && { url: file.url }),
      ...readRegion(region),
      ...(snippet !== undefined && { snippet: truncate(redact(snippet).text, 'ScannedLocation.snippet') }),
    },
  };
}

function createRoot(name: string): ResultLocation['location'] {
  const aispm_friendly_name = truncate(name, 'ScannedLocation.aispm_friendly_name');
  return { aispm_friendly_name, location_type: 'directory', file_path: '.' };
}

function withLogicalName(identity: string, name: string | undefined): string {
  return name === undefined ? identity : `${identity}#${name}`;
}

/** Resolves the path or URL of a file: its own or that of the artifact to which it refers, relative to its base. */
function resolveFile(location: JsonNode, run: JsonNode): string | undefined {
  const uri = location.get('uri').string();
  if (uri === undefined) {
    const index = location.get('index').integer(-1) ?? -1;
    const artifact = run.get('artifacts').item(index)?.get('location');
    return artifact?.get('uri').string() === undefined ? undefined : resolveFile(artifact, run);
  }
  const base = location.get('uriBaseId').string();
  return base === undefined || isAbsoluteUri(uri) ? uri : `${resolveBase(base, run, location, new Set())}${uri}`;
}

/**
 * Resolves a base to a folder relative to the root of the repository. A base with an absolute URL, or without a URL, is the root
 * (2.1.0, 3.14.14); so is one whose chain of bases is a cycle.
 */
function resolveBase(base: string, run: JsonNode, artifact: JsonNode, seen: Set<string>): string {
  if (seen.has(base)) {
    const reason = `must not refer to the base ${base}, which refers to it: the bases form a cycle`;
    return artifact.get('uriBaseId').omit(reason) ?? '';
  }
  seen.add(base);
  const location = run.get('originalUriBaseIds').get(base);
  const uri = location.get('uri').string();
  const parent = location.get('uriBaseId').string();
  const own = uri === undefined || isAbsoluteUri(uri) ? '' : `${trimEnd(uri, /\//)}/`;
  return parent === undefined ? own : `${resolveBase(parent, run, artifact, seen)}${own}`;
}

function isAbsoluteUri(uri: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(uri);
}

/**
 * Reads lines and columns, which start at 1; SARIF's end column is the one after the last. What contradicts the start of the region is
 * omitted.
 */
function readRegion(region: JsonNode): Partial<ScannedLocation> {
  const start = region.get('startLine').integer(1, maximum('ScannedLocation.start_line'));
  if (start === undefined) return {};
  const end = readEndLine(region.get('endLine'), start);
  const startColumn = region.get('startColumn').integer(1, maximum('ScannedLocation.start_column'));
  const endColumn = readEndColumn(region.get('endColumn'), start === end ? (startColumn ?? 1) : 1);
  return {
    start_line: start,
    end_line: end,
    ...(startColumn !== undefined && { start_column: startColumn }),
    ...(endColumn !== undefined && { end_column: endColumn }),
  };
}

function readEndLine(node: JsonNode, start: number): number {
  const end = node.integer(1, maximum('ScannedLocation.end_line')) ?? start;
  return end >= start ? end : (node.omit(`must not be before startLine (${start})`) ?? start);
}

/** @param first the first column that the region may have; a region without characters ends one column before its start */
function readEndColumn(node: JsonNode, first: number): number | undefined {
  const afterLast = node.integer(1, maximum('ScannedLocation.end_column'));
  if (afterLast === undefined || afterLast >= first) return afterLast === undefined ? undefined : afterLast - 1;
  return node.omit(`must not be before startColumn (${first})`);
}
