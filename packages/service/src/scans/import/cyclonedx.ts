import type {
  ScanDocument,
  ScannedAsset,
  ScannedEdge,
  ScannedLocation,
  ScannedMcpServer,
  ScannedModel,
} from '@aispm/types';
import { cut, maxItems } from '../../contract/limits.ts';
import { readMcpServer } from './cyclonedx-mcp.ts';
import { readModel } from './cyclonedx-model.ts';
import { DocumentPart } from './document-part.ts';
import { filePlace } from './file-place.ts';
import type { ImportContext } from './import-context.ts';
import { stableKey, webAddress } from './names.ts';

const VERSIONS: readonly string[] = ['1.5', '1.6', '1.7'];

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
 *   servers. What else is in the bill is no AI object and is left out.
 * - What the bill does not say is left out, so that what is known from elsewhere stays; a model of a hub without a revision is one
 *   that is not fixed.
 * - Files that the bill names as evidence become locations.
 *
 * @param text the bill, as JSON
 * @param context what the bill does not say
 * @throws ImportError with place, reason and way out
 */
export function importCycloneDx(text: string, context: ImportContext): ScanDocument {
  const bill = DocumentPart.parse(text);
  if (bill.get('bomFormat').value !== 'CycloneDX') {
    throw bill
      .get('bomFormat')
      .wrong('has to be "CycloneDX"', 'Give a CycloneDX document in JSON; XML has to be converted first');
  }
  const version = bill.get('specVersion');
  if (!VERSIONS.includes(version.requiredText())) {
    throw version.wrong(
      `is ${JSON.stringify(version.value)}, and only ${VERSIONS.join(', ')} can be read`,
      'Convert it with the CycloneDX CLI: cyclonedx convert --output-version v1_6',
    );
  }
  const metadata = bill.get('metadata');
  const tool = toolOf(metadata.get('tools'));
  const collected = new Collection(context);
  for (const component of componentsOf(bill)) {
    const model = component.get('type').requiredText() === 'machine-learning-model' ? readModel(component) : undefined;
    if (model !== undefined) collected.add(model, 'model', component, filesOf(component, 'evidence'));
  }
  for (const service of bill.get('services').items()) {
    const server = readMcpServer(service);
    if (server !== undefined) collected.add(server, 'mcp-server', service, filesOf(service, 'SrcFile'));
  }
  const { objects, edges, locations } = collected;
  if (objects.length > maxItems('ScanDocument.objects') - 1) {
    throw bill
      .get('components')
      .wrong(`has ${objects.length} AI objects, and a scan takes fewer`, 'Split the bill by its parts');
  }
  return {
    scan_type: 'model',
    ...(context.trigger !== undefined && { trigger: context.trigger }),
    ...(context.assetId !== undefined && { asset_id: context.assetId }),
    target: cut(context.target, 'ScanDocument.target'),
    ...(context.branch !== undefined && { branch: context.branch }),
    ...(context.commitSha !== undefined && { commit_sha: context.commitSha }),
    tool_name: cut(tool.name, 'ScanDocument.tool_name'),
    tool_version: cut(tool.version, 'ScanDocument.tool_version'),
    objects: [...(context.assetId === undefined ? [assetOf(metadata.get('component'), context)] : []), ...objects],
    edges,
    locations,
    occurrences: [],
  };
}

/** The component that the bill is about and all its components, with those inside of them. */
function componentsOf(bill: DocumentPart): DocumentPart[] {
  const found: DocumentPart[] = [];
  const subject = bill.get('metadata').get('component');
  const waiting = [...(subject.exists ? [subject] : []), ...bill.get('components').items()];
  for (let component = waiting.shift(); component !== undefined; component = waiting.shift()) {
    found.push(component);
    waiting.unshift(...component.get('components').items());
  }
  return found;
}

/** The tool that wrote the bill, in the form of 1.5 and later or in the older one. */
function toolOf(tools: DocumentPart): { name: string; version: string } {
  const tool = Array.isArray(tools.value)
    ? tools.items()[0]
    : (tools.get('components').items()[0] ?? tools.get('services').items()[0]);
  return { name: tool?.get('name').text() ?? 'CycloneDX', version: tool?.get('version').text() || 'unknown' };
}

function assetOf(subject: DocumentPart, context: ImportContext): ScannedAsset {
  const name = subject.get('name').text() ?? context.target.split('/').at(-1) ?? '';
  const repository = webAddress(context.repositoryUrl);
  return {
    key: 'asset',
    stable_key: stableKey(context.target),
    object_type: 'asset',
    aispm_friendly_name: cut(name || context.target, 'ScannedAsset.aispm_friendly_name'),
    asset_type: ASSET_TYPES[subject.get('type').text() ?? ''] ?? 'repository',
    ...(repository !== undefined && { repository_url: repository }),
  };
}

interface File {
  readonly named: DocumentPart;
  readonly line?: number;
}

/** Files where a component was found, or the one that configures a service. */
function filesOf(part: DocumentPart, source: 'evidence' | 'SrcFile'): File[] {
  if (source === 'SrcFile') {
    return part
      .get('properties')
      .items()
      .filter((property) => property.get('name').text() === 'SrcFile' && property.get('value').text() !== undefined)
      .map((property) => ({ named: property.get('value') }));
  }
  return part
    .get('evidence')
    .get('occurrences')
    .items()
    .filter((occurrence) => occurrence.get('location').text() !== undefined)
    .map((occurrence) => {
      const line = occurrence.get('line').integer(1);
      return { named: occurrence.get('location'), ...(line !== undefined && { line }) };
    });
}

/** Objects, each once by its stable key, with the places where they were found. */
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
    kind: string,
    part: DocumentPart,
    files: readonly File[],
  ): void {
    let object = this.objects.find(
      (known) => known.stable_key === read.stable_key && known.object_type === read.object_type,
    );
    if (object === undefined) {
      object = { ...read, key: `${kind}-${this.objects.length + 1}` } as T;
      this.objects.push(object);
    }
    for (const file of files) {
      const key = this.#locate(file, object.stable_key, part);
      const isKnown = this.edges.some((edge) => edge.from_key === object.key && edge.to_key === key);
      if (!isKnown) this.edges.push({ from_key: object.key, edge: 'locations', to_key: key });
    }
  }

  #locate(file: File, name: string, part: DocumentPart): string {
    const [named = '', fragment] = file.named.requiredText().split(/#L(?=\d)/);
    const line = file.line ?? (fragment === undefined ? undefined : Number.parseInt(fragment, 10));
    const place = filePlace(named, this.#context.root, file.named.exists ? file.named : part);
    const where = place.name;
    const stable = stableKey(`${where}#${name}`);
    const known = this.locations.find((location) => location.stable_key === stable);
    if (known !== undefined) return known.key;
    const repository = webAddress(this.#context.repositoryUrl);
    const location: ScannedLocation = {
      key: `location-${this.locations.length + 1}`,
      stable_key: stable,
      aispm_friendly_name: cut(where.split('/').at(-1) || where, 'ScannedLocation.aispm_friendly_name'),
      location_type: 'file',
      ...(repository !== undefined && { repository_url: repository }),
      ...(place.path !== undefined && { file_path: place.path }),
      ...(place.url !== undefined && { url: place.url }),
      ...(line !== undefined && line > 0 && { start_line: line, end_line: line }),
    };
    this.locations.push(location);
    return location.key;
  }
}
