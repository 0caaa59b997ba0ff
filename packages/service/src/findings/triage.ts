/** What a person changes about an issue. */
import type { IssueStatus, IssueUpdate } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { inWorkspace, type Workspace } from '../database/rows.ts';
import type { Scope } from '../database/scope.ts';
import { type ErrorDetails, notFound, unprocessable } from '../http/errors.ts';
import { changedToolSchema } from '../rules/static/changed-tool-schema.ts';
import { MOVES_BY_HAND, REASONS_BY_HAND, type StatusReason } from './issue-status.ts';
import { lockFindings, rollUp } from './roll-up.ts';

/** An issue as it stands before the change. */
interface Before {
  rule_id: string;
  status: IssueStatus;
  status_reason: StatusReason | null;
}

/**
 * Changes the status of an issue, its reason or the comment.
 *
 * @param db a transaction in the scope of the workspace
 * @param now when it happens, in RFC 3339
 * @throws {ApiError} 404 for an unknown issue, 422 for a move or reason that is not allowed
 */
export async function triage(db: Db, scope: Scope, issueId: string, update: IssueUpdate, now: string): Promise<void> {
  await lockFindings(db, scope);
  const before = await read(db, scope, issueId);
  if (!before) throw notFound();
  const problems = problemsOf(before, update);
  if (Object.keys(problems).length > 0) throw unprocessable(problems);
  const { status = before.status } = update;
  if (status === before.status) await annotate(db, scope, issueId, before, update, now);
  else await move(db, scope, issueId, before, { ...update, status }, now);
}

async function read(db: Db, scope: Workspace, issueId: string): Promise<Before | undefined> {
  const { rows } = await sql<Before>`
    SELECT rule_id, status, status_reason FROM issues
    WHERE ${inWorkspace('issues', scope)} AND issue_id = ${issueId}`.execute(db);
  return rows[0];
}

function problemsOf(before: Before, { status = before.status, status_reason }: IssueUpdate): ErrorDetails {
  if (status !== before.status && !MOVES_BY_HAND[before.status].includes(status)) {
    return { 'body/status': moveProblem(before.status) };
  }
  const allowed = REASONS_BY_HAND[status];
  const isMissing = status_reason === undefined || status_reason === null;
  // A resolved issue keeps the reason that a scan gave it; a reason that stays needs not to be said again.
  const isKept = status === before.status && (status_reason === undefined || status_reason === before.status_reason);
  if (isKept) return {};
  if (isMissing) {
    return status === 'suppressed' ? { 'body/status_reason': `must be one of ${allowed.join(', ')}` } : {};
  }
  if (allowed.includes(status_reason)) return {};
  return { 'body/status_reason': reasonProblem(status, allowed) };
}

function moveProblem(status: IssueStatus): string {
  const moves = MOVES_BY_HAND[status];
  const to = moves.length === 0 ? 'it has no status to move to by hand' : `by hand it moves to ${moves.join(' or ')}`;
  return `the issue is ${status}; ${to}`;
}

function reasonProblem(status: IssueStatus, allowed: readonly string[]): string {
  if (allowed.length === 0) return `goes with no issue that is ${status}; leave it out`;
  if (status === 'resolved') return 'only a scan resolves with not_observed; by hand it is fixed';
  return `must be one of ${allowed.join(', ')}`;
}

/** Changes reason and comment, and keeps the status. */
async function annotate(
  db: Db,
  scope: Workspace,
  issueId: string,
  before: Before,
  { status_reason, status_comment }: IssueUpdate,
  now: string,
): Promise<void> {
  const reason = status_reason ?? before.status_reason;
  await sql`
    UPDATE issues SET status_reason = ${reason}, updated_at = ${now}::timestamptz,
      status_comment = ${status_comment === undefined ? sql.ref('status_comment') : status_comment}
    WHERE ${inWorkspace('issues', scope)} AND issue_id = ${issueId}`.execute(db);
  if (before.status !== 'suppressed' || reason === before.status_reason) return;
  await sql`
    UPDATE fine_grained_issues SET status_reason = ${reason}, updated_at = ${now}::timestamptz
    WHERE ${inWorkspace('fine_grained_issues', scope)} AND issue_id = ${issueId} AND status = 'suppressed'`.execute(db);
}

/** Gives every occurrence that is not resolved the new status; the issue follows. */
async function move(
  db: Db,
  scope: Scope,
  issueId: string,
  before: Before,
  update: IssueUpdate & { status: IssueStatus },
  now: string,
): Promise<void> {
  const { status, status_comment = null } = update;
  const reason = status === 'resolved' ? 'fixed' : (update.status_reason ?? null);
  const { rows } = await sql<{ aispm_object_id: string; asset_id: string | null }>`
    UPDATE fine_grained_issues SET status = ${status}, status_reason = ${reason}, updated_at = ${now}::timestamptz,
      resolved_at = ${status === 'resolved' ? now : null}::timestamptz
    WHERE ${inWorkspace('fine_grained_issues', scope)} AND issue_id = ${issueId} AND status <> 'resolved'
    RETURNING aispm_object_id, asset_id`.execute(db);
  const objectIds = [
    ...new Set(rows.flatMap(({ aispm_object_id, asset_id }) => [aispm_object_id, asset_id ?? []].flat())),
  ];
  if (before.rule_id === changedToolSchema.rule_id && status === 'resolved') await acceptSchemas(db, scope, objectIds);
  const hand = { reason, comment: status_comment, userId: scope.userId };
  await rollUp(db, scope, now, { issueIds: [issueId], objectIds }, hand);
}

/** Whoever resolves that schemas have changed has looked at them: they are what later ones are compared with. */
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
