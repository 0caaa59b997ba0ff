import type { DetectedObject, Edge } from '../../graph/graph.ts';
import type { Recognizer } from './framework.ts';

/** Relates an object to others by one kind of edge. */
export function relateAll(
  { graph }: Recognizer,
  owner: DetectedObject,
  edge: Edge,
  others: readonly DetectedObject[],
): void {
  for (const each of others) graph.relate(owner, edge, each);
}
