import type {
  ScanDocument,
  ScannedAsset,
  ScannedEdge,
  ScannedLocation,
  ScannedMcpServer,
  ScannedModel,
} from '@aispm/types';
import { maxItems, truncate } from '../../../platform/contract/limits.ts';
import { readMcpServer } from './cyclonedx-mcp.ts';
import { readModel } from './cyclonedx-model.ts';
import { toFileLocation } from './file-location.ts';
import type { ImportContext } from './import-context.ts';
import { JsonNode } from './json-node.ts';
import { toStableKey, toWebUrl } from './names.ts';

const SUPPORTED_VERSIONS: readonly string[] = ['1.5', '1.6', '1.7'];

const ASSET_TYPES: Readonly<Record<string, ScannedAsset['asset_type']>> = {
  container: 'container_image',
  library: 'package',
  framework: 'package',
  'machine-learning-model': 'model_artifact',
};

/**
 * Converts a CycloneDX bill of materials with models and services (ML-BOM, JSON) into a scan document.
 *
 * - Components of type `machine-learning-model`, nested ones too, become models; services of the Model Context Protocol become MCP
 *   servers. Other components and services are not AI objects and are ignored.
 * - Fields that the bill does not contain are omitted, so that values from other sources remain. A model of a hub without a revision is
 *   not pinned.
 * - Files that the bill contains as evidence become locations.
 *
 * @param text the bill, as JSON
 * @param context what the bill does not contain
 * @throws {ImportError} with location, reason and remedy
 */
export function importCycloneDx(text: string, context: ImportContext): ScanDocument {
  const bill = JsonNode.parse(text);
  if (bill.get('bomFormat').value !== 'CycloneDX') {
    throw bill
      .get('bomFormat')
      .error('must be "CycloneDX"', 'Provide a CycloneDX document in JSON; convert XML to JSON first');
  }
  const version = bill.get('specVersion');
  if (!SUPPORTED_VERSIONS.includes(version.requiredText())) {
    throw version.error(
      `must be one of ${SUPPORTED_VERSIONS.join(', ')}, got ${JSON.stringify(version.value)}`,
      'Convert the document with the CycloneDX CLI: cyclonedx convert --output-version v1_6',
    );
  }
  const metadata = bill.get('metadata');
  const tool = readTool(metadata.get('tools'));
  const collected = new Collection(context);
  for (const component of listComponents(bill)) {
    const model = component.get('type').requiredText() === 'machine-learning-model' ? readModel(component) : undefined;
    if (model !== undefined) collected.add(model, 'model', listFiles(component, 'evidence'));
  }
  for (const service of bill.get('services').items()) {
    const server = readMcpServer(service);
    if (server !== undefined) collected.add(server, 'mcp-server', listFiles(service, 'SrcFile'));
  }
  const { objects, edges, locations } = collected;
  const maxObjects = maxItems('ScanDocument.objects') - 1;
  if (objects.length > maxObjects) {
    throw bill
      .get('components')
      .error(
        `contains ${objects.length} AI objects, more than the limit of ${maxObjects}`,
        'Split the bill into several documents',
      );
  }
  return {
    scan_type: 'model',
    ...(context.trigger !== undefined && { trigger: context.trigger }),
    ...(context.assetId !== undefined && { asset_id: context.assetId }),
    target: truncate(context.target, 'ScanDocument.target'),
    ...(context.branch !== undefined && { branch: context.branch }),
    ...(context.commitSha !== undefined && { commit_sha: context.commitSha }),
    tool_name: truncate(tool.name, 'ScanDocument.tool_name'),
    tool_version: truncate(tool.version, 'ScanDocument.tool_version'),
    objects: [...(context.assetId === undefined ? [createAsset(metadata.get('component'), context)] : []), ...objects],
    edges,
    locations,
    occurrences: [],
  };
}

/** Lists the component that the bill describes and all components, including nested ones. */
function listComponents(bill: JsonNode): JsonNode[] {
  const found: JsonNode[] = [];
  const subject = bill.get('metadata').get('component');
  const pending = [...(subject.exists ? [subject] : []), ...bill.get('components').items()];
  for (let component = pending.shift(); component !== undefined; component = pending.shift()) {
    found.push(component);
    pending.unshift(...component.get('components').items());
  }
  return found;
}

