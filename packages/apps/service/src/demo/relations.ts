/** The relations of the sample data, collected from the examples of neighbourhoods, which together contain all of them. */
import type { NeighbourhoodEdge } from '@aispm/types';
import { sampleData } from './sample-data.ts';

/** The relations, each once and in its stored direction. */
export const relations: readonly NeighbourhoodEdge[] = [
  ...new Map(
    sampleData.neighbourhoods
      .flatMap(({ edges }) => edges)
      .map((relation) => [`${relation.from_id} ${relation.edge} ${relation.to_id}`, relation]),
  ).values(),
];

/** Lists the identifiers of the objects that an edge connects an object to. */
export function listTargets(id: string, edge: NeighbourhoodEdge['edge']): string[] {
  return relations.filter((relation) => relation.from_id === id && relation.edge === edge).map(({ to_id }) => to_id);
}
