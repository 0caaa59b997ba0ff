/** What a scan document says, in the terms of the labels. */
import type { ScanDocument } from '@aispm/types';
import { OBJECT_KINDS, type ObjectKind, type RelationKind, type ServerForm } from './label-types.ts';

/** Where a scanner found an object. */
export interface Observation {
  file: string;
  line?: number;
}

/** An object that a scanner found. */
export interface DetectedObject {
  kind: ObjectKind;
  /** All names that the document has for it, the most specific one first. */
  names: string[];
  observations: Observation[];
  framework?: string;
  /** Of MCP servers only. */
  form?: ServerForm;
}

/** A relation between two objects that a scanner found. */
export interface DetectedRelation {
  kind: RelationKind;
  from: DetectedObject;
  to: DetectedObject;
}

/** The objects and relations of a scan document that labels speak about. */
export interface Detections {
  objects: DetectedObject[];
  relations: DetectedRelation[];
}

type ScannedObject = ScanDocument['objects'][number];
type ScannedLocation = ScanDocument['locations'][number];

/** The relation of each edge that counts, by the types of its ends, and whether it starts at the end of the relation. */
const RELATION_OF_EDGE: Partial<Record<string, { kind: RelationKind; backwards: boolean }>> = {
  'agent models model': { kind: 'agent-model', backwards: false },
  'model agents agent': { kind: 'agent-model', backwards: true },
  'agent tools tool': { kind: 'agent-tool', backwards: false },
  'tool agents agent': { kind: 'agent-tool', backwards: true },
  'agent mcp_servers mcp_server': { kind: 'agent-mcp_server', backwards: false },
  'mcp_server agents agent': { kind: 'agent-mcp_server', backwards: true },
  'agent sub_agents agent': { kind: 'agent-agent', backwards: false },
  'agent parent_agents agent': { kind: 'agent-agent', backwards: true },
  'mcp_server tools tool': { kind: 'mcp_server-tool', backwards: false },
  'tool mcp_servers mcp_server': { kind: 'mcp_server-tool', backwards: true },
};

/**
 * Reads a scan document. Assets, and tools of the kinds `prompt` and `resource`, are left out with their edges: labels say
 * nothing about them. An edge that the document has in both directions, or twice, is one relation.
 */
export function readDocument(document: ScanDocument): Detections {
  const locations = locationsByObject(document);
  const objects = new Map<string, DetectedObject>();
  for (const object of document.objects.filter(isLabelled)) {
    objects.set(object.key, {
      kind: object.object_type as ObjectKind,
      names: namesOf(object),
      observations: [...(locations.get(object.key) ?? [])].flatMap(toSighting),
      ...(object.object_type === 'agent' && object.framework ? { framework: object.framework } : {}),
    });
  }
  const relations = relationsOf(document, objects);
  for (const [key, object] of objects) {
    if (object.kind === 'mcp_server') object.form = formOf(object, locations.get(key) ?? [], relations);
  }
  return { objects: [...objects.values()], relations };
}

function isLabelled(object: ScannedObject): boolean {
  if (object.object_type === 'tool') return object.tool_kind === 'tool';
  return (OBJECT_KINDS as readonly string[]).includes(object.object_type);
}

function locationsByObject({ edges, locations }: ScanDocument): Map<string, Set<ScannedLocation>> {
  const byKey = new Map(locations.map((location) => [location.key, location]));
  const result = new Map<string, Set<ScannedLocation>>();
  for (const { from_key, to_key } of edges) {
    const isForward = byKey.has(to_key);
    const location = byKey.get(isForward ? to_key : from_key);
    const object = isForward ? from_key : to_key;
    if (location) result.set(object, (result.get(object) ?? new Set()).add(location));
  }
  return result;
}

function toSighting({ file_path, start_line }: ScannedLocation): Observation[] {
  if (!file_path) return [];
  return [{ file: file_path.replace(/^\.?\//, ''), ...(start_line ? { line: start_line } : {}) }];
}

function namesOf(object: ScannedObject): string[] {
  const names = [object.aispm_friendly_name];
  if (object.object_type === 'agent' && object.entry_point) names.push(lastPart(object.entry_point));
  if (object.object_type === 'tool') names.unshift(object.tool_name);
  if (object.object_type === 'model') names.unshift(object.model_name);
  if (object.object_type === 'mcp_server') {
    names.push(object.server_name, lastPart(object.server_name));
    if (object.title) names.push(object.title);
  }
  return [...new Set(names)];
}

function lastPart(name: string): string {
  return name.split(/[/:.#]/).at(-1) || name;
}

/** A server in a configuration file is configured; of the others, those that offer tools are implemented. */
function formOf(
  server: DetectedObject,
  locations: Iterable<ScannedLocation>,
  relations: DetectedRelation[],
): ServerForm {
  if ([...locations].some(({ location_type }) => location_type === 'config')) return 'configured';
  return relations.some(({ kind, from }) => kind === 'mcp_server-tool' && from === server)
    ? 'implemented'
    : 'configured';
}

function relationsOf({ edges }: ScanDocument, objects: Map<string, DetectedObject>): DetectedRelation[] {
  const relations = new Map<string, DetectedRelation>();
  for (const { from_key, edge, to_key } of edges) {
    const [start, end] = [objects.get(from_key), objects.get(to_key)];
    const known = start && end && RELATION_OF_EDGE[`${start.kind} ${edge} ${end.kind}`];
    if (!known) continue;
    const keys = known.backwards ? [to_key, from_key] : [from_key, to_key];
    const [from, to] = known.backwards ? [end, start] : [start, end];
    relations.set(JSON.stringify([known.kind, ...keys]), { kind: known.kind, from, to });
  }
  return [...relations.values()];
}
