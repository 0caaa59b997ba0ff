import type { ScanDocument, ScannedAsset } from '@aispm/types';
import { readMcpServer } from './cyclonedx-mcp.ts';
import { readModel } from './cyclonedx-model.ts';
import { AiObjects, type FoundFile } from './cyclonedx-objects.ts';
import type { ImportContext } from './import-context.ts';
import type { ImportLog } from './import-log.ts';
import type { JsonNode } from './json-node.ts';
import { maximum, truncate } from './limits.ts';
import { toStableKey, toWebUrl } from './names.ts';

const ASSET_TYPES: Readonly<Record<string, ScannedAsset['asset_type']>> = {
  container: 'container_image',
  library: 'package',
  framework: 'package',
  'machine-learning-model': 'model_artifact',
};

/**
 * Converts a CycloneDX bill of materials to a scan document.
 *
 * - Components of type `machine-learning-model`, nested ones too, become models; services of the Model Context Protocol become MCP
 *   servers. Other components and services are no AI objects: they are counted as ignored. Versions before 1.5 have no models.
 * - Fields that the bill does not contain are omitted, so that values from other sources remain. A model of a hub without a revision is
 *   not pinned.
 * - Files that the bill contains as evidence become locations.
 *
 * @param bill the root of the bill, in the structure of its JSON format
 * @throws {ImportError} when the components or services are no array
 */
export function readCycloneDx(bill: JsonNode, context: ImportContext, log: ImportLog): ScanDocument {
  const metadata = bill.get('metadata');
  const tool = readTool(metadata.get('tools'));
  const head = {
    scan_type: 'model' as const,
    ...(context.trigger !== undefined && { trigger: context.trigger }),
    ...(context.assetId !== undefined && { asset_id: context.assetId }),
    target: truncate(context.target, 'ScanDocument.target'),
    ...(context.branch !== undefined && { branch: context.branch }),
    ...(context.commitSha !== undefined && { commit_sha: context.commitSha }),
    tool_name: truncate(tool.name, 'ScanDocument.tool_name'),
    tool_version: truncate(tool.version, 'ScanDocument.tool_version'),
  };
  const asset = context.assetId === undefined ? [createAsset(metadata.get('component'), context)] : [];
  const found = new AiObjects({ ...head, objects: asset }, context);
  for (const component of listNested(bill, 'components', metadata.get('component'))) {
    log.attempt(component, () => {
      if (component.get('type').requiredText() === 'machine-learning-model') {
        found.add(readModel(component), 'model', component, listEvidence(component), log);
      } else log.ignore('components that are no models');
    });
  }
  for (const service of listNested(bill, 'services')) {
    log.attempt(service, () => {
      const server = readMcpServer(service.requireObject());
      if (server !== undefined) found.add(server, 'mcp-server', service, listSourceFiles(service), log);
      else log.ignore('services that are no MCP servers');
    });
  }
  const { objects, edges, locations } = found;
  return { ...head, objects: [...asset, ...objects], edges, locations, occurrences: [] };
}

/** Lists the components or services of a bill, each before those in it. */
function* listNested(bill: JsonNode, name: 'components' | 'services', first?: JsonNode): Generator<JsonNode> {
  const pending = [...bill.get(name).requireArray().items().reverse(), ...(first?.exists ? [first] : [])];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    yield part;
    for (const child of part.get(name).items().reverse()) pending.push(child);
  }
}

/** Reads the tool that created the bill, in the format of version 1.5 and later or in the legacy one. */
function readTool(tools: JsonNode): { name: string; version: string } {
  const tool = Array.isArray(tools.value)
    ? tools.item(0)
    : (tools.get('components').item(0) ?? tools.get('services').item(0));
  return { name: tool?.get('name').text() ?? 'CycloneDX', version: tool?.get('version').text() || 'unknown' };
}

function createAsset(subject: JsonNode, context: ImportContext): ScannedAsset {
  const name = subject.get('name').text() ?? context.target.split('/').at(-1) ?? '';
  const type = subject.get('type').text() ?? '';
  const repository = toWebUrl(context.repositoryUrl);
  return {
    key: 'asset',
    stable_key: toStableKey(context.target),
    object_type: 'asset',
    aispm_friendly_name: truncate(name || context.target, 'ScannedAsset.aispm_friendly_name'),
    asset_type: (Object.hasOwn(ASSET_TYPES, type) && ASSET_TYPES[type]) || 'repository',
    ...(repository !== undefined && { repository_url: repository }),
  };
}

/** Lists the files that contain a component. */
function listEvidence(component: JsonNode): FoundFile[] {
  return component
    .get('evidence')
    .get('occurrences')
    .items()
    .map((occurrence) => ({
      node: occurrence.get('location'),
      line: occurrence.get('line').integer(1, maximum('ScannedLocation.start_line')),
    }));
}

/** Lists the files that configure a service, as cdxgen states them. */
function listSourceFiles(service: JsonNode): FoundFile[] {
  return service
    .get('properties')
    .items()
    .filter((property) => property.get('name').text() === 'SrcFile')
    .map((property) => ({ node: property.get('value'), line: undefined }));
}
