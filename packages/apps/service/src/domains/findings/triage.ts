/** Manual triage: changes of an issue by a user. */
import { describeRuleConflict, enterStatus, FINDING_STATUSES, getTriageReason, type StatusReason } from '@aispm/domain';
import { describeTransition } from '@aispm/openapi';
import { CHANGED_TOOL_SCHEMA } from '@aispm/rules';
import type { IssueStatus, IssueUpdate } from '@aispm/types';
import { sql } from 'kysely';
import { document, getSchema } from '../../platform/contract/contract.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { anyOf, inSameWorkspace, inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { notFound, unprocessable } from '../../platform/http/errors/errors.ts';
import { checkVersion, formatETag } from '../../platform/http/etag.ts';
import { recordHistory } from './issues/history.ts';
import { lockFindings, updateCounts } from './issues/update-counts.ts';
import { collectFindings } from './issues/update-issues.ts';

/** The triage of an issue before the change. */
interface StoredTriage {
  rule_id: string;
  status: IssueStatus;
  status_reason: StatusReason | null;
  etag: string;
  is_rule_enabled: boolean;
}

/**
 * Changes the triage of an issue: its status, reason, comment, assignee or due date.
 *
 * @param db a transaction in the scope of the workspace
 * @param now the time of the change, in RFC 3339; default: the current time, after the wait for other changes
 * @param ifMatch the entity tags, of which the issue must have one; undefined for any
 * @throws {ApiError} 404 for an unknown issue, 412 for another version, 422 for a transition that isn't allowed; nothing has
 * changed
 */
export async function triageIssue(
  db: Db,
  scope: Scope,
  issueId: string,
  update: IssueUpdate,
  now: string | undefined,
  ifMatch?: string,
): Promise<void> {
  // Versions never recur, so an outdated one is rejected without waiting for the lock.
  if (ifMatch !== undefined) await loadTriage(db, scope, issueId, ifMatch);
  await lockFindings(db, scope);
  const at = now ?? new Date().toISOString();
  const before = await loadTriage(db, scope, issueId, ifMatch);
  checkTransition(before, update);
  await recordHistory(db, scope, [issueId], { userId: scope.userId }, async () => {
    const { status = before.status } = update;
    if (status !== before.status) await changeStatus(db, scope, issueId, before, status, update, at);
    else if (status === 'suppressed') await changeReason(db, scope, issueId, before, update, at);
    await changeFields(db, scope, issueId, update, at);
  });
}

/** @throws {ApiError} 404 for an unknown issue, 412 if it isn't in the expected version */
async function loadTriage(
  db: Db,
  scope: Workspace,
  issueId: string,
  ifMatch: string | undefined,
): Promise<StoredTriage> {
  const row = await db
    .selectFrom('issues')
    .innerJoin('rules', (join) =>
      join.on(inSameWorkspace('rules', 'issues')).onRef('rules.rule_id', '=', 'issues.rule_id'),
    )
    .select(['issues.rule_id', 'status', 'status_reason', 'etag', 'rules.is_enabled as is_rule_enabled'])
    .where(inWorkspace('issues', scope))
    .where('issue_id', '=', issueId)
    .executeTakeFirst();
  if (!row) throw notFound();
  checkVersion(ifMatch, formatETag(row.etag));
  return row as StoredTriage;
}

/** @throws {ApiError} 422 if a user may not make the transition */
export function checkTransition(
  { status: before, is_rule_enabled }: { status: IssueStatus; is_rule_enabled: boolean },
  { status = before }: IssueUpdate,
): void {
  const violation =
    describeRuleConflict(before, status, is_rule_enabled) ??
    describeTransition(document, getSchema('IssueStatus'), before, status);
  if (violation !== undefined) throw unprocessable('invalid_transition', { 'body/status': violation });
}

/** Returns the statuses from which users may change findings to another status. */
function listPrevious(status: IssueStatus): IssueStatus[] {
  return FINDING_STATUSES.filter(
    (previous) =>
      previous !== status && describeTransition(document, getSchema('IssueStatus'), previous, status) === undefined,
  );
}

/** Returns the reason of an update. Only a suppression has one. */
export function getReason(update: IssueUpdate): StatusReason | undefined {
  return 'status_reason' in update ? update.status_reason : undefined;
}

/** Changes the fields that occurrences don't have. Without any, only updates the version and the time of the change. */
async function changeFields(
  db: Db,
  scope: Workspace,
  issueId: string,
  { status_comment, assignee, due_at }: IssueUpdate,
  now: string,
): Promise<void> {
  await db
    .updateTable('issues')
    .set({
      updated_at: sql`greatest(updated_at, ${now}::timestamptz)`,
      ...(status_comment !== undefined && { status_comment }),
      ...(assignee !== undefined && { assignee }),
      ...(due_at !== undefined && { due_at }),
    })
    .where(inWorkspace('issues', scope))
    .where('issue_id', '=', issueId)
    .execute();
}

/** Changes the reason of a suppressed issue and of its occurrences that were suppressed for the same reason. */
async function changeReason(
  db: Db,
  scope: Workspace,
  issueId: string,
  before: StoredTriage,
  update: IssueUpdate,
  now: string,
): Promise<void> {
  const reason = getReason(update);
  if (reason === undefined || reason === before.status_reason) return;
  await db
    .updateTable('issues')
    .set({ status_reason: reason })
    .where(inWorkspace('issues', scope))
    .where('issue_id', '=', issueId)
    .execute();
  await db
    .updateTable('fine_grained_issues')
    .set({ status_reason: reason, updated_at: now })
    .where(inWorkspace('fine_grained_issues', scope))
    .where('issue_id', '=', issueId)
    .where('status', '=', 'suppressed')
    .where('status_reason', '=', before.status_reason)
    .execute();
}

/** Changes the status of all occurrences whose own status allows it. The issue's status is derived from them. */
async function changeStatus(
  db: Db,
  scope: Scope,
  issueId: string,
  before: StoredTriage,
  status: IssueStatus,
  update: IssueUpdate,
  now: string,
): Promise<void> {
  const { status_comment = null } = update;
  const triage = { status, reason: getTriageReason(status, getReason(update)), comment: status_comment };
  const { userId } = scope;
  const rows = await db
    .updateTable('fine_grained_issues')
    .set({ ...enterStatus({ ...triage, comment: null, userId }, now), updated_at: now })
    .where(inWorkspace('fine_grained_issues', scope))
    .where('issue_id', '=', issueId)
    .where('status', '=', anyOf(listPrevious(status)))
    .returning(['issue_id', 'aispm_object_id', 'asset_id'])
    .execute();
  const changed = collectFindings(rows);
  if (before.rule_id === CHANGED_TOOL_SCHEMA && status === 'resolved')
    await acceptSchemas(db, scope, changed.objectIds);
  await updateCounts(db, scope, now, { ...changed, issueIds: [issueId] }, { userId, triage });
}

/** Accepts the current schemas of tools, because a user who resolves the finding of their change has reviewed them. */
export async function acceptSchemas(db: Db, scope: Workspace, objectIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE objects SET accepted_schemas = (
      SELECT jsonb_object_agg(side, digest)
      FROM (VALUES ('input', details -> 'input_schema_fingerprint'), ('output', details -> 'output_schema_fingerprint'))
        AS now (side, digest)
      WHERE digest IS NOT NULL
    )
    WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = ${anyOf(objectIds)} AND object_type = 'tool'
  `.execute(db);
}
