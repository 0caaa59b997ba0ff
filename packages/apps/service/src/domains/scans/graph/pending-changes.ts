import type { ObjectType } from '@aispm/types';
import type { NewChange } from '../../changes/index.ts';
import type { StoredObject } from './merge-object.ts';
import type { Relation } from './relation.ts';

/**
 * A scan's changes of existing rows. They're written at the end, when the scan is applied, so no other transaction waits for
 * these rows until then.
 */
export interface PendingChanges {
  /** Objects with changed columns, by identifier. */
  readonly changedObjects: Map<string, StoredObject>;
  /** Objects that were seen unchanged. */
  readonly sameObjects: { id: string; type: ObjectType }[];
  /** Identifiers of objects to mark as deleted, because no target shows them any longer. */
  readonly deletedObjects: Set<string>;
  /** Relations with changed evidence. */
  readonly changedEdges: PendingEdge[];
  /** Relations to delete, by key: see `formatRelation`. */
  readonly deletedEdges: Map<string, Relation>;
  /** Identifiers of objects whose relations have to be recounted, or that are the target of a new relation. */
  readonly relatedObjects: string[];
  /** Objects and relations that change, for the log of changes. */
  readonly log: NewChange[];
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
    log: [],
  };
}
