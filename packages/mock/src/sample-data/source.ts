/** What the lists of a workspace start with. */

import type { Relation } from '../bundled/domain.ts';
import type { JsonObject } from '../bundled/openapi.ts';
import type { OperationId } from '../core/contract-types.ts';
import type { WorkspaceScope } from '../core/workspace-scope.ts';
import type { Collection, Seed } from './collections.ts';

/** The records and relations that a mock starts with. */
export interface Source {
  /** The stored collections by the name of the operation that lists them, such as `listAgents`. */
  collections: ReadonlyMap<OperationId, Collection>;
  /**
   * Lists the records of a collection. Nobody changes them: the same array is returned each time.
   *
   * @param workspace undefined for lists that belong to no workspace
   */
  listSeeds(collection: Collection, workspace: WorkspaceScope | undefined): readonly Seed[];
  /** Lists the relations of a workspace. */
  listRelations(workspace: WorkspaceScope): readonly Relation[];
  /** Lists the known rows below records, such as the results of runs, by the name of the operation that lists them. */
  listNested(operation: OperationId, workspace: WorkspaceScope): readonly JsonObject[];
  /** Whether runs that are started end as failed. */
  failsRuns: boolean;
  /** Whether the records are generated, so that identifiers of the examples are unknown. */
  isGenerated: boolean;
  /** Returns the time of the dashboard, in milliseconds since 1970: the present, or that of the latest event. */
  now(): number;
}

/** Returns whether the records of a list are generated, by its path: only workspaces have generated records. */
export function isGeneratedList(path: string): boolean {
  return path.includes('{workspace_id}');
}
