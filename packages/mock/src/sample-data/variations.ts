/** Valid variations of example records, with new names and identifiers. */
import type { JsonObject } from '../bundled/openapi.ts';
import { encodeSegment } from '../http/router.ts';
import { toSlug } from './names.ts';
import type { Random } from './random.ts';

/** The properties that distinguish a variation. */
export interface Identity {
  name: string;
  random: Random;
  /** When it was seen, created and changed. */
  times: JsonObject;
}

/** Creates a variation of a record. */
export type Vary = (template: JsonObject, identity: Identity) => JsonObject;

const identifyObject = ({ name, random, times }: Identity): JsonObject => ({
  ...times,
  aispm_object_id: random.uuid(),
  aispm_friendly_name: name,
});

/** The part of a name that a URL contains. */
const MAX_SEGMENT = 100;

/** Converts a name to a segment of a URL. */
function toUrlSegment(name: string): string {
  return encodeSegment([...name].slice(0, MAX_SEGMENT).join(''));
}

export const varyAsset: Vary = (template, { name, random, times }) => ({
  ...template,
  ...times,
  asset_id: random.uuid(),
  asset_name: name,
  repository_url: replaceLastSegment(template.repository_url, toUrlSegment(name)),
  commit_sha: template.commit_sha === null ? null : random.hex(40),
});

/** @param asset that contains the location */
export function varyLocation(template: JsonObject, asset: JsonObject, { random, times }: Identity): JsonObject {
  const { created_at: _, ...seen } = times;
  const url = replaceText(template.url, String(template.repository_url), String(asset.repository_url));
  return {
    ...template,
    ...seen,
    location_id: random.uuid(),
    asset_id: asset.asset_id,
    repository_url: asset.repository_url,
    commit_sha: asset.commit_sha,
    url: replaceText(url, String(template.commit_sha), String(asset.commit_sha)),
  };
}

export const varyMcpServer: Vary = (template, identity) => {
  const { name } = identity;
  const [slug, known] = [toSlug(name, '-'), toSlug(String(template.aispm_friendly_name), '-')];
  return {
    ...template,
    ...identifyObject(identity),
    server_name: replaceLastSegment(template.server_name, slug),
    title: name,
    url: replaceText(template.url, known, slug),
  };
};

export const varyModel: Vary = (template, identity) => {
  const model_name = replaceLastSegment(template.model_name, toSlug(identity.name, '-'));
  const rename = (value: unknown) => replaceText(value, String(template.model_name), String(model_name));
  return {
    ...template,
    ...identifyObject(identity),
    model_name,
    source_url: rename(template.source_url),
    purl: rename(template.purl),
  };
};

export const varyTool: Vary = (template, identity) => ({
  ...template,
  ...identifyObject(identity),
  tool_name: toSlug(identity.name, '_'),
  title: template.title === null ? null : identity.name,
  mcp_server_id: null,
});

export const varyAgent: Vary = (template, identity) => ({
  ...template,
  ...identifyObject(identity),
  instructions_fingerprint: template.instructions_fingerprint === null ? null : identity.random.hex(64),
});

/** Replaces a part of a string; any other value is returned unchanged. */
function replaceText(value: unknown, part: string, replacement: string): unknown {
  return typeof value === 'string' ? value.replace(part, () => replacement) : value;
}

/** Replaces what follows the last slash of a string; any other value is returned unchanged. */
export function replaceLastSegment(value: unknown, replacement: string): unknown {
  return typeof value === 'string' ? `${value.slice(0, value.lastIndexOf('/') + 1)}${replacement}` : value;
}

/** Returns the message and evidence of an occurrence about its object: the examples describe other objects. */
export function describeFinding(ruleName: unknown, { aispm_friendly_name: name }: JsonObject): JsonObject {
  return {
    message: `${ruleName}: ${name}.`,
    evidence: [{ kind: 'configuration', value: `name: ${name}`, redacted: false }],
  };
}

/** Selects properties. */
export function pick(record: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}
