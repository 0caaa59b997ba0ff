/** The parts of a bill that are objects of the inventory. */

import type { SourceFile } from '../document/ai-objects.ts';
import { maximum, truncate } from '../document/limits.ts';
import { DataSets } from '../document/model.ts';
import { toStableKey } from '../document/names.ts';
import {
  type Properties,
  type ReadObject,
  type ReadObjectType,
  readOwnObject,
  readOwnType,
  readProperties,
} from '../document/own-properties.ts';
import type { ImportLog } from '../report/import-log.ts';
import type { JsonNode } from '../report/json-node.ts';
import { readMcpServer, readStatedServer } from './mcp.ts';
import { describeDataSets, listDataSets, readModel, withDataSets } from './model.ts';

/** A component or service that is an object of the inventory. */
export interface BillPart {
  readonly node: JsonNode;
  /** Its `bom-ref`. */
  readonly ref: string | undefined;
  readonly object: ReadObject;
  /** Distinguishes it from parts with the same stable key; undefined when its stable key does. */
  readonly version: string | undefined;
  readonly files: readonly SourceFile[];
  /** The components with data sets that its model card names. */
  readonly dataSets: readonly JsonNode[];
}

/** The parts of a bill. */
export interface BillParts {
  readonly objects: readonly BillPart[];
  /** Components with data sets. */
  readonly dataSets: readonly JsonNode[];
}

/**
 * Reads the components and services of a bill, nested ones too.
 *
 * @param subject what the bill describes: it is the scanned asset as well
 */
export function readParts(bill: JsonNode, subject: JsonNode, log: ImportLog): BillParts {
  const components = [...listNested(bill, 'components', subject)];
  const dataSets = new Set(
    components.filter(
      (component) => component.get('type').value === 'data' && readOwnType(readProperties(component)) === undefined,
    ),
  );
  const byRef = new Map([...dataSets].map((component) => [component.get('bom-ref').value, component]));
  const inCards = new DataSets(describeDataSets);
  const objects: BillPart[] = [];
  for (const component of components) {
    log.attempt(component, () => {
      const part = readComponent(component, byRef, inCards);
      if (part !== undefined) objects.push(part);
      else if (component.pointer !== subject.pointer && !dataSets.has(component)) {
        log.ignore('components that are not AI objects', component, component.get('name').string());
      }
    });
  }
  for (const service of listNested(bill, 'services')) {
    log.attempt(service, () => {
      const part = readService(service.requireObject());
      if (part !== undefined) objects.push(part);
      else log.ignore('services that are not MCP servers', service, service.get('name').string());
    });
  }
  return { objects: withDistinctKeys(objects), dataSets: [...dataSets] };
}

/** Lists the components or services of a bill, each before those in it. */
function* listNested(bill: JsonNode, name: 'components' | 'services', first?: JsonNode): Generator<JsonNode> {
  const pending = [...bill.get(name).requireArray().items().reverse(), ...(first?.exists ? [first] : [])];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    yield part;
    for (const child of part.get(name).items().reverse()) pending.push(child);
  }
}

/** Reads a component; undefined if it isn't an object of the inventory. */
function readComponent(
  component: JsonNode,
  byRef: ReadonlyMap<unknown, JsonNode>,
  dataSets: DataSets,
): BillPart | undefined {
  const isModel = component.get('type').requiredString() === 'machine-learning-model';
  const properties = readProperties(component);
  const type = isModel ? 'model' : readOwnType(properties);
  if (type === undefined) return undefined;
  const base = readBase(type, component);
  const named = 'model_card' in base ? listDataSets(base.model_card, byRef) : [];
  const object = named.length > 0 && base.object_type === 'model' ? withDataSets(base, byRef, dataSets) : base;
  return createPart(component, properties, object, listEvidence(component), named);
}

/** Reads a service; undefined if it isn't an object of the inventory. */
function readService(service: JsonNode): BillPart | undefined {
  const properties = readProperties(service);
  const type = readOwnType(properties);
  const base = type === undefined ? readMcpServer(service) : readBase(type, service);
  return base && createPart(service, properties, base, listSourceFiles(properties), []);
}

function createPart(
  node: JsonNode,
  properties: Properties,
  base: ReadObject,
  files: readonly SourceFile[],
  dataSets: readonly JsonNode[],
): BillPart {
  const object = readOwnObject(properties, base);
  const isKeyed = properties.has('aispm:stable_key');
  const version = 'revision' in object && object.revision ? object.revision : node.get('version').string();
  return { node, ref: node.get('bom-ref').string(), object, version: isKeyed ? undefined : version, files, dataSets };
}

/** Reads an object of a type that is known. Agents and tools have no type of their own in bills, so that properties describe them. */
function readBase(type: ReadObjectType, part: JsonNode): ReadObject {
  if (type === 'model') return readModel(part);
  if (type === 'mcp_server') return readStatedServer(part);
  const name = part.get('name').requiredString();
  const description = part.get('description').string();
  const common = {
    stable_key: toStableKey(name),
    aispm_friendly_name: truncate(name, 'ScannedAgent.aispm_friendly_name'),
    ...(description !== undefined && { description: truncate(description, 'ScannedAgent.description') }),
  };
  if (type === 'agent') return { ...common, object_type: type };
  const tool_name = truncate(name, 'ScannedTool.tool_name');
  return { ...common, object_type: type, tool_name, tool_source: 'other', tool_kind: 'tool' };
}

const VERSIONS = new Intl.Collator('en', { numeric: true });

/**
 * Gives each version of an object its own stable key: the newest one has the key of the object, which it keeps when an older
 * one is removed, and the others have their version in it.
 */
export function withDistinctKeys<Part extends Pick<BillPart, 'object' | 'version'>>(parts: readonly Part[]): Part[] {
  const groups = Map.groupBy(parts, ({ object }) => `${object.object_type} ${object.stable_key}`);
  const newest = new Map(
    [...groups].map(([name, group]) => [
      name,
      group.map(({ version }) => version ?? '').reduce((a, b) => (VERSIONS.compare(a, b) < 0 ? b : a)),
    ]),
  );
  return parts.map((part) => {
    const { object, version } = part;
    const isNewest = (version ?? '') === newest.get(`${object.object_type} ${object.stable_key}`);
    if (isNewest || version === undefined) return part;
    return { ...part, object: { ...object, stable_key: toStableKey(`${object.stable_key}@${version}`) } };
  });
}

/** Lists the files that contain a component. */
function listEvidence(component: JsonNode): SourceFile[] {
  return component
    .get('evidence')
    .get('occurrences')
    .items()
    .map((occurrence) => ({
      node: occurrence.get('location'),
      line: occurrence.get('line').integer(1, maximum('ScannedLocation.start_line')),
    }));
}

/** Lists the files that configure a service, as cdxgen states them. */
function listSourceFiles(properties: Properties): SourceFile[] {
  return (properties.get('SrcFile') ?? []).map((node) => ({ node, line: undefined }));
}
