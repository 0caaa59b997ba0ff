import type { ScannedLocation } from '@aispm/types';
import { maxLength, truncate } from '../../../platform/contract/limits.ts';
import { redact } from '../../../platform/redaction.ts';
import { toFileLocation } from './file-location.ts';
import type { ImportContext } from './import-context.ts';
import type { JsonNode } from './json-node.ts';

/** The location of a result. */
export interface ResultLocation {
  /** Identifies the location independent of line numbers. */
  readonly identity: string;
  readonly snippet?: string;
  readonly location: Omit<ScannedLocation, 'key' | 'stable_key' | 'repository_url'>;
}

/** Reads the location of a result; without a file it is the root directory of the asset. */
export function readLocation(result: JsonNode, run: JsonNode, context: ImportContext): ResultLocation {
  const location = result.get('locations').items()[0];
  const physical = location?.get('physicalLocation');
  const artifact = physical?.get('artifactLocation');
  const stated = artifact === undefined ? undefined : resolveFile(artifact, run);
  if (location === undefined || physical === undefined || artifact === undefined || stated === undefined) {
    const aispm_friendly_name = truncate(context.target, 'ScannedLocation.aispm_friendly_name');
    return { identity: '.', location: { aispm_friendly_name, location_type: 'directory', file_path: '.' } };
  }
  const { name, path, url } = toFileLocation(stated, context.root, artifact.get('uri'));
  const functionName = location.get('logicalLocations').items()[0]?.get('fullyQualifiedName').text();
  const region = physical.get('region');
  const snippet = region.get('snippet').get('text').text();
  if (name.length > maxLength('ScannedLocation.file_path'))
    throw artifact.get('uri').error(`must have at most ${maxLength('ScannedLocation.file_path')} characters`);
  return {
    identity: functionName === undefined ? name : `${name}#${functionName}`,
    ...(snippet !== undefined && { snippet }),
    location: {
      aispm_friendly_name: truncate(name.split('/').at(-1) || name, 'ScannedLocation.aispm_friendly_name'),
      location_type: 'file',
      ...(path !== undefined && { file_path: path }),
      ...(url !== undefined && { url }),
      ...readRegion(region),
      ...(snippet !== undefined && { snippet: truncate(redact(snippet).text, 'ScannedLocation.snippet') }),
    },
  };
}

/** Resolves the path or URL of a file: its own or that of the artifact to which it refers, relative to its base. */
function resolveFile(location: JsonNode, run: JsonNode): string | undefined {
  const index = location.get('index').integer(-1) ?? -1;
  const artifact = index < 0 ? undefined : run.get('artifacts').items()[index];
  const uri = location.get('uri').text();
  if (uri === undefined) return artifact === undefined ? undefined : resolveFile(artifact.get('location'), run);
  const base = location.get('uriBaseId').text();
  return base === undefined ? uri : `${resolveBase(base, run, location, new Set())}${uri}`;
}

/**
 * Resolves a base to a folder relative to the root of the repository. A base with an absolute URL, or without a URL, is the root
 * (2.1.0, 3.14.14).
 */
function resolveBase(base: string, run: JsonNode, artifact: JsonNode, seen: Set<string>): string {
  if (seen.has(base))
    throw artifact
      .get('uriBaseId')
      .error(`must not refer to the base ${base}, which refers to it: the bases form a cycle`);
  seen.add(base);
  const location = run.get('originalUriBaseIds').get(base);
  const uri = location.get('uri').text();
  const parent = location.get('uriBaseId').text();
  const own = uri === undefined || /^[a-z][a-z0-9+.-]*:/i.test(uri) ? '' : uri;
  return parent === undefined ? own : `${resolveBase(parent, run, artifact, seen)}${own}`;
}

/** Reads lines and columns, which start at 1; SARIF's end column is the one after the last. */
function readRegion(region: JsonNode): Partial<ScannedLocation> {
  const start = region.get('startLine').integer(1);
  if (start === undefined) return {};
  const end = region.get('endLine').integer(1) ?? start;
  if (end < start) throw region.get('endLine').error(`must not be before startLine (${start})`);
  const startColumn = region.get('startColumn').integer(1);
  const afterLast = region.get('endColumn').integer(1);
  return {
    start_line: start,
    end_line: end,
    ...(startColumn !== undefined && { start_column: startColumn }),
    // A region without characters ends one column before its start.
    ...(afterLast !== undefined && { end_column: afterLast - 1 }),
  };
}
