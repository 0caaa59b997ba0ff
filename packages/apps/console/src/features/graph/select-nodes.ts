import type { Neighbourhood } from '@aispm/client';

/** The objects of a graph that are shown; an empty list selects all. */
export interface GraphFilter {
  types: readonly string[];
  /** `none` is an object without issues. */
  severities: readonly string[];
}

/** Returns the part of a graph that a filter selects: the root, the selected objects, and the relations between all of these. */
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
