/** Models in SPDX 3 documents: packages of the AI profile. */
import type { ScannedModel } from '@aispm/types';
import { getSchemaAt, maxLength, truncate } from '../document/limits.ts';
import {
  createModel,
  type DataSets,
  isNestedDeeper,
  MAX_CARD_DEPTH,
  readPurl,
  toLicenseReference,
} from '../document/model.ts';
import { toWebUrl } from '../document/names.ts';
import type { JsonNode } from '../report/json-node.ts';
import { readId, readStated, readType, type SpdxGraph } from './graph.ts';

/** The relationships of a model to the data sets of its model card, which names them so. */
const DATA_RELATIONS = ['trainedOn', 'testedOn', 'finetunedOn', 'validatedOn'] as const;

/** A model, and the elements that it has taken values from. */
export interface SpdxModel {
  readonly object: Omit<ScannedModel, 'key'>;
  readonly used: readonly JsonNode[];
}

/**
 * Reads an AI package. The properties of the AI profile become its model card, with the data sets that the model was trained and tested on.
 *
 * @throws {ImportError} when it has no name
 */
export function readSpdxModel(element: JsonNode, graph: SpdxGraph, dataSets: DataSets): SpdxModel {
  const license = readLicense(element, graph);
  const data = readDataSets(element, graph, dataSets);
  const object = createModel({
    name: element.get('name').requiredString(),
    organization: readOrganization(element, graph),
    purl: readPurl(findPurl(element)),
    version: readStated(element.get('software_packageVersion')),
    description: readStated(element.get('description')) ?? readStated(element.get('summary')),
    architecture: element.get('ai_typeOfModel').item(0)?.string(),
    license: license.value,
    sourceUrl: readSourceUrl(element),
    card: readCard(element, data.lists),
  });
  return { object, used: [...license.used, ...data.used] };
}

function findPurl(element: JsonNode): JsonNode {
  const stated = element.get('software_packageUrl');
  if (stated.exists) return stated;
  const other = element
    .get('externalIdentifier')
    .items()
    .find((item) => item.get('externalIdentifierType').value === 'packageUrl');
  return other?.get('identifier') ?? stated;
}

function readOrganization(element: JsonNode, graph: SpdxGraph): string | undefined {
  const ids = [element.get('suppliedBy').string(), element.get('originatedBy').item(0)?.string()];
  for (const id of ids) {
    const name = graph.find(id)?.get('name').string();
    if (name !== undefined) return name;
  }
  return undefined;
}

function readSourceUrl(element: JsonNode): string | undefined {
  for (const name of ['software_downloadLocation', 'software_homePage']) {
    const url = toWebUrl(readStated(element.get(name)));
    if (url !== undefined) return url;
  }
  return undefined;
}

/** Reads the declared license, or else the concluded one; null when there is none, undefined when the document doesn't say. */
function readLicense(
  element: JsonNode,
  graph: SpdxGraph,
): { value: string | null | undefined; used: readonly JsonNode[] } {
  for (const type of ['hasDeclaredLicense', 'hasConcludedLicense']) {
    const relations = graph.listFrom(element, type);
    const ids = [...new Set(relations.flatMap(({ to }) => to))];
    const values = ids.map((id) => toLicense(id, graph.find(id)));
    const names = values.filter((value) => typeof value === 'string');
    const used = [...relations.map(({ node }) => node), ...ids.flatMap((id) => graph.find(id) ?? [])];
    if (names.length > 0) return { value: joinLicenses(names), used };
    if (values.includes(null)) return { value: null, used };
  }
  return { value: undefined, used: [] };
}

/** Joins expressions, as far as a model can have them: a document can name very many long ones. */
function joinLicenses(names: readonly string[]): string | undefined {
  const path = 'ScannedModel.license';
  if (names.length === 1) return names[0];
  return names
    .slice(0, maxLength(path))
    .map((name) => `(${truncate(name, path)})`)
    .join(' AND ');
}

/** Returns the license of an element, or of its identifier; null for none, undefined when it isn't asserted. */
function toLicense(id: string, license: JsonNode | undefined): string | null | undefined {
  if (/NoneLicense$/.test(id)) return null;
  if (/NoAssertionLicense$/.test(id)) return undefined;
  const expression = license?.get('simplelicensing_licenseExpression').string();
  if (expression !== undefined)
    return expression === 'NONE' ? null : expression === 'NOASSERTION' ? undefined : expression;
  const listed = /^https?:\/\/spdx\.org\/licenses\/([\w.+-]{1,200})$/.exec(id)?.[1];
  if (listed !== undefined) return listed;
  const name = license?.get('name').string();
  return name === undefined ? undefined : toLicenseReference(name);
}

/** Describes the data sets of a model by its relationship to them. */
function readDataSets(element: JsonNode, graph: SpdxGraph, dataSets: DataSets) {
  const lists: Record<string, object[]> = {};
  const used: JsonNode[] = [];
  for (const { node, type, to } of graph.listFrom(element, ...DATA_RELATIONS)) {
    for (const id of new Set(to)) {
      const dataSet = graph.find(id);
      if (dataSet === undefined || readType(dataSet) !== DATA_SET_TYPE || type === undefined) continue;
      used.push(node, dataSet);
      const items = dataSets.take(dataSet);
      if (items.length > 0) lists[type] ??= [];
      lists[type]?.push(...items);
    }
  }
  return { lists, used };
}

/** The type of elements that describe data sets. */
export const DATA_SET_TYPE = 'dataset_DatasetPackage';

/** Describes a data set, as a model card contains it. */
export function describeDataSet(dataSet: JsonNode): object {
  const id = readId(dataSet);
  const properties = [
    'name',
    'description',
    'software_packageVersion',
    'software_downloadLocation',
    'software_packageUrl',
  ];
  return {
    ...(id !== undefined && { spdxId: id }),
    ...pick(dataSet, (name) => properties.includes(name) || name.startsWith('dataset_')),
  };
}

function readCard(element: JsonNode, dataSets: Record<string, object[]>): Pick<ScannedModel, 'model_card'> {
  const card = { ...pick(element, (name) => name.startsWith('ai_')), ...dataSets };
  const count = Object.keys(card).length;
  if (count === 0) return {};
  const max = getSchemaAt('ModelCard').maxProperties ?? Number.POSITIVE_INFINITY;
  if (count > max)
    return element.omit(`has more than ${max} properties of the AI profile, so that it has no model card`) ?? {};
  if (isNestedDeeper(card, MAX_CARD_DEPTH))
    return element.omit(`has properties of the AI profile that are nested more than ${MAX_CARD_DEPTH} levels`) ?? {};
  return { model_card: card };
}

/** Returns the properties of an element whose names fit. */
function pick(element: JsonNode, fits: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(
    element
      .names()
      .filter(fits)
      .map((name) => [name, element.get(name).value ?? null]),
  );
}
