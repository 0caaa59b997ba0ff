import type { ScanDocument, ScannedAsset } from '@aispm/types';
import { AiObjects } from '../document/ai-objects.ts';
import { createAssets, createHead } from '../document/bill.ts';
import type { ImportContext } from '../document/import-context.ts';
import { toStableKey } from '../document/names.ts';
import type { ImportLog } from '../report/import-log.ts';
import type { JsonNode } from '../report/json-node.ts';
import { readParts } from './parts.ts';
import { addDependencies, addVulnerabilities, type Referenced } from './relations.ts';

const ASSET_TYPES: ReadonlyMap<string, ScannedAsset['asset_type']> = new Map([
  ['container', 'container_image'],
  ['library', 'package'],
  ['framework', 'package'],
  ['machine-learning-model', 'model_artifact'],
]);

/** Lists of a BOM that the inventory doesn't have. */
const OTHER_LISTS = ['externalReferences', 'compositions', 'annotations', 'formulation', 'properties'] as const;

/**
 * Converts a CycloneDX bill of materials to a scan document.
 *
 * - Components of type `machine-learning-model`, nested ones too, become models; services of the Model Context Protocol become MCP
 *   servers; what has the property `aispm:object_type` becomes an object of that type. Other components and services aren't AI objects:
 *   they are counted as ignored. Versions before 1.5 have no models.
 * - Dependencies between objects become edges, and vulnerabilities of objects become findings, as far as the inventory has them.
 * - Fields that the bill doesn't contain are omitted, so that values from other sources remain. A model of a hub without a revision is
 *   not pinned.
 * - Files that the bill contains as evidence become locations.
 *
 * @param bill the root of the bill, in the structure of its JSON format
 * @throws {ImportError} if the components or services aren't an array
 */
export function readCycloneDx(bill: JsonNode, context: ImportContext, log: ImportLog): ScanDocument {
  const metadata = bill.get('metadata');
  const subject = metadata.get('component');
  const head = createHead(readTool(metadata.get('tools')), context);
  const type = subject.get('type').string() ?? '';
  const asset = createAssets(subject.get('name').string(), ASSET_TYPES.get(type), context);
  const found = new AiObjects({ ...head, objects: asset }, context);
  const parts = readParts(bill, subject, log);
  const references = new Map<string, Referenced>();
  const subjectRef = subject.get('bom-ref').string();
  const scanned = { key: undefined, type: 'asset', stableKey: toStableKey(context.target) } as const;
  if (subjectRef !== undefined) references.set(subjectRef, scanned);
  const dataSets = new Set<JsonNode>();
  for (const { node, ref, object, files, dataSets: named } of parts.objects) {
    log.attempt(node, () => {
      const { key, isNew } = found.add(object, node, files, log);
      if (ref !== undefined) references.set(ref, { key, type: object.object_type, stableKey: object.stable_key });
      if (isNew) for (const dataSet of named) dataSets.add(dataSet);
    });
  }
  for (const node of parts.dataSets) {
    if (!dataSets.has(node)) log.ignore('data sets that no model card references', node, node.get('name').string());
  }
  addDependencies(bill, references, found, log);
  addVulnerabilities(bill, head.tool_name, references, found, log);
  for (const name of OTHER_LISTS) {
    for (const item of bill.get(name).items()) log.ignore(`items of ${name}`, item);
  }
  const { objects, edges, locations, rules, occurrences } = found;
  const findings = rules.length === 0 ? {} : { rules };
  return { ...head, objects: [...asset, ...objects], edges, locations, ...findings, occurrences };
}

/** Reads the tool that created the bill, in the format of version 1.5 and later or in the legacy one. */
function readTool(tools: JsonNode): { name: string; version: string } {
  const tool = Array.isArray(tools.value)
    ? tools.item(0)
    : (tools.get('components').item(0) ?? tools.get('services').item(0));
  return { name: tool?.get('name').string() ?? 'CycloneDX', version: tool?.get('version').string() || 'unknown' };
}
