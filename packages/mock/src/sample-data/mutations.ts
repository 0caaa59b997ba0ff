/** Changes of the records that a mock starts with, as values that can be stored. */
import type { Relation } from '../bundled/domain.ts';
import type { JsonObject } from '../bundled/openapi.ts';
import type { OperationId } from '../core/contract-types.ts';
import type { WorkspaceScope } from '../core/workspace-scope.ts';

/** A record with what belongs to it. */
export interface PlacedRecord {
  /** Name of the operation that lists the record. */
  list: OperationId;
  id: string;
  record: JsonObject;
  /** Changes of an issue, the newest one first. */
  history?: JsonObject[];
}

/** One change. */
export type Change =
  | ({ kind: 'place' } & PlacedRecord)
  | { kind: 'update'; list: OperationId; id: string; fields: JsonObject }
  | { kind: 'delete'; list: OperationId; id: string }
  | { kind: 'nest'; list: OperationId; rows: JsonObject[] }
  | { kind: 'relate' | 'unrelate'; relation: Relation };

/** A change, and the workspace that it belongs to; undefined for all. */
export type Mutation = Change & { workspace?: WorkspaceScope };

/** Returns whether a mutation belongs to a workspace. */
export function belongsTo({ workspace }: Mutation, name: WorkspaceScope): boolean {
  return (
    workspace === undefined || (workspace.tenant_id === name.tenant_id && workspace.workspace_id === name.workspace_id)
  );
}
