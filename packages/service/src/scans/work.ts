/** What the steps of processing a scan share. */
import type { ObjectType, ScanType } from '@aispm/types';
import type { Db } from '../database/dialect.ts';
import type { Workspace } from '../database/rows.ts';

/** A scan in work. */
export interface Work {
  /** A transaction in the scope of the workspace. */
  db: Db;
  scope: Workspace;
  /** The instant at which all of it happens, in RFC 3339. */
  now: string;
  scan: {
    scan_id: string;
    scan_target_id: string;
    scan_type: ScanType;
    tool_name: string;
    branch: string | null;
    commit_sha: string | null;
  };
}

/** The kinds of objects that count as AI objects. */
export const AI_TYPES: readonly ObjectType[] = ['agent', 'model', 'tool', 'mcp_server'];
