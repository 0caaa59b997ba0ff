import { isJsonObject } from '@aispm/openapi';
import type { ScannedModel } from '@aispm/types';
import { getSchemaAt } from '../document/limits.ts';
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

/** Reads a model from a component of type `machine-learning-model`. */
export function readModel(component: JsonNode): Omit<ScannedModel, 'key'> {
  const parameters = component.get('modelCard').get('modelParameters');
  return createModel({
    name: component.get('name').requiredString(),
    group: component.get('group').string(),
    organization: readOrganization(component),
    purl: readPurl(component.get('purl')),
    version: component.get('version').string(),
    description: component.get('description').string(),
    task: parameters.get('task').string(),
    architecture: parameters.get('architectureFamily').string(),
    license: readLicense(component),
    sourceUrl: readSourceUrl(component),
    card: readModelCard(component.get('modelCard')),
  });
}

function readOrganization(component: JsonNode): string | undefined {
  return (
    component.get('supplier').get('name').string() ??
    component.get('manufacturer').get('name').string() ??
    component.get('publisher').string() ??
    component.get('author').string() ??
    component.get('authors').item(0)?.get('name').string()
  );
}

/** Reads the license; null when the list of licenses is empty, undefined when there is no list. */
function readLicense(component: JsonNode): string | null | undefined {
  const choices = component.get('licenses');
  if (!choices.exists) return undefined;
  const names = choices.items().flatMap((choice) => {
    const expression = choice.get('expression').string();
    const license = choice.get('license');
    const id = license.get('id').string();
    const name = license.exists ? license.get('name').string() : undefined;
    if (expression !== undefined) return [choices.items().length > 1 ? `(${expression})` : expression];
    return id !== undefined ? [id] : name !== undefined ? [toLicenseReference(name)] : [];
  });
  return names.length === 0 ? null : names.join(' AND ');
}

function readSourceUrl(component: JsonNode): string | undefined {
  const references = component.get('externalReferences').items();
  for (const type of ['distribution', 'website', 'vcs', 'documentation']) {
    const found = references.find((item) => item.get('type').string() === type);
    const url = toWebUrl(found?.get('url').string());
    if (url !== undefined) return url;
  }
  return undefined;
}

/** Reads the model card without graphics, which may be large and can't be searched. */
function readModelCard(card: JsonNode): Pick<ScannedModel, 'model_card'> {
  const names = card.names();
  if (names.length === 0) return {};
  const max = getSchemaAt('ModelCard').maxProperties ?? Number.POSITIVE_INFINITY;
  if (names.length > max) return card.omit(`must have at most ${max} properties`) ?? {};
  if (isNestedDeeper(card.value, MAX_CARD_DEPTH))
    return card.omit(`is nested more than ${MAX_CARD_DEPTH} levels`) ?? {};
  const { quantitativeAnalysis: analysis, ...rest } = card.value as Record<string, unknown>;
  if (!isJsonObject(analysis)) return { model_card: card.value as Record<string, unknown> };
  const { graphics: _, ...figures } = analysis;
  return { model_card: { ...rest, ...(Object.keys(figures).length > 0 && { quantitativeAnalysis: figures }) } };
}

/** Returns the data sets that a model card lists. */
function readDataSets(card: unknown): readonly unknown[] {
  const parameters = isJsonObject(card) ? card.modelParameters : undefined;
  const datasets = isJsonObject(parameters) ? parameters.datasets : undefined;
  return Array.isArray(datasets) ? datasets : [];
}

/** Components with data sets, by their `bom-ref`. */
type DataSetsByRef = ReadonlyMap<unknown, JsonNode>;

function findDataSet(item: unknown, byRef: DataSetsByRef): JsonNode | undefined {
  return isJsonObject(item) && typeof item.ref === 'string' ? byRef.get(item.ref) : undefined;
}

/** Lists the components with data sets that a model card refers to. */
export function listDataSets(card: unknown, byRef: DataSetsByRef): JsonNode[] {
  return readDataSets(card).flatMap((item) => findDataSet(item, byRef) ?? []);
}

/** Returns a model whose card contains the data sets that it refers to: the inventory has no other place for them. */
export function withDataSets<T extends Omit<ScannedModel, 'key'>>(
  model: T,
  byRef: DataSetsByRef,
  dataSets: DataSets,
): T {
  const card = model.model_card as Record<string, unknown>;
  const datasets = readDataSets(card).flatMap((item) => {
    const component = findDataSet(item, byRef);
    return component === undefined ? [item] : dataSets.take(component, item as object);
  });
  const modelParameters = { ...(card.modelParameters as object), datasets };
  return { ...model, model_card: { ...card, modelParameters } };
}

/** Describes what a component contains, as a model card does. */
export function describeDataSets(component: JsonNode): object[] {
  const [name, version] = [component.get('name').string(), component.get('version').string()];
  const common = { ...(name !== undefined && { name }), ...(version !== undefined && { version }) };
  const data = component.get('data').value;
  const items = [data ?? []].flat().filter(isJsonObject);
  const isShallow = items.every((item) => !isNestedDeeper(item, MAX_CARD_DEPTH / 2));
  return items.length === 0 || !isShallow
    ? [{ type: 'dataset', ...common }]
    : items.map((item) => ({ ...common, ...item }));
}
