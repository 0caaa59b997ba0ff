import type { ScannedModel } from '@aispm/types';
import { cut, maxLength } from '../../contract/limits.ts';
import type { DocumentPart } from './document-part.ts';
import { stableKey, webAddress } from './names.ts';

/** Kinds of package URLs that name models at a hub (package-url/purl-spec). */
const HUBS = /^pkg:(?:huggingface|mlflow)\//;

/** A model from a component of type `machine-learning-model`. */
export function readModel(component: DocumentPart): Omit<ScannedModel, 'key'> {
  const name = component.get('name').requiredText();
  const group = component.get('group').text();
  const purl = purlOf(component);
  const isOfHub = purl !== undefined && HUBS.test(purl);
  const modelName = isOfHub && group !== undefined ? `${group}/${name}` : name;
  const provider = group ?? organization(component) ?? 'unknown';
  const parameters = component.get('modelCard').get('modelParameters');
  const source = sourceOf(component);
  const version = component.get('version').text();
  const license = licenseOf(component);
  const texts = {
    description: component.get('description').text(),
    model_version: version === 'latest' ? undefined : version,
    task: parameters.get('task').text(),
    architecture_family: parameters.get('architectureFamily').text(),
  };
  return {
    stable_key: stableKey(isOfHub ? purl.replace(/[@?#].*$/, '') : `${provider}/${name}`),
    object_type: 'model',
    aispm_friendly_name: cut(name, 'ScannedModel.aispm_friendly_name'),
    model_name: cut(modelName, 'ScannedModel.model_name'),
    provider_name: cut(provider, 'ScannedModel.provider_name'),
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([field, text]) =>
        text === undefined ? [] : [[field, cut(text, `ScannedModel.${field}`)]],
      ),
    ),
    ...revisionOf(purl, isOfHub, version),
    ...(license !== undefined && { license }),
    ...(source !== undefined && { source_url: source }),
    ...(purl !== undefined && { purl }),
    ...cardOf(component.get('modelCard')),
  };
}

function purlOf(component: DocumentPart): string | undefined {
  const purl = component.get('purl');
  const text = purl.text();
  if (text !== undefined && !text.startsWith('pkg:')) throw purl.wrong('is not a package URL');
  return text !== undefined && text.length <= maxLength('ScannedModel.purl') ? text : undefined;
}

function organization(component: DocumentPart): string | undefined {
  return (
    component.get('supplier').get('name').text() ??
    component.get('manufacturer').get('name').text() ??
    component.get('publisher').text() ??
    component.get('author').text()
  );
}

/** The commit in the package URL, or the version where that is a digest; a model of a hub without one is not fixed. */
function revisionOf(
  purl: string | undefined,
  isOfHub: boolean,
  version: string | undefined,
): { revision?: string | null } {
  const pinned = isOfHub ? /@([^?#]+)/.exec(purl ?? '')?.[1] : undefined;
  if (pinned !== undefined) return { revision: decoded(pinned).slice(0, maxLength('ScannedModel.revision')) };
  if (version !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(version)) return { revision: version };
  return isOfHub ? { revision: null } : {};
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Null when the bill lists no license, undefined when it does not speak of licenses. */
function licenseOf(component: DocumentPart): string | null | undefined {
  const choices = component.get('licenses');
  if (!choices.exists) return undefined;
  const names = choices.items().flatMap((choice) => {
    const expression = choice.get('expression').text();
    const license = choice.get('license');
    const id = license.get('id').text();
    const name = license.exists ? license.get('name').text() : undefined;
    if (expression !== undefined) return [choices.items().length > 1 ? `(${expression})` : expression];
    return id !== undefined ? [id] : name !== undefined ? [reference(name)] : [];
  });
  return names.length === 0 ? null : cut(names.join(' AND '), 'ScannedModel.license');
}

/** A license that SPDX does not list, in the way of SPDX. */
function reference(name: string): string {
  return /^LicenseRef-[A-Za-z0-9.-]+$/.test(name)
    ? name
    : `LicenseRef-${name.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^-|-$/g, '')}`;
}

function sourceOf(component: DocumentPart): string | undefined {
  const references = component.get('externalReferences').items();
  for (const type of ['distribution', 'website', 'vcs', 'documentation']) {
    const found = references.find((item) => item.get('type').text() === type);
    const address = webAddress(found?.get('url').text());
    if (address !== undefined) return address;
  }
  return undefined;
}

/** The card without its pictures, which may be large and say nothing that can be searched. */
function cardOf(card: DocumentPart): Pick<ScannedModel, 'model_card'> {
  if (!card.exists || card.names().length === 0) return {};
  const { quantitativeAnalysis, ...rest } = card.value as { quantitativeAnalysis?: Record<string, unknown> };
  const { graphics: _, ...figures } = quantitativeAnalysis ?? {};
  return { model_card: { ...rest, ...(Object.keys(figures).length > 0 && { quantitativeAnalysis: figures }) } };
}
