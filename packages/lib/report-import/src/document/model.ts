/** Models, from what bills of different formats say of them, so that the same model has the same key. */
import { toStorableText } from '@aispm/openapi';
import type { ScannedModel } from '@aispm/types';
import { CONTRACT } from '../generated/contract.ts';
import type { JsonNode } from '../report/json-node.ts';
import { countBytes } from './fit-document.ts';
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
  // Before it becomes a part of the key, since thousands of models can have one provider with a name of megabytes.
  const provider = truncate(
    group ?? facts.organization ?? readHubNamespace(isFromHub ? purl : undefined) ?? 'unknown',
    'ScannedModel.provider_name',
  );
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
    provider_name: provider,
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

/** Reads a package URL; undefined when it isn't valid. */
export function readPurl(purl: JsonNode): string | undefined {
  const text = purl.string();
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

/** Converts the name of a license that SPDX doesn't list to an SPDX reference. */
export function toLicenseReference(name: string): string {
  const start = name.slice(0, maxLength('ScannedModel.license'));
  return /^LicenseRef-[A-Za-z0-9.-]+$/.test(start)
    ? start
    : `LicenseRef-${start.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^-|-$/g, '')}`;
}

/** Model cards have fewer than 20 levels. */
export const MAX_CARD_DEPTH = 100;

/** Returns whether a value has more levels than these. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isNestedDeeper(child, levels - 1));
}

/**
 * The data sets that model cards contain. Many models can name the same large data set, so a bill can be far smaller than the cards of
 * its models: all of them together contain at most the bytes that one scan can have.
 */
export class DataSets {
  readonly #describe: (dataSet: JsonNode) => object[];
  readonly #described = new Map<JsonNode, { items: readonly object[]; bytes: number | undefined }>();
  #remaining = CONTRACT.maxBodyBytes;

  /** @param describe describes a data set, as one or more items of a model card */
  constructor(describe: (dataSet: JsonNode) => object[]) {
    this.#describe = describe;
  }

  /**
   * Takes a data set for a model card.
   *
   * @param reference what the card itself says of it
   * @returns its items; none, with a finding, when it is nested too deep or no longer fits
   */
  take(dataSet: JsonNode, reference: object = {}): object[] {
    const { items, bytes } = this.#described.get(dataSet) ?? this.#measure(dataSet);
    if (bytes === undefined)
      return dataSet.omit(`would make a model card have more than ${MAX_CARD_DEPTH} levels`) ?? [];
    const all = bytes + items.length * countBytes(reference);
    if (all > this.#remaining) return dataSet.omit('exceeds the bytes that model cards can have in one scan') ?? [];
    this.#remaining -= all;
    return items.map((item) => ({ ...reference, ...item }));
  }

  #measure(dataSet: JsonNode) {
    const items = this.#describe(dataSet);
    // The list of data sets is in the card, or in an object of it.
    const isDeep = isNestedDeeper(items, MAX_CARD_DEPTH - 2);
    const described = { items, bytes: isDeep ? undefined : countBytes(items) };
    this.#described.set(dataSet, described);
    return described;
  }
}
