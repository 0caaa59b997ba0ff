/** Triage of a single occurrence by a user. */
import { createHash } from 'node:crypto';
import { describeTriage, enterStatus, getTriageReason, type OccurrenceTriage } from '@aispm/domain';
import { CHANGED_TOOL_SCHEMA } from '@aispm/rules';
import type { FineGrainedIssue, IssueUpdate, TriageValues } from '@aispm/types';
import { sql } from 'kysely';
import { getSchema } from '../../platform/contract/contract.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inSameWorkspace, inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { notFound } from '../../platform/http/errors/errors.ts';
import { checkVersion, formatETag } from '../../platform/http/etag.ts';
import { recordHistory } from './issues/history.ts';
import { lockFindings, updateCounts } from './issues/update-counts.ts';
import { collectFindings } from './issues/update-issues.ts';
import { acceptSchemas, checkTransition, getReason } from './triage.ts';

/** Names of the columns that triage sets. */
const COLUMNS = Object.keys(getSchema('TriageValues').properties ?? {}) as (keyof TriageValues)[];

/** Returns the entity tag of an occurrence, which changes with its triage and its status, but not when a scan sees it again. */
export function toOccurrenceETag(occurrence: OccurrenceTriage): string {
  return formatETag(createHash('sha256').update(describeTriage(occurrence)).digest('hex').slice(0, 32));
}

/**
 * Changes the triage of one occurrence. The status of its issue follows.
 *
 * @param db a transaction in the scope of the workspace
 * @param now the time of the change, in RFC 3339; default: the current time, after the wait for other changes
 * @param ifMatch the entity tags, of which the occurrence must have one; undefined for any
 * @throws {ApiError} 404 for an unknown occurrence, 412 for another version, 422 for a transition that isn't allowed; nothing
 * has changed
 */
export async function triageOccurrence(
  db: Db,
  scope: Scope,
  id: string,
  update: IssueUpdate,
  now: string | undefined,
  ifMatch?: string,
): Promise<void> {
  // Rejects an unknown occurrence and most outdated versions without waiting for the lock.
  await loadTriage(db, scope, id, ifMatch);
  await lockFindings(db, scope);
  const at = now ?? new Date().toISOString();
  const before = await loadTriage(db, scope, id, ifMatch);
  checkTransition(before, update);
  const after = (await db
    .updateTable('fine_grained_issues')
    .set({
      ...applyUpdate(before, update, scope.userId, at),
      updated_at: sql`greatest(updated_at, ${at}::timestamptz)`,
    })
    .where(inWorkspace('fine_grained_issues', scope))
    .where('fine_grained_issue_id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()) as TriageValues;
  const names = COLUMNS.filter((name) => before[name] !== after[name]);
  if (names.length === 0) return;
  const pick = (values: TriageValues): TriageValues => Object.fromEntries(names.map((name) => [name, values[name]]));
  const { userId } = scope;
  const actor = { userId, occurrence: { id, before: pick(before), after: pick(after) } };
  await recordHistory(db, scope, [before.issue_id], actor, async () => {
    if (after.status === before.status) return;
    const changed = collectFindings([before]);
    if (before.rule_id === CHANGED_TOOL_SCHEMA && after.status === 'resolved')
      await acceptSchemas(db, scope, changed.objectIds);
    await updateCounts(db, scope, at, changed, { userId });
  });
}

type StoredOccurrence = Awaited<ReturnType<typeof loadTriage>>;

/** @throws {ApiError} 404 for an unknown occurrence, 412 if it isn't in the expected version */
async function loadTriage(db: Db, scope: Workspace, id: string, ifMatch: string | undefined) {
  const row = await db
    .selectFrom('fine_grained_issues')
    .innerJoin('rules', (join) =>
      join
        .on(inSameWorkspace('rules', 'fine_grained_issues'))
        .onRef('rules.rule_id', '=', 'fine_grained_issues.rule_id'),
    )
    .select([
      'fine_grained_issues.rule_id',
      'rules.is_enabled as is_rule_enabled',
      'issue_id',
      'aispm_object_id',
      'asset_id',
      'status',
      'status_reason',
      'status_comment',
      'status_changed_at',
      'assignee',
      'due_at',
    ])
    .where(inWorkspace('fine_grained_issues', scope))
    .where('fine_grained_issue_id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  const triage = row as typeof row & Pick<FineGrainedIssue, 'status' | 'status_reason'>;
  checkVersion(ifMatch, toOccurrenceETag(triage));
  return triage;
}

/** Returns the columns that an update sets. A new status removes the previous comment. */
function applyUpdate(before: StoredOccurrence, update: IssueUpdate, userId: string, now: string) {
  const { status = before.status, status_comment, assignee, due_at } = update;
  const reason = getReason(update);
  return {
    ...(status === before.status
      ? {
          ...(reason !== undefined && { status_reason: reason }),
          ...(status_comment !== undefined && { status_comment }),
        }
      : enterStatus({ status, reason: getTriageReason(status, reason), comment: status_comment ?? null, userId }, now)),
    ...(assignee !== undefined && { assignee }),
    ...(due_at !== undefined && { due_at }),
  };
}
