/** Computes neighbourhoods in the graph that the examples of the contract show together. */
import type { IHttpResponse } from '@stoplight/prism-http';
import { enumValues, isJsonObject, type JsonObject, type Schema } from './bundled/openapi.ts';
import type { Operation } from './contract-types.ts';
import type { ParsedRequest } from './request.ts';

/** An object of the graph, as in the examples. */
interface Node extends JsonObject {
  aispm_object_id: string;
  object_type: string;
}

/** A relation, as in the examples. */
interface Relation extends JsonObject {
  from_id: string;
  edge: string;
  to_id: string;
}

interface Neighbourhood extends JsonObject {
  root_id: string;
  nodes: Node[];
  edges: Relation[];
}

/** A step from one object to another, by an edge of the first. */
interface Step {
  edge: string;
  to: string;
}

/** A request with its path parameters, decoded. */
type NeighbourhoodRequest = Pick<ParsedRequest, 'query'> & { parameters: Readonly<Record<string, string>> };

/**
 * Computes the neighbourhood that a request demands.
 *
 * @param output that of the example; it is returned for an object that no example shows
 * @param request valid against the contract
 */
export type NeighbourhoodReader = (output: IHttpResponse, request: NeighbourhoodRequest) => IHttpResponse;

/**
 * Creates the reader of an operation.
 *
 * @returns undefined when the operation does not return neighbourhoods
 */
export function createNeighbourhoodReader(operation: Operation): NeighbourhoodReader | undefined {
  const content = operation.responses.find(({ code }) => code === '200')?.contents?.[0];
  const examples = (content?.examples ?? []).flatMap((example) =>
    'value' in example && isNeighbourhood(example.value) ? [example.value] : [],
  );
  if (examples.length === 0) return undefined;
  const graph = new Graph(examples, (content?.schema ?? {}) as Schema);
  const defaults = Object.fromEntries(
    (operation.request?.query ?? []).map(({ name, schema }) => [name, Number(schema?.default)]),
  );
  return (output, { parameters, query }) => {
    const id = Object.values(parameters).at(-1) ?? '';
    if (!graph.has(id)) return output;
    const toNumber = (name: string) => Number(query[name] ?? defaults[name]);
    const edges = query.edge === undefined ? undefined : [query.edge].flat();
    return { ...output, body: graph.read(id, toNumber('depth'), toNumber('max_nodes'), edges) };
  };
}

function isNeighbourhood(body: unknown): body is Neighbourhood {
  return isJsonObject(body) && 'root_id' in body && Array.isArray(body.nodes) && Array.isArray(body.edges);
}

/** The union of the neighbourhoods of all examples. */
class Graph {
  readonly #nodes: ReadonlyMap<string, Node>;
  readonly #relations: readonly Relation[];
  /** The severities, the highest one first. */
  readonly #severities: readonly unknown[];

  constructor(examples: readonly Neighbourhood[], schema: Schema) {
    this.#nodes = new Map(examples.flatMap(({ nodes }) => nodes.map((node) => [node.aispm_object_id, node])));
    const relations = examples.flatMap(({ edges }) => edges);
    this.#relations = [...new Map(relations.map((relation) => [JSON.stringify(relation), relation])).values()];
    const severity = schema.properties?.nodes?.items?.properties?.max_definitive_severity ?? {};
    this.#severities = enumValues({}, severity) ?? [];
  }

  has(id: string): boolean {
    return this.#nodes.has(id);
  }

  /** @param edges the edges to follow; undefined for all */
  read(rootId: string, depth: number, maxNodes: number, edges: readonly string[] | undefined): Neighbourhood {
    const isFollowed = (edge: string) => edges === undefined || edges.includes(edge);
    const depths = new Map([[rootId, 0]]);
    let truncated = false;
    for (let distance = 1; distance <= depth && !truncated; distance++) {
      const starts = [...depths].filter(([, known]) => known === distance - 1);
      const found = starts.flatMap(([id]) => this.#listSteps(id).filter(({ edge }) => isFollowed(edge)));
      const next = [...new Set(found.map(({ to }) => to))].filter((id) => !depths.has(id));
      const room = maxNodes - depths.size;
      truncated = next.length > room;
      for (const id of this.#sort(next).slice(0, room)) depths.set(id, distance);
    }
    const ids = [...depths.keys()];
    const isShown = ({ from_id, edge, to_id }: Relation) =>
      depths.has(from_id) && depths.has(to_id) && (isFollowed(edge) || isFollowed(this.#invert(from_id, edge)));
    return {
      root_id: rootId,
      nodes: ids.map((id) => ({ ...(this.#nodes.get(id) as Node), depth: depths.get(id) as number })),
      edges: this.#relations.filter(isShown).sort((a, b) => compareRelations(a, b, ids)),
      truncated,
    };
  }

  /** Lists the steps from an object, in both directions of the relations. */
  #listSteps(id: string): Step[] {
    return this.#relations.flatMap(({ from_id, edge, to_id }) => {
      if (from_id === id) return [{ edge, to: to_id }];
      return to_id === id ? [{ edge: this.#invert(from_id, edge), to: from_id }] : [];
    });
  }

  /** Returns the name of an edge as seen from its end. */
  #invert(start: string, edge: string): string {
    return edge === 'sub_agents' ? 'parent_agents' : `${this.#nodes.get(start)?.object_type}s`;
  }

  /** Sorts objects by severity, the most severe first, then by identifier. */
  #sort(ids: readonly string[]): string[] {
    const rank = (id: string) => {
      const index = this.#severities.indexOf(this.#nodes.get(id)?.max_definitive_severity);
      return index === -1 ? this.#severities.length : index;
    };
    return ids.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  }
}

/** Compares relations by the object that is shown later, then by their start, their edge and their end. */
function compareRelations(a: Relation, b: Relation, ids: readonly string[]): number {
  const [key, other] = [a, b].map(({ from_id, to_id }) => {
    const [from, to] = [ids.indexOf(from_id), ids.indexOf(to_id)];
    return [Math.max(from, to), from, to] as const;
  }) as [readonly [number, number, number], readonly [number, number, number]];
  const byEdge = a.edge < b.edge ? -1 : Number(a.edge > b.edge);
  return key[0] - other[0] || key[1] - other[1] || byEdge || key[2] - other[2];
}
