/** Manual triage: what a person changes about an issue. */
import type { IssueStatus, IssueUpdate } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { type ErrorDetails, notFound, unprocessable } from '../../platform/http/errors.ts';
import { CHANGED_TOOL_SCHEMA } from '../rules/index.ts';
import { MANUAL_REASONS, MANUAL_TRANSITIONS, type StatusReason } from './issue-status.ts';
import { lockFindings, updateCounts } from './update-counts.ts';

/** The triage of an issue before the change. */
interface StoredTriage {
  rule_id: string;
  status: IssueStatus;
  status_reason: StatusReason | null;
}

/**
 * Changes the status of an issue, its reason or the comment.
 *
 * @param db a transaction in the scope of the workspace
 * @param now the time of the change, in RFC 3339
 * @throws {ApiError} 404 for an unknown issue, 422 for a status or reason that is not allowed
 */
export async function triageIssue(
  db: Db,
  scope: Scope,
  issueId: string,
  update: IssueUpdate,
  now: string,
): Promise<void> {
  await lockFindings(db, scope);
  const before = await loadTriage(db, scope, issueId);
  if (!before) throw notFound();
  const violations = findViolations(before, update);
  if (Object.keys(violations).length > 0) {
    throw unprocessable('body/status' in violations ? 'invalid_transition' : 'invalid_status_reason', violations);
  }
  const { status = before.status } = update;
  if (status === before.status) await changeReason(db, scope, issueId, before, update, now);
  else await changeStatus(db, scope, issueId, before, { ...update, status }, now);
}

async function loadTriage(db: Db, scope: Workspace, issueId: string): Promise<StoredTriage | undefined> {
  const row = await db
    .selectFrom('issues')
    .select(['rule_id', 'status', 'status_reason'])
    .where(inWorkspace('issues', scope))
    .where('issue_id', '=', issueId)
    .executeTakeFirst();
  return row as StoredTriage | undefined;
}

function findViolations(before: StoredTriage, { status = before.status, status_reason }: IssueUpdate): ErrorDetails {
  if (status !== before.status && !MANUAL_TRANSITIONS[before.status].includes(status)) {
    return { 'body/status': describeTransitions(before.status) };
  }
  const allowed = MANUAL_REASONS[status];
  const isMissing = status_reason === undefined || status_reason === null;
  // A resolved issue keeps the reason that a scan set; an unchanged reason may be omitted.
  const isKept = status === before.status && (status_reason === undefined || status_reason === before.status_reason);
  if (isKept) return {};
  if (isMissing) {
    return status === 'suppressed' ? { 'body/status_reason': `must be one of ${allowed.join(', ')}` } : {};
  }
  if (allowed.includes(status_reason)) return {};
  return { 'body/status_reason': describeReasons(status, allowed) };
}

function describeTransitions(status: IssueStatus): string {
  const allowed = MANUAL_TRANSITIONS[status];
  return allowed.length === 0
    ? `cannot change: only a scan reopens an issue that is ${status}`
    : `must be ${[status, ...allowed].join(' or ')} for an issue that is ${status}`;
}

function describeReasons(status: IssueStatus, allowed: readonly string[]): string {
  if (allowed.length === 0) return `must be omitted for the status ${status}`;
  if (status === 'resolved') return 'must be fixed; only a scan sets not_observed';
  return `must be one of ${allowed.join(', ')}`;
}

/** Changes reason and comment without changing the status. */
async function changeReason(
  db: Db,
  scope: Workspace,
  issueId: string,
  before: StoredTriage,
  { status_reason, status_comment }: IssueUpdate,
  now: string,
): Promise<void> {
  const reason = status_reason ?? before.status_reason;
  await db
    .updateTable('issues')
    .set({ status_reason: reason, updated_at: now, ...(status_comment !== undefined && { status_comment }) })
    .where(inWorkspace('issues', scope))
    .where('issue_id', '=', issueId)
    .execute();
  if (before.status !== 'suppressed' || reason === before.status_reason) return;
  await db
    .updateTable('fine_grained_issues')
    .set({ status_reason: reason, updated_at: now })
    .where(inWorkspace('fine_grained_issues', scope))
    .where('issue_id', '=', issueId)
    .where('status', '=', 'suppressed')
    .execute();
}

/** Changes the status of all unresolved occurrences; that of the issue follows from them. */
async function changeStatus(
  db: Db,
  scope: Scope,
  issueId: string,
  before: StoredTriage,
  update: IssueUpdate & { status: IssueStatus },
  now: string,
): Promise<void> {
  const { status, status_comment = null } = update;
  const reason = status === 'resolved' ? 'fixed' : (update.status_reason ?? null);
  const rows = await db
    .updateTable('fine_grained_issues')
    .set({ status, status_reason: reason, updated_at: now, resolved_at: status === 'resolved' ? now : null })
    .where(inWorkspace('fine_grained_issues', scope))
    .where('issue_id', '=', issueId)
    .where('status', '<>', 'resolved')
    .returning(['aispm_object_id', 'asset_id'])
    .execute();
  const objectIds = [
    ...new Set(rows.flatMap(({ aispm_object_id, asset_id }) => [aispm_object_id, asset_id ?? []].flat())),
  ];
  if (before.rule_id === CHANGED_TOOL_SCHEMA && status === 'resolved') await acceptSchemas(db, scope, objectIds);
  const manual = { reason, comment: status_comment, userId: scope.userId };
  await updateCounts(db, scope, now, { issueIds: [issueId], objectIds }, manual);
}

/** Accepts the present schemas of tools: a person who resolves the finding of their change has reviewed them. */
async function acceptSchemas(db: Db, scope: Workspace, objectIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE objects SET accepted_schemas = (
      SELECT jsonb_object_agg(side, digest)
      FROM (VALUES ('input', details -> 'input_schema_fingerprint'), ('output', details -> 'output_schema_fingerprint'))
        AS now (side, digest)
      WHERE digest IS NOT NULL
    )
    WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = ANY(${objectIds}::text[]) AND object_type = 'tool'
  `.execute(db);
}
