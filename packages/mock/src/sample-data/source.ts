/** The initial records of a workspace. */

import type { Relation } from '../bundled/domain.ts';
import type { JsonObject } from '../bundled/openapi.ts';
import type { OperationId } from '../core/contract-types.ts';
import type { WorkspaceScope } from '../core/workspace-scope.ts';
import type { Collection, Seed } from './collections.ts';

/** The initial records and relations of a mock. */
export interface Source {
  /** The stored collections by the name of the operation that lists them, such as `listAgents`. */
  collections: ReadonlyMap<OperationId, Collection>;
  /**
   * Lists the records of a collection. They are immutable: each call returns the same array.
   *
   * @param workspace undefined for lists that belong to no workspace
   */
  listSeeds(collection: Collection, workspace: WorkspaceScope | undefined): readonly Seed[];
  /** Lists the relations of a workspace. */
  listRelations(workspace: WorkspaceScope): readonly Relation[];
  /** Lists the known rows below records, such as the results of runs, by the name of the operation that lists them. */
  listNested(operation: OperationId, workspace: WorkspaceScope): readonly JsonObject[];
  /** Whether started runs fail. */
  failsRuns: boolean;
  /** Whether the records are generated, so that the examples' identifiers are unknown. */
  isGenerated: boolean;
  /** Returns the time of the dashboard, in milliseconds since 1970: the current time, or the time of the latest event. */
  now(): number;
}

/** Returns whether the records of a list are generated: only the paths of workspaces have generated records. */
export function isGeneratedList(path: string): boolean {
  return path.includes('{workspace_id}');
}
