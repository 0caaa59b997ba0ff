/** CycloneDX 1.6: models, agents and tools as components, MCP servers as services, and what depends on what. */
import { groupBy } from '@aispm/domain';
import type { ScannedLocation, ScannedModel, ScannedObject } from '@aispm/types';
import type { ScanReport } from '../assemble/report.ts';
import { ownPropertiesOf } from './own-properties.ts';

/** Creates the bill of materials. It has no times, so that the same repository always has the same one. */
export function cyclonedxOf({ document }: ScanReport): object {
  const objects = document.objects.filter(({ object_type }) => object_type !== 'asset');
  const edges = groupBy(document.edges, ({ from_key }) => from_key);
  const targetsOf = ({ key }: ScannedObject, isWanted: (edge: string) => boolean) =>
    (edges.get(key) ?? []).filter(({ edge }) => isWanted(edge)).map(({ to_key }) => to_key);
  const dependencies = objects.map((object) => ({
    ref: object.key,
    dependsOn: [...new Set(targetsOf(object, (edge) => edge !== 'locations'))],
  }));
  const locations = new Map(document.locations.map((location) => [location.key, location]));
  const filesOf = (object: ScannedObject) =>
    targetsOf(object, (edge) => edge === 'locations').flatMap((key) => toFile(locations.get(key)));
  const asset = document.objects.find(({ object_type }) => object_type === 'asset');
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      tools: { components: [{ type: 'application', name: document.tool_name, version: document.tool_version }] },
      component: { type: 'application', 'bom-ref': asset?.key ?? 'repository', name: document.target },
    },
    components: objects
      .filter(({ object_type }) => object_type !== 'mcp_server')
      .map((object) => componentOf(object, filesOf(object))),
    services: objects
      .filter(({ object_type }) => object_type === 'mcp_server')
      .map((object) => serviceOf(object, filesOf(object))),
    dependencies,
  };
}

/** A file in which an object was found, as evidence has it. */
interface SourceFile {
  readonly location: string;
  readonly line?: number;
}

function toFile(location: ScannedLocation | undefined): SourceFile[] {
  if (!location?.file_path) return [];
  return [{ location: location.file_path, ...(location.start_line && { line: location.start_line }) }];
}

function componentOf(object: ScannedObject, files: readonly SourceFile[]): object {
  const common = {
    'bom-ref': object.key,
    name: object.aispm_friendly_name,
    properties: ownPropertiesOf(object),
    ...(files.length > 0 && { evidence: { occurrences: files } }),
  };
  if (object.object_type !== 'model') {
    return {
      type: object.object_type === 'agent' ? 'application' : 'library',
      ...common,
      ...(object.description && { description: object.description }),
    };
  }
  return {
    type: 'machine-learning-model',
    ...common,
    publisher: object.provider_name,
    ...(object.revision && { version: object.revision }),
    ...(object.purl && { purl: object.purl }),
    ...hashesOf(object.labels),
    ...(object.license && { licenses: [{ expression: object.license }] }),
    ...modelCard(object),
  };
}

function hashesOf(labels: ScannedObject['labels']): object {
  const content = labels?.sha256;
  return content === undefined ? {} : { hashes: [{ alg: 'SHA-256', content }] };
}

function modelCard({ task, architecture_family: architectureFamily }: ScannedModel): object {
  const modelParameters = { ...(task && { task }), ...(architectureFamily && { architectureFamily }) };
  return Object.keys(modelParameters).length === 0 ? {} : { modelCard: { modelParameters } };
}

function serviceOf(object: ScannedObject, files: readonly SourceFile[]): object {
  const url = object.object_type === 'mcp_server' ? object.url : undefined;
  const auth = object.object_type === 'mcp_server' ? object.auth_type : undefined;
  return {
    'bom-ref': object.key,
    name: object.aispm_friendly_name,
    ...(url && { endpoints: [url] }),
    ...(auth !== undefined && auth !== 'unknown' && { authenticated: auth !== 'none' }),
    ...(object.description && { description: object.description }),
    properties: [
      ...ownPropertiesOf(object),
      // Services have no evidence.
      ...files.map(({ location, line }) => ({
        name: 'SrcFile',
        value: line === undefined ? location : `${location}#L${line}`,
      })),
    ],
  };
}
