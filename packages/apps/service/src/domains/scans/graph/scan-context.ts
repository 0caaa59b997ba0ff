import type { ObjectType, ScanType } from '@aispm/types';
import type { Db } from '../../../platform/database/dialect.ts';
import type { Workspace } from '../../../platform/database/rows.ts';
import type { PendingChanges } from './pending-changes.ts';

/** The shared context of the steps that process a scan. */
export interface ScanContext {
  /** A transaction in the scope of the workspace. */
  db: Db;
  scope: Workspace;
  /** The processing time, in RFC 3339. */
  now: string;
  /** The changes that are written when the scan is applied. */
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
