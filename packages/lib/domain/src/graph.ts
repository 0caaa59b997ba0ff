/** The graph of a workspace: which objects are related, and the neighbourhood of an object. */
import { type EdgeName, findRelation, invertEdge, listRelations } from './edges.ts';
import type { GraphObject } from './objects.ts';
import { rankSeverity } from './severities.ts';
import { compareText } from './text.ts';

/** A relation, named from its source. */
export interface Relation {
  from_id: string;
  edge: EdgeName;
  to_id: string;
  evidence: string;
  /** In RFC 3339; default: since both ends are known. */
  first_seen_at?: string;
  /** In RFC 3339; default: as long as both ends are known. */
  last_seen_at?: string;
}

/** The object at the other end of an edge, as lists of related objects have it. */
export interface RelatedObject
  extends Pick<
    GraphObject,
    | 'aispm_object_id'
    | 'aispm_friendly_name'
    | 'object_type'
    | 'critical_issues_count'
    | 'high_issues_count'
    | 'first_seen_at'
    | 'last_seen_at'
  > {
  edge: EdgeName;
  evidence: string;
}

/** An object of a neighbourhood. */
export interface NeighbourhoodNode extends Omit<GraphObject, 'first_seen_at' | 'last_seen_at'> {
  depth: number;
  degrees: Partial<Record<EdgeName, number>>;
}

/** A relation of a neighbourhood. */
export type NeighbourhoodEdge = Pick<Relation, 'from_id' | 'edge' | 'to_id' | 'evidence'>;

/** The objects around an object, and the relations between them. */
export interface Neighbourhood {
  root_id: string;
  nodes: NeighbourhoodNode[];
  edges: NeighbourhoodEdge[];
  truncated: boolean;
}

/** What a neighbourhood consists of. */
export interface NeighbourhoodQuery {
  /** Maximum number of steps from the object. */
  depth: number;
  maxNodes: number;
  maxEdges: number;
  /** The edges to follow; undefined for all. */
  edges?: readonly string[] | undefined;
}

/** A relation as seen from one of its ends. */
interface Step {
  edge: EdgeName;
  otherId: string;
  relation: Relation;
}

/** The objects of a workspace and the relations between them, indexed. Relations of unknown objects are ignored. */
export class Graph {
  readonly #objects: ReadonlyMap<string, GraphObject>;
  readonly #steps = new Map<string, Map<EdgeName, Step[]>>();

  constructor(objects: Iterable<GraphObject>, relations: Iterable<Relation>) {
    this.#objects = new Map([...objects].map((object) => [object.aispm_object_id, object]));
    for (const relation of relations) {
      const source = this.#objects.get(relation.from_id);
      const target = this.#objects.get(relation.to_id);
      if (!source || !target) continue;
      const { edge } = relation;
      this.#addStep(source, { edge, otherId: relation.to_id, relation });
      this.#addStep(target, { edge: invertEdge(edge, source.object_type), otherId: relation.from_id, relation });
    }
  }

