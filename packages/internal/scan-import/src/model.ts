/** Models, from what bills of different formats say of them, so that the same model has the same key. */
import { toStorableText } from '@aispm/openapi';
import type { ScannedModel } from '@aispm/types';
import type { JsonNode } from './json-node.ts';
import { getSchemaAt, maxLength, truncate } from './limits.ts';
import { toStableKey } from './names.ts';

/** Package URLs of models at a hub (package-url/purl-spec). */
const HUB_PURL = /^pkg:(?:huggingface|mlflow)\//;

/** What a bill says of a model. */
export interface ModelFacts {
  readonly name: string;
  /** The owner of the model, as a part of its name. */
  readonly group?: string | undefined;
  /** The organization that provides the model. */
  readonly organization: string | undefined;
  /** The package URL, as {@link readPurl} reads it. */
  readonly purl: string | undefined;
  readonly version: string | undefined;
  readonly description: string | undefined;
  readonly task?: string | undefined;
  readonly architecture: string | undefined;
  /** Null when the bill states that there is none. */
  readonly license: string | null | undefined;
  readonly sourceUrl: string | undefined;
  readonly card: Pick<ScannedModel, 'model_card'>;
}

/** Creates a model. What is undefined is omitted, so that values from other sources remain. */
export function createModel(facts: ModelFacts): Omit<ScannedModel, 'key'> {
  const { name, group, purl, version, license, sourceUrl } = facts;
  const isFromHub = purl !== undefined && HUB_PURL.test(purl);
  const modelName = isFromHub && group !== undefined ? `${group}/${name}` : name;
  const provider = group ?? facts.organization ?? readHubNamespace(isFromHub ? purl : undefined) ?? 'unknown';
  const texts = {
    description: facts.description,
    model_version: version === 'latest' ? undefined : version,
    task: facts.task,
    architecture_family: facts.architecture,
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
    ...(license !== undefined && { license: license === null ? null : truncate(license, 'ScannedModel.license') }),
    ...(sourceUrl !== undefined && { source_url: sourceUrl }),
    ...(purl !== undefined && { purl }),
    ...facts.card,
  };
}

/** Reads a package URL; undefined when it is not valid. */
export function readPurl(purl: JsonNode): string | undefined {
  const text = purl.text();
  if (text === undefined) return undefined;
  const schema = getSchemaAt('ScannedModel.purl');
  const isValid = new RegExp(schema.pattern ?? '', 'u').test(text) && text.length >= (schema.minLength ?? 0);
  if (!isValid) return purl.omit('must be a package URL, such as pkg:huggingface/google-bert/bert-base-cased');
  const max = maxLength('ScannedModel.purl');
  return text.length <= max ? text : purl.omit(`must have at most ${max} characters`);
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

/** Converts the name of a license that SPDX does not list to an SPDX reference. */
export function toLicenseReference(name: string): string {
  return /^LicenseRef-[A-Za-z0-9.-]+$/.test(name)
    ? name
    : `LicenseRef-${name.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^-|-$/g, '')}`;
}

/** Model cards have fewer than 20 levels. */
export const MAX_CARD_DEPTH = 100;

/** Returns whether a value has more levels than these. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isNestedDeeper(child, levels - 1));
}
