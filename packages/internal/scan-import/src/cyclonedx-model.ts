import { isJsonObject, toStorableText } from '@aispm/openapi';
import type { ScannedModel } from '@aispm/types';
import type { JsonNode } from './json-node.ts';
import { getSchemaAt, maxLength, truncate } from './limits.ts';
import { toStableKey, toWebUrl } from './names.ts';

/** Package URLs of models at a hub (package-url/purl-spec). */
const HUB_PURL = /^pkg:(?:huggingface|mlflow)\//;

/** Reads a model from a component of type `machine-learning-model`. */
export function readModel(component: JsonNode): Omit<ScannedModel, 'key'> {
  const name = component.get('name').requiredText();
  const group = component.get('group').text();
  const purl = readPurl(component);
  const isFromHub = purl !== undefined && HUB_PURL.test(purl);
  const modelName = isFromHub && group !== undefined ? `${group}/${name}` : name;
  const provider = group ?? readOrganization(component) ?? readHubNamespace(isFromHub ? purl : undefined) ?? 'unknown';
  const parameters = component.get('modelCard').get('modelParameters');
  const source = readSourceUrl(component);
  const version = component.get('version').text();
  const license = readLicense(component);
  const texts = {
    description: component.get('description').text(),
    model_version: version === 'latest' ? undefined : version,
    task: parameters.get('task').text(),
    architecture_family: parameters.get('architectureFamily').text(),
  };
  return {
    stable_key: toStableKey(isFromHub ? purl.split(/[@?#]/, 1).join() : `${provider}/${name}`),
    object_type: 'model',
    aispm_friendly_name: truncate(name, 'ScannedModel.aispm_friendly_name'),
    model_name: truncate(modelName, 'ScannedModel.model_name'),
    provider_name: truncate(provider, 'ScannedModel.provider_name'),
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([field, text]) =>
        text === undefined ? [] : [[field, truncate(text, `ScannedModel.${field}`)]],
      ),
    ),
    ...readRevision(purl, isFromHub, version),
    ...(license !== undefined && { license }),
    ...(source !== undefined && { source_url: source }),
    ...(purl !== undefined && { purl }),
    ...readModelCard(component.get('modelCard')),
  };
}

function readPurl(component: JsonNode): string | undefined {
  const purl = component.get('purl');
  const text = purl.text();
  if (text === undefined) return undefined;
  const schema = getSchemaAt('ScannedModel.purl');
  const isValid = new RegExp(schema.pattern ?? '', 'u').test(text) && text.length >= (schema.minLength ?? 0);
  if (!isValid) return purl.omit('must be a package URL, such as pkg:huggingface/google-bert/bert-base-cased');
  const max = maxLength('ScannedModel.purl');
  return text.length <= max ? text : purl.omit(`must have at most ${max} characters`);
}

function readOrganization(component: JsonNode): string | undefined {
  return (
    component.get('supplier').get('name').text() ??
    component.get('manufacturer').get('name').text() ??
    component.get('publisher').text() ??
    component.get('author').text() ??
    component.get('authors').item(0)?.get('name').text()
  );
}

/** Reads the owner of a model of a hub from its package URL, such as `google-bert`. */
function readHubNamespace(purl: string | undefined): string | undefined {
  const namespace = /^pkg:[^/]+\/([^/@?#]+)\//.exec(purl ?? '')?.[1];
  return namespace === undefined ? undefined : tryDecode(namespace);
}

/** Reads the commit in the package URL, or the version if it is a digest; null for a model of a hub without one. */
function readRevision(
  purl: string | undefined,
  isFromHub: boolean,
  version: string | undefined,
): { revision?: string | null } {
  const pinned = isFromHub ? /@([^?#]+)/.exec(purl ?? '')?.[1] : undefined;
  if (pinned !== undefined) return { revision: truncate(tryDecode(pinned), 'ScannedModel.revision') };
  if (version !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(version)) return { revision: version };
  return isFromHub ? { revision: null } : {};
}

function tryDecode(text: string): string {
  try {
    return toStorableText(decodeURIComponent(text));
  } catch {
    return text;
  }
}

/** Reads the license; null when the list of licenses is empty, undefined when there is no list. */
function readLicense(component: JsonNode): string | null | undefined {
  const choices = component.get('licenses');
  if (!choices.exists) return undefined;
  const names = choices.items().flatMap((choice) => {
    const expression = choice.get('expression').text();
    const license = choice.get('license');
    const id = license.get('id').text();
    const name = license.exists ? license.get('name').text() : undefined;
    if (expression !== undefined) return [choices.items().length > 1 ? `(${expression})` : expression];
    return id !== undefined ? [id] : name !== undefined ? [toLicenseReference(name)] : [];
  });
  return names.length === 0 ? null : truncate(names.join(' AND '), 'ScannedModel.license');
}

/** Converts the name of a license that SPDX does not list to an SPDX reference. */
function toLicenseReference(name: string): string {
  return /^LicenseRef-[A-Za-z0-9.-]+$/.test(name)
    ? name
    : `LicenseRef-${name.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^-|-$/g, '')}`;
}

function readSourceUrl(component: JsonNode): string | undefined {
  const references = component.get('externalReferences').items();
  for (const type of ['distribution', 'website', 'vcs', 'documentation']) {
    const found = references.find((item) => item.get('type').text() === type);
    const url = toWebUrl(found?.get('url').text());
    if (url !== undefined) return url;
  }
  return undefined;
}

/** Reads the model card without graphics, which may be large and cannot be searched. */
function readModelCard(card: JsonNode): Pick<ScannedModel, 'model_card'> {
  const names = card.names();
  if (names.length === 0) return {};
  const max = getSchemaAt('ModelCard').maxProperties ?? Number.POSITIVE_INFINITY;
  if (names.length > max) return card.omit(`must have at most ${max} members`) ?? {};
  if (isNestedDeeper(card.value, MAX_CARD_DEPTH))
    return card.omit(`is nested more than ${MAX_CARD_DEPTH} levels`) ?? {};
  const { quantitativeAnalysis: analysis, ...rest } = card.value as Record<string, unknown>;
  if (!isJsonObject(analysis)) return { model_card: card.value as Record<string, unknown> };
  const { graphics: _, ...figures } = analysis;
  return { model_card: { ...rest, ...(Object.keys(figures).length > 0 && { quantitativeAnalysis: figures }) } };
}

/** The levels of the model cards of CycloneDX are fewer than 20. */
const MAX_CARD_DEPTH = 100;

function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isNestedDeeper(child, levels - 1));
}

/** Returns the data sets that a model card lists. */
function readDataSets(card: unknown): readonly unknown[] {
  const parameters = isJsonObject(card) ? card.modelParameters : undefined;
  const datasets = isJsonObject(parameters) ? parameters.datasets : undefined;
  return Array.isArray(datasets) ? datasets : [];
}

/** Components with data sets, by their `bom-ref`. */
type DataSets = ReadonlyMap<unknown, JsonNode>;

function findDataSet(item: unknown, dataSets: DataSets): JsonNode | undefined {
  return isJsonObject(item) && typeof item.ref === 'string' ? dataSets.get(item.ref) : undefined;
}

/** Lists the components with data sets that a model card refers to. */
export function listDataSets(card: unknown, dataSets: DataSets): JsonNode[] {
  return readDataSets(card).flatMap((item) => findDataSet(item, dataSets) ?? []);
}

/** Returns a model whose card contains the data sets that it refers to: the inventory has no other place for them. */
export function withDataSets<T extends Omit<ScannedModel, 'key'>>(model: T, dataSets: DataSets): T {
  const card = model.model_card as Record<string, unknown>;
  const datasets = readDataSets(card).flatMap((item) => {
    const component = findDataSet(item, dataSets);
    return component === undefined ? [item] : describeDataSets(item as object, component);
  });
  const modelParameters = { ...(card.modelParameters as object), datasets };
  return { ...model, model_card: { ...card, modelParameters } };
}

/** Describes what a component contains, as a model card does. */
function describeDataSets(reference: object, component: JsonNode): object[] {
  const [name, version] = [component.get('name').text(), component.get('version').text()];
  const common = { ...reference, ...(name !== undefined && { name }), ...(version !== undefined && { version }) };
  const data = component.get('data').value;
  const items = [data ?? []].flat().filter(isJsonObject);
  const isShallow = items.every((item) => !isNestedDeeper(item, MAX_CARD_DEPTH / 2));
  return items.length === 0 || !isShallow
    ? [{ type: 'dataset', ...common }]
    : items.map((item) => ({ ...common, ...item }));
}
