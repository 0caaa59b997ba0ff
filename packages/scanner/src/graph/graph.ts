/** What was found: objects with their facts, relations and locations. */
import type { Evidence, ScannedAgent, ScannedMcpServer, ScannedModel, ScannedRule, ScannedTool } from '@aispm/types';
import type { Span } from '../facts/facts.ts';

/** Fields that the last stage sets. */
type Assembled = 'key' | 'stable_key' | 'object_type' | 'aispm_friendly_name' | 'labels';

interface FieldsByKind {
  agent: Omit<ScannedAgent, Assembled>;
  tool: Omit<ScannedTool, Assembled>;
  model: Omit<ScannedModel, Assembled>;
  mcp_server: Omit<ScannedMcpServer, Assembled>;
}

export type ObjectKind = keyof FieldsByKind;

/** A location in a file, and why it is one. */
export interface DetectedLocation {
  readonly file: string;
  readonly span: Span;
  readonly type: 'file' | 'config' | 'notebook_cell';
  /** Why something was found here, for `--explain`. */
  readonly reason: string;
  /** How many lines may be shown: never those of instructions. */
  readonly lines: number;
  /** The text to show, where it was made safe already. */
  readonly snippet?: string;
  /** The whole file is the location: it has no lines, or they say nothing. */
  readonly isWhole?: boolean;
}

/** An object that was found. */
export interface DetectedObject<K extends ObjectKind = ObjectKind> {
  readonly kind: K;
  /** Identifies the object in the repository by what it is, not by where it is. */
  readonly identity: string;
  name: string;
  /** Its stable key if it has a public name; otherwise it is made of the target and the identity. */
  publicKey?: string;
  /** Fields of the scan document. What is unknown is left out. */
  fields: Partial<FieldsByKind[K]>;
  readonly locations: DetectedLocation[];
  readonly labels: Map<string, string>;
}

export type Edge = 'models' | 'tools' | 'mcp_servers' | 'sub_agents';

/** A relation. */
export interface DetectedEdge {
  readonly from: DetectedObject;
  readonly edge: Edge;
  readonly to: DetectedObject;
}

/** Something that could not be read or resolved. */
export interface Diagnostic {
  readonly kind: 'unreadable' | 'syntax' | 'unresolved' | 'limit';
  readonly file?: string;
  readonly line?: number;
  readonly message: string;
}

/** A finding of one of the scanner's own rules. */
export interface DetectedFinding {
  /** A rule of this package, or one of the service for which this is another observation. */
  readonly rule: ScannedRule | ServiceRule;
  readonly found: DetectedObject;
  /** Where it is; omitted when it is where the object is. */
  readonly location?: DetectedLocation;
  readonly message: string;
  readonly evidence: readonly Evidence[];
  /** From 0 (a guess) to 1 (certain). */
  readonly confidence?: number;
}

/** A rule that the service brings. Documents refer to it and don't describe it. */
export interface ServiceRule {
  readonly rule_id: string;
  readonly severity: ScannedRule['severity'];
  readonly source: 'static';
}

/** Collects what is found. */
export interface ObjectGraph {
  readonly objects: () => readonly DetectedObject[];
  readonly agents: () => readonly DetectedObject<'agent'>[];
  readonly edges: () => readonly DetectedEdge[];
  readonly diagnostics: Diagnostic[];
  readonly findings: DetectedFinding[];
  readonly has: (kind: ObjectKind, identity: string) => boolean;
  /** Returns the object with an identity; creates it when it is new. */
  readonly add: <K extends ObjectKind>(kind: K, identity: string, name: string) => DetectedObject<K>;
  readonly relate: (from: DetectedObject, edge: Edge, to: DetectedObject) => void;
  readonly locate: (found: DetectedObject, location: DetectedLocation) => void;
}

/** Creates an empty graph. */
export function createGraph(): ObjectGraph {
  const objects = new Map<string, DetectedObject>();
  const edges = new Map<string, DetectedEdge>();
  // A model can have as many locations as there are files.
  const locationKeys = new WeakMap<DetectedObject, Set<string>>();
  return {
    diagnostics: [],
    findings: [],
    objects: () => [...objects.values()],
    agents: () => [...objects.values()].filter((found) => found.kind === 'agent') as DetectedObject<'agent'>[],
    edges: () => [...edges.values()],
    has: (kind, identity) => objects.has(`${kind} ${identity}`),
    add: (kind, identity, name) => {
      const key = `${kind} ${identity}`;
      const found = objects.get(key) ?? { kind, identity, name, fields: {}, locations: [], labels: new Map() };
      objects.set(key, found);
      return found as DetectedObject<typeof kind>;
    },
    relate: (from, edge, to) => {
      if (from !== to) edges.set(`${from.kind} ${from.identity} ${edge} ${to.kind} ${to.identity}`, { from, edge, to });
    },
    locate: (found, location) => {
      const known = locationKeys.get(found) ?? new Set();
      locationKeys.set(found, known);
      const locationKey = `${location.span.join()} ${location.file}`;
      if (known.has(locationKey)) return;
      known.add(locationKey);
      found.locations.push(location);
    },
  };
}
