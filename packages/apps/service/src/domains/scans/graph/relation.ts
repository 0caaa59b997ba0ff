import type { EdgeEvidence, EdgeName, ObjectType } from '@aispm/types';

/** Identifies a relation. */
export interface RelationKey {
  source_id: string;
  edge: EdgeName;
  target_id: string;
}

/** A relation in its stored direction. */
export interface Relation extends RelationKey {
  source_type: ObjectType;
  target_type: ObjectType;
  evidence: EdgeEvidence;
}

/** A stored relation. */
export interface KnownRelation extends Relation {
  /** The evidence of this target's previous scan; null if there's none. */
  own: EdgeEvidence | null;
  /** The evidence of other targets. */
  others: EdgeEvidence[];
}

/** Formats the key of a relation. */
export function formatRelation({ source_id, edge, target_id }: RelationKey): string {
  return `${source_id} ${edge} ${target_id}`;
}