/** Reads the tool that created the bill, in the format of version 1.5 and later or in the legacy one. */
function readTool(tools: JsonNode): { name: string; version: string } {
  const tool = Array.isArray(tools.value)
    ? tools.items()[0]
    : (tools.get('components').items()[0] ?? tools.get('services').items()[0]);
  return { name: tool?.get('name').text() ?? 'CycloneDX', version: tool?.get('version').text() || 'unknown' };
}

function createAsset(subject: JsonNode, context: ImportContext): ScannedAsset {
  const name = subject.get('name').text() ?? context.target.split('/').at(-1) ?? '';
  const repository = toWebUrl(context.repositoryUrl);
  return {
    key: 'asset',
    stable_key: toStableKey(context.target),
    object_type: 'asset',
    aispm_friendly_name: truncate(name || context.target, 'ScannedAsset.aispm_friendly_name'),
    asset_type: ASSET_TYPES[subject.get('type').text() ?? ''] ?? 'repository',
    ...(repository !== undefined && { repository_url: repository }),
  };
}

interface File {
  /** The node that contains the path or URL. */
  readonly node: JsonNode;
  readonly line?: number;
}

/** Lists the files that contain a component, or that configure a service. */
function listFiles(owner: JsonNode, source: 'evidence' | 'SrcFile'): File[] {
  if (source === 'SrcFile') {
    return owner
      .get('properties')
      .items()
      .filter((property) => property.get('name').text() === 'SrcFile' && property.get('value').text() !== undefined)
      .map((property) => ({ node: property.get('value') }));
  }
  return owner
    .get('evidence')
    .get('occurrences')
    .items()
    .filter((occurrence) => occurrence.get('location').text() !== undefined)
    .map((occurrence) => {
      const line = occurrence.get('line').integer(1);
      return { node: occurrence.get('location'), ...(line !== undefined && { line }) };
    });
}

/** The objects without duplicates by type and stable key, with their locations. */
class Collection {
  readonly objects: (ScannedModel | ScannedMcpServer)[] = [];
  readonly edges: ScannedEdge[] = [];
  readonly locations: ScannedLocation[] = [];
  readonly #context: ImportContext;

  constructor(context: ImportContext) {
    this.#context = context;
  }

  add<T extends ScannedModel | ScannedMcpServer>(
    read: Omit<T, 'key'>,
    keyPrefix: string,
    files: readonly File[],
  ): void {
    let object = this.objects.find(
      (known) => known.stable_key === read.stable_key && known.object_type === read.object_type,
    );
    if (object === undefined) {
      object = { ...read, key: `${keyPrefix}-${this.objects.length + 1}` } as T;
      this.objects.push(object);
    }
    for (const file of files) {
      const key = this.#addLocation(file, object.stable_key);
      const isKnown = this.edges.some((edge) => edge.from_key === object.key && edge.to_key === key);
      if (!isKnown) this.edges.push({ from_key: object.key, edge: 'locations', to_key: key });
    }
  }

  #addLocation(file: File, objectName: string): string {
    const [path = '', fragment] = file.node.requiredText().split(/#L(?=\d)/);
    const line = file.line ?? (fragment === undefined ? undefined : Number.parseInt(fragment, 10));
    const { name, ...address } = toFileLocation(path, this.#context.root, file.node);
    const key = toStableKey(`${name}#${objectName}`);
    const known = this.locations.find((location) => location.stable_key === key);
    if (known !== undefined) return known.key;
    const repository = toWebUrl(this.#context.repositoryUrl);
    const location: ScannedLocation = {
      key: `location-${this.locations.length + 1}`,
      stable_key: key,
      aispm_friendly_name: truncate(name.split('/').at(-1) || name, 'ScannedLocation.aispm_friendly_name'),
      location_type: 'file',
      ...(repository !== undefined && { repository_url: repository }),
      ...(address.path !== undefined && { file_path: address.path }),
      ...(address.url !== undefined && { url: address.url }),
      ...(line !== undefined && line > 0 && { start_line: line, end_line: line }),
    };
    this.locations.push(location);
    return location.key;
  }
}