  #addStep({ aispm_object_id }: GraphObject, step: Step): void {
    const steps = this.#steps.get(aispm_object_id) ?? new Map<EdgeName, Step[]>();
    this.#steps.set(aispm_object_id, steps);
    const known = steps.get(step.edge);
    if (known) known.push(step);
    else steps.set(step.edge, [step]);
  }

  /** Returns an object; undefined when it's unknown. */
  get(id: string): GraphObject | undefined {
    return this.#objects.get(id);
  }

  /** Lists the identifiers of the objects to which an edge of an object leads, in no particular order. */
  listIds(id: string, edge: EdgeName): string[] {
    return (this.#steps.get(id)?.get(edge) ?? []).map(({ otherId }) => otherId);
  }

  /** Counts the objects to which an edge of an object leads. */
  count(id: string, edge: EdgeName): number {
    return this.#steps.get(id)?.get(edge)?.length ?? 0;
  }

  /** Lists the objects to which an edge of an object leads, by name and then by identifier. */
  listRelated(id: string, edge: EdgeName): RelatedObject[] {
    const own = this.#objects.get(id);
    const related = (this.#steps.get(id)?.get(edge) ?? []).flatMap(({ otherId, relation }) => {
      const other = this.#objects.get(otherId);
      return own && other ? [describeRelated(own, other, edge, relation)] : [];
    });
    return related.sort(
      (a, b) =>
        compareText(a.aispm_friendly_name.toLowerCase(), b.aispm_friendly_name.toLowerCase()) ||
        compareText(a.aispm_object_id, b.aispm_object_id),
    );
  }

  /** Returns the neighbourhood of an object; undefined when the object is unknown. */
  readNeighbourhood(rootId: string, query: NeighbourhoodQuery): Neighbourhood | undefined {
    if (!this.#objects.has(rootId)) return undefined;
    const { depths, isTruncated } = this.#walk(rootId, query);
    const positions = new Map([...depths.keys()].map((id, position) => [id, position]));
    const edges = this.#listEdges(positions, query.edges);
    return {
      root_id: rootId,
      nodes: [...depths].map(([id, depth]) => this.#describeNode(this.#objects.get(id) as GraphObject, depth)),
      edges: edges.slice(0, query.maxEdges),
      truncated: isTruncated || edges.length > query.maxEdges,
    };
  }

  /** Finds the objects by their distance, the most severe of the same distance first. */
  #walk(
    rootId: string,
    { depth, maxNodes, edges }: NeighbourhoodQuery,
  ): { depths: Map<string, number>; isTruncated: boolean } {
    const depths = new Map([[rootId, 0]]);
    let start = [rootId];
    for (let distance = 1; distance <= depth; distance++) {
      const found = new Set(start.flatMap((id) => this.#listNeighbours(id, edges)).filter((id) => !depths.has(id)));
      const next = this.#sortBySeverity([...found]).slice(0, maxNodes - depths.size);
      for (const id of next) depths.set(id, distance);
      if (next.length < found.size) return { depths, isTruncated: true };
      start = next;
    }
    return { depths, isTruncated: false };
  }

  #listNeighbours(id: string, edges: readonly string[] | undefined): string[] {
    const followed = [...(this.#steps.get(id) ?? [])].filter(([edge]) => edges?.includes(edge) ?? true);
    return followed.flatMap(([, steps]) => steps.map(({ otherId }) => otherId));
  }

  #sortBySeverity(ids: string[]): string[] {
    const rank = (id: string) => rankSeverity(this.#objects.get(id)?.max_definitive_severity);
    return ids.sort((a, b) => rank(b) - rank(a) || compareText(a, b));
  }

  #describeNode({ first_seen_at: _, last_seen_at: __, ...object }: GraphObject, depth: number): NeighbourhoodNode {
    const degrees = listRelations(object.object_type).map(
      ({ name }) => [name, this.count(object.aispm_object_id, name)] as const,
    );
    return { ...object, degrees: Object.fromEntries(degrees), depth };
  }

  /** Lists the relations between objects, each once, by the object that is shown later, their source, edge and target. */
  #listEdges(positions: ReadonlyMap<string, number>, edges: readonly string[] | undefined): NeighbourhoodEdge[] {
    const isFollowed = (edge: EdgeName) => edges?.includes(edge) ?? true;
    const found = [...positions.keys()].flatMap((id) =>
      [...(this.#steps.get(id)?.values() ?? [])].flat().filter(({ relation: { from_id, edge, to_id } }) => {
        if (from_id !== id || !positions.has(to_id)) return false;
        return isFollowed(edge) || isFollowed(invertEdge(edge, (this.#objects.get(id) as GraphObject).object_type));
      }),
    );
    const position = (id: string) => positions.get(id) ?? 0;
    return found
      .map(({ relation: { from_id, edge, to_id, evidence } }) => ({ from_id, edge, to_id, evidence }))
      .sort(
        (a, b) =>
          Math.max(position(a.from_id), position(a.to_id)) - Math.max(position(b.from_id), position(b.to_id)) ||
          position(a.from_id) - position(b.from_id) ||
          compareText(a.edge, b.edge) ||
          position(a.to_id) - position(b.to_id),
      );
  }
}

function describeRelated(own: GraphObject, other: GraphObject, edge: EdgeName, relation: Relation): RelatedObject {
  return {
    aispm_object_id: other.aispm_object_id,
    aispm_friendly_name: other.aispm_friendly_name,
    object_type: other.object_type,
    edge,
    evidence: relation.evidence,
    critical_issues_count: other.critical_issues_count,
    high_issues_count: other.high_issues_count,
    ...deriveRelationTimes(own, other, relation),
  };
}

type Times = Pick<GraphObject, 'first_seen_at' | 'last_seen_at'>;

/** Returns when a relation was seen: its own times, else while both of its ends were seen. */
export function deriveRelationTimes(source: Times, target: Times, relation: Partial<Times> = {}): Times {
  const firsts = [source.first_seen_at, target.first_seen_at];
  const lasts = [source.last_seen_at, target.last_seen_at];
  const [, later = ''] = firsts.sort((a, b) => Date.parse(a) - Date.parse(b));
  const [earlier = ''] = lasts.sort((a, b) => Date.parse(a) - Date.parse(b));
  const { first_seen_at = later } = relation;
  // Both ends may have been seen only at different times.
  const last = Date.parse(earlier) < Date.parse(first_seen_at) ? first_seen_at : earlier;
  return { first_seen_at, last_seen_at: relation.last_seen_at ?? last };
}

/** Returns whether an edge can connect two types of objects, as relations have it. */
export function isPossible(
  source: Pick<GraphObject, 'object_type'>,
  edge: EdgeName,
  target: Pick<GraphObject, 'object_type'>,
): boolean {
  const relation = findRelation(source.object_type, edge);
  return relation?.from === 'source' && relation.relatedType === target.object_type;
}
