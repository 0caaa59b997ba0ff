import type { ObjectType } from '@aispm/types';
import type { StoredObject } from './merge-object.ts';
import type { Relation } from './relation.ts';

/**
 * What a scan changes about rows that existed before it. It is written at the end, when the scan takes effect: until then nobody waits
 * for these rows.
 */
export interface PendingChanges {
  /** Objects with other columns than before, by identifier. */
  readonly changedObjects: Map<string, StoredObject>;
  /** Objects of which only the time of the last sighting changes. */
  readonly sameObjects: { id: string; type: ObjectType }[];
  /** Identifiers of objects that are marked as deleted, because no target shows them any more. */
  readonly deletedObjects: Set<string>;
  /** Relations with other evidence than before. */
  readonly changedEdges: PendingEdge[];
  /** Relations to delete, by their keys: see `formatRelation`. */
  readonly deletedEdges: Map<string, Relation>;
  /** Identifiers of objects whose relations are counted again, or that are at the end of a new relation. */
  readonly relatedObjects: string[];
}

/** A relation with its new evidence. */
export interface PendingEdge extends Relation {
  /** Whether this scan shows the relation. */
  isShown: boolean;
}

export function createPendingChanges(): PendingChanges {
  return {
    changedObjects: new Map(),
    sameObjects: [],
    deletedObjects: new Set(),
    changedEdges: [],
    deletedEdges: new Map(),
    relatedObjects: [],
  };
}
