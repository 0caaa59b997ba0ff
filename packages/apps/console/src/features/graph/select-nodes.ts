import type { Neighbourhood } from '@aispm/client';

/** Filters of a graph's objects; an empty list matches all. */
export interface GraphFilter {
  types: readonly string[];
  /** `none` matches objects without issues. */
  severities: readonly string[];
}

/** Applies a filter to a graph: keeps the root, matching objects, and the relations between them. */
export function selectNodes(graph: Neighbourhood, { types, severities }: GraphFilter): Neighbourhood {
  const nodes = graph.nodes.filter(
    ({ aispm_object_id: id, object_type, max_definitive_severity: severity }) =>
      id === graph.root_id ||
      ((types.length === 0 || types.includes(object_type)) &&
        (severities.length === 0 || severities.includes(severity ?? 'none'))),
  );
  const ids = new Set(nodes.map(({ aispm_object_id }) => aispm_object_id));
  const edges = graph.edges.filter(({ from_id, to_id }) => ids.has(from_id) && ids.has(to_id));
  return { ...graph, nodes, edges };
}
