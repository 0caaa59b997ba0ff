import type { ObjectType, ScanType } from '@aispm/types';
import type { Db } from '../../../platform/database/dialect.ts';
import type { Workspace } from '../../../platform/database/rows.ts';
import type { PendingChanges } from './pending-changes.ts';

/** What the steps of processing a scan share. */
export interface ScanContext {
  /** A transaction in the scope of the workspace. */
  db: Db;
  scope: Workspace;
  /** The time of processing, in RFC 3339. */
  now: string;
  /** What is written when the scan takes effect. */
  pending: PendingChanges;
  scan: {
    scan_id: string;
    scan_target_id: string;
    scan_type: ScanType;
    tool_name: string;
    branch: string | null;
    commit_sha: string | null;
  };
}

/** The types of objects that count as AI objects. */
export const AI_OBJECT_TYPES: readonly ObjectType[] = ['agent', 'model', 'tool', 'mcp_server'];
