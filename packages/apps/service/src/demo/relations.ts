/** The relations of the sample data: those of the examples of neighbourhoods, which together show all of them. */
import type { NeighbourhoodEdge } from '@aispm/types';
import { sampleData } from './sample-data.ts';

/** The relations, each once and from its stored start. */
export const relations: readonly NeighbourhoodEdge[] = [
  ...new Map(
    sampleData.neighbourhoods
      .flatMap(({ edges }) => edges)
      .map((relation) => [`${relation.from_id} ${relation.edge} ${relation.to_id}`, relation]),
  ).values(),
];

/** Lists the identifiers of the objects to which an edge of an object leads. */
export function listTargets(id: string, edge: NeighbourhoodEdge['edge']): string[] {
  return relations.filter((relation) => relation.from_id === id && relation.edge === edge).map(({ to_id }) => to_id);
}
