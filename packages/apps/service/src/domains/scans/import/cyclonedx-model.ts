import type { ScannedModel } from '@aispm/types';
import { maxLength, truncate } from '../../../platform/contract/limits.ts';
import type { JsonNode } from './json-node.ts';
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
  const provider = group ?? readOrganization(component) ?? 'unknown';
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
    stable_key: toStableKey(isFromHub ? purl.replace(/[@?#].*$/, '') : `${provider}/${name}`),
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
  if (text !== undefined && !text.startsWith('pkg:'))
    throw purl.error('must be a package URL, such as pkg:huggingface/google-bert/bert-base-cased');
  return text !== undefined && text.length <= maxLength('ScannedModel.purl') ? text : undefined;
}

function readOrganization(component: JsonNode): string | undefined {
  return (
    component.get('supplier').get('name').text() ??
    component.get('manufacturer').get('name').text() ??
    component.get('publisher').text() ??
    component.get('author').text()
  );
}

/** Reads the commit in the package URL, or the version if it is a digest; null for a model of a hub without one. */
function readRevision(
  purl: string | undefined,
  isFromHub: boolean,
  version: string | undefined,
): { revision?: string | null } {
  const pinned = isFromHub ? /@([^?#]+)/.exec(purl ?? '')?.[1] : undefined;
  if (pinned !== undefined) return { revision: tryDecode(pinned).slice(0, maxLength('ScannedModel.revision')) };
  if (version !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(version)) return { revision: version };
  return isFromHub ? { revision: null } : {};
}

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text);
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
  if (!card.exists || card.names().length === 0) return {};
  const { quantitativeAnalysis, ...rest } = card.value as { quantitativeAnalysis?: Record<string, unknown> };
  const { graphics: _, ...figures } = quantitativeAnalysis ?? {};
  return { model_card: { ...rest, ...(Object.keys(figures).length > 0 && { quantitativeAnalysis: figures }) } };
}
