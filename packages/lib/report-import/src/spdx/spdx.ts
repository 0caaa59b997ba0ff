import type { ScanDocument, ScannedAsset } from '@aispm/types';
import { withDistinctKeys } from '../cyclonedx/parts.ts';
import { AiObjects } from '../document/ai-objects.ts';
import { createAssets, createHead } from '../document/bill.ts';
import type { ImportContext } from '../document/import-context.ts';
import { DataSets } from '../document/model.ts';
import type { ImportLog } from '../report/import-log.ts';
import type { JsonNode } from '../report/json-node.ts';
import { isRelationship, readStated, readType, SpdxGraph } from './graph.ts';
import { DATA_SET_TYPE, describeDataSet, readSpdxModel, type SpdxModel } from './model.ts';

const MODEL_TYPE = 'ai_AIPackage';

const ASSET_TYPES: ReadonlyMap<string, ScannedAsset['asset_type']> = new Map([
  ['container', 'container_image'],
  ['library', 'package'],
  ['framework', 'package'],
  ['model', 'model_artifact'],
]);

/** Types of elements that only say how the document came about, or contain others. */
const FRAME_TYPES: ReadonlySet<string | undefined> = new Set([
  'CreationInfo',
  'SpdxDocument',
  'Bom',
  'software_Sbom',
  'Tool',
  'Agent',
  'Organization',
  'Person',
  'SoftwareAgent',
]);

/** What other elements are, by the start of their types. */
const OTHER_ELEMENTS: readonly (readonly [prefix: string, what: string])[] = [
  ['software_Package', 'packages that are not models'],
  ['software_', 'files and snippets'],
  ['simplelicensing_', 'licenses of packages that are not models'],
  ['expandedlicensing_', 'licenses of packages that are not models'],
  ['security_', 'vulnerabilities'],
];

/**
 * Converts an SPDX 3 document to a scan document.
 *
 * - Packages of the AI profile become models. Their declared or concluded license, supplier and data sets are taken over; the properties of
 *   the profile become the model card.
 * - Other packages, files and vulnerabilities, and other relationships, are counted as ignored.
 * - What the document doesn't contain or not assert is omitted, so that values from other sources remain.
 *
 * @param root the root of the document
 * @throws {ImportError} if its graph isn't an array
 */
export function readSpdx(root: JsonNode, context: ImportContext, log: ImportLog): ScanDocument {
  const graph = new SpdxGraph(root);
  const subject = findSubject(graph);
  const purpose = subject?.get('software_primaryPurpose').string() ?? '';
  const type = subject !== undefined && readType(subject) === MODEL_TYPE ? 'model_artifact' : ASSET_TYPES.get(purpose);
  const head = createHead(readTool(graph), context);
  const asset = createAssets(subject?.get('name').string(), type, context);
  const found = new AiObjects({ ...head, objects: asset }, context);
  const used = new Set<string>(subject && [subject.pointer]);
  for (const { node, model } of readModels(graph, log)) {
    log.attempt(node, () => {
      const { isNew } = found.add(model.object, node, [], log);
      if (isNew) for (const { pointer } of model.used) used.add(pointer);
    });
  }
  ignoreOthers(graph, used, log);
  const { objects, edges, locations, occurrences } = found;
  return { ...head, objects: [...asset, ...objects], edges, locations, occurrences };
}

function readModels(graph: SpdxGraph, log: ImportLog): { node: JsonNode; model: SpdxModel }[] {
  const dataSets = new DataSets((dataSet) => [describeDataSet(dataSet)]);
  const parts = graph.elements
    .filter((element) => readType(element) === MODEL_TYPE)
    .flatMap((node) => {
      const model = log.attempt(node, () => readSpdxModel(node, graph, dataSets));
      const version = model?.object.revision ?? model?.object.model_version;
      return model === undefined ? [] : [{ node, model, object: model.object, version: version ?? undefined }];
    });
  return withDistinctKeys(parts).map(({ node, model, object }) => ({ node, model: { ...model, object } }));
}

/** Finds the element that the document describes, through the bills of materials in it. */
function findSubject(graph: SpdxGraph): JsonNode | undefined {
  let element = graph.elements.find((item) => readType(item) === 'SpdxDocument');
  // A document names a bill, and a bill names what it describes.
  for (let step = 0; step < 2 && element !== undefined && FRAME_TYPES.has(readType(element)); step += 1) {
    element = graph.find(element.get('rootElement').item(0)?.string());
  }
  return element !== undefined && FRAME_TYPES.has(readType(element)) ? undefined : element;
}

/** Reads the tool that created the document. Tools have no version. */
function readTool(graph: SpdxGraph): { name: string; version: string } {
  const creation = graph.elements.find((element) => readType(element) === 'CreationInfo');
  const tool = graph.find(creation?.get('createdUsing').item(0)?.string());
  return { name: (tool && readStated(tool.get('name'))) ?? 'SPDX', version: 'unknown' };
}

/** Counts what isn't in the scan document. */
function ignoreOthers(graph: SpdxGraph, used: ReadonlySet<string>, log: ImportLog): void {
  for (const element of graph.elements) {
    const type = readType(element);
    if (type === MODEL_TYPE || FRAME_TYPES.has(type) || used.has(element.pointer)) continue;
    const name = element.get('name').string();
    if (isRelationship(element)) log.ignore("relationships that the inventory doesn't have", element);
    else if (type === DATA_SET_TYPE) log.ignore('data sets that no model references', element, name);
    else {
      const [, what = 'other elements'] = OTHER_ELEMENTS.find(([prefix]) => type?.startsWith(prefix)) ?? [];
      log.ignore(what, element, name);
    }
  }
}
