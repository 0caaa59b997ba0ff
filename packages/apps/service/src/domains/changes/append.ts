/**
 * Writes the log of changes, the table `changes`: one row for each change of a workspace, in the order of the commits.
 *
 * - Add changes in the transaction that makes them, anywhere in it: `await appendChanges(db, scope, [{ kind: 'rule_changed',
 *   subject_id: ruleId, changed_fields: ['severity'] }])`. If it's rolled back, so are they.
 * - They get their positions when the transaction commits, by a deferred trigger that locks the log of the workspace
 *   (`0055_changes.sql`). So positions ascend in the order of commits, without gaps: a reader who remembers the last
 *   position misses nothing.
 * - Triggers add the ends of scans, evaluation runs and exports, and changes of the table `rules`.
 * - Rows never change. `RETAIN_CHANGES_DAYS` removes old ones.
 */
import type { EdgeName, IssueStatus, ObjectType, Severity } from '@aispm/types';
import { sql } from 'kysely';
import { newId } from '../../platform/core/identifiers.ts';
import { divide } from '../../platform/database/batches.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { jsonRecordset, type Workspace } from '../../platform/database/rows.ts';

/** A change of an object. Fields have the names of its record. */
export interface ObjectChange {
  kind: 'object_appeared' | 'object_changed' | 'object_disappeared';
  subject_id: string;
  object_type: ObjectType;
  changed_fields?: readonly string[];
  /** The scan that caused it; default: none. */
  scan_id?: string;
}

/** A relation that appeared or disappeared. The subject is its source. */
export interface RelationChange {
  kind: 'relation_appeared' | 'relation_disappeared';
  subject_id: string;
  object_type: ObjectType;
  edge: EdgeName;
  target_id: string;
  scan_id?: string;
}

/** A change of an issue, with its present severity and status. */
export interface IssueChange {
  kind: 'issue_opened' | 'issue_changed' | 'issue_resolved';
  subject_id: string;
  definitive_severity: Severity;
  status: IssueStatus;
  changed_fields: readonly string[];
  scan_id?: string;
}

/** A change of a rule, or of how a workspace uses it, beyond the changes of its row, which a trigger adds. */
export interface RuleChange {
  kind: 'rule_changed';
  subject_id: string;
  changed_fields: readonly string[];
}

/** A change that isn't in the log yet. */
export type NewChange = ObjectChange | RelationChange | IssueChange | RuleChange;

const COLUMNS = `ordinal bigint, kind text, subject_id text, object_type text, edge text, target_id text,
  definitive_severity text, status text, changed_fields json, scan_id text`;

/**
 * Adds changes to the log of a workspace, in their order.
 *
 * @param db a transaction, or a connection on which a single statement commits
 */
export async function appendChanges(db: Db, scope: Workspace, changes: readonly NewChange[]): Promise<void> {
  const batch = newId();
  const rows = changes.map((change, ordinal) => ({ ordinal, ...change }));
  for (const { json } of divide(rows)) {
    await sql`
      INSERT INTO unnumbered_changes (tenant_id, workspace_id, batch, ordinal, kind, subject_id, object_type, edge,
        target_id, definitive_severity, status, changed_fields, scan_id)
      SELECT ${scope.tenantId}, ${scope.workspaceId}, ${batch}, ordinal, kind, subject_id, coalesce(object_type, ''), edge,
        target_id, definitive_severity, status,
        CASE WHEN changed_fields IS NULL THEN '{}' ELSE ARRAY(SELECT json_array_elements_text(changed_fields)) END, scan_id
      FROM ${jsonRecordset(json, COLUMNS)}`.execute(db);
  }
}
