/** The history of issues: which values changed, when, and whether a user or a scan changed them. */
import type { IssueHistoryEntry, IssueHistoryKind, IssueHistoryValues, TriageValues } from '@aispm/types';
import { sql } from 'kysely';
import { getSchema } from '../../../platform/contract/contract.ts';
import { newId } from '../../../platform/core/identifiers.ts';
import type { Db } from '../../../platform/database/dialect.ts';
import { inSameWorkspace, inWorkspace, recordset, type Workspace } from '../../../platform/database/rows.ts';
import { anyOf } from '../../../platform/lists/filters.ts';
import { type List, sortKey } from '../../../platform/lists/list.ts';
import { appendChanges, type NewChange } from '../../changes/index.ts';

/** A change of an occurrence that a user triages itself. */
export interface OccurrenceChange {
  id: string;
  before: TriageValues;
  after: TriageValues;
}

/**
 * Who changes issues: a user, possibly by changing one occurrence or, at a time in RFC 3339, the settings of the rule, or a scan.
 */
export type IssueActor = { userId: string; occurrence?: OccurrenceChange; ruleChangedAt?: string } | { scanId: string };

/** Names of the columns that the history contains. */
const COLUMNS = Object.keys(getSchema('IssueHistoryValues').properties ?? {}) as (keyof IssueHistoryValues)[];

/** The values of an issue at one time. */
type IssueSnapshot = Required<IssueHistoryValues> & {
  issue_id: string;
  updated_at: string;
  has_history: boolean;
};

/**
 * Changes issues and records the changes in the same transaction. The first entry of an issue has all values; if no value
 * changes, no entry is added.
 *
 * @param db a transaction that has locked the findings of the workspace
 */
export async function recordHistory(
  db: Db,
  scope: Workspace,
  issueIds: readonly string[],
  actor: IssueActor,
  change: () => Promise<void>,
): Promise<void> {
  const before = new Map((await loadSnapshots(db, scope, issueIds)).map((issue) => [issue.issue_id, issue]));
  await change();
  const after = await loadSnapshots(db, scope, issueIds);
  const findBefore = ({ issue_id }: IssueSnapshot) => {
    const previous = before.get(issue_id);
    return previous?.has_history ? previous : undefined;
  };
  const entries = after.flatMap((issue) => createEntry(findBefore(issue), issue, actor) ?? []);
  await insertEntries(db, scope, await extendEntries(db, scope, entries, actor));
  const scan = 'scanId' in actor ? { scan_id: actor.scanId } : {};
  await appendChanges(
    db,
    scope,
    after.flatMap((issue) => createChange(findBefore(issue), issue, scan)),
  );
}

/** Returns the change of an issue for the log of the workspace; none if no value changed. */
function createChange(
  before: IssueSnapshot | undefined,
  after: IssueSnapshot,
  scan: { scan_id?: string },
): NewChange[] {
  const fields = listChangedNames(before, after);
  if (fields.length === 0) return [];
  const { issue_id, status, definitive_severity } = after;
  const wasOpen = before !== undefined && before.status !== 'resolved';
  const isOpen = status !== 'resolved';
  const transition = isOpen ? 'issue_opened' : 'issue_resolved';
  const kind = wasOpen === isOpen ? 'issue_changed' : transition;
  return [
    {
      kind,
      subject_id: issue_id,
      definitive_severity,
      status,
      changed_fields: before ? fields.toSorted() : [],
      ...scan,
    },
  ];
}

/**
 * Adds changes to the entries about the same change of a rule, whose occurrences follow in batches.
 *
 * @returns the changes that need an entry of their own
 */
async function extendEntries(
  db: Db,
  scope: Workspace,
  entries: readonly IssueHistoryEntry[],
  actor: IssueActor,
): Promise<IssueHistoryEntry[]> {
  const ruleChangedAt = 'userId' in actor ? actor.ruleChangedAt : undefined;
  if (ruleChangedAt === undefined) return [...entries];
  const added: IssueHistoryEntry[] = [];
  for (const entry of entries) if (!(await extendEntry(db, scope, entry, ruleChangedAt))) added.push(entry);
  return added;
}

/**
 * Adds a change to the newest entry of its issue if that is about the same change of the rule.
 *
 * @returns whether it is
 */
async function extendEntry(
  db: Db,
  scope: Workspace,
  { issue_id, kind, changed_at, before, after }: IssueHistoryEntry,
  ruleChangedAt: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE issue_history AS entry SET before = ${JSON.stringify(before)}::jsonb || before,
      after = after || ${JSON.stringify(after)}::jsonb,
      changed_at = CASE WHEN ${'status' in after} THEN ${changed_at}::timestamptz ELSE changed_at END
    WHERE ${inWorkspace('entry', scope)} AND issue_id = ${issue_id} AND kind = ${kind}
      AND changed_at >= ${ruleChangedAt}::timestamptz AND position = (
        SELECT max(position) FROM issue_history AS newest
        WHERE ${inWorkspace('newest', scope)} AND newest.issue_id = ${issue_id}
      )`.execute(db);
  return Number(numAffectedRows) > 0;
}

async function loadSnapshots(db: Db, scope: Workspace, issueIds: readonly string[]): Promise<IssueSnapshot[]> {
  const { rows } = await sql<IssueSnapshot>`
    SELECT issue_id, updated_at, ${sql.join(COLUMNS.map((name) => sql.ref(name)))}, EXISTS (
      SELECT FROM issue_history
      WHERE ${inSameWorkspace('issue_history', 'issues')} AND issue_history.issue_id = issues.issue_id
    ) AS has_history
    FROM issues
    WHERE ${inWorkspace('issues', scope)} AND issue_id = ANY(${issueIds}::text[])
    ORDER BY issue_id`.execute(db);
  return rows;
}

/** @param before undefined if the issue has no history */
function createEntry(
  before: IssueSnapshot | undefined,
  after: IssueSnapshot,
  actor: IssueActor,
): IssueHistoryEntry | undefined {
  const names = listChangedNames(before, after);
  const occurrence = 'userId' in actor ? actor.occurrence : undefined;
  if (names.length === 0 && occurrence === undefined) return undefined;
  return {
    history_entry_id: newId(),
    issue_id: after.issue_id,
    kind: before ? toKind(actor) : 'created',
    changed_at: after.updated_at,
    changed_by: 'userId' in actor ? actor.userId : null,
    scan_id: 'scanId' in actor ? actor.scanId : null,
    before: before ? pick(before, names) : {},
    after: pick(after, names),
    fine_grained_issue_id: occurrence?.id ?? null,
    occurrence_before: occurrence?.before ?? {},
    occurrence_after: occurrence?.after ?? {},
  };
}

function listChangedNames(before: IssueSnapshot | undefined, after: IssueSnapshot): (keyof IssueHistoryValues)[] {
  return before ? COLUMNS.filter((name) => !isEqual(before[name], after[name])) : COLUMNS;
}

function toKind(actor: IssueActor): IssueHistoryKind {
  if ('scanId' in actor) return 'scanned';
  if (actor.ruleChangedAt !== undefined) return 'rule_changed';
  return actor.occurrence ? 'occurrence_triaged' : 'triaged';
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function pick(issue: IssueSnapshot, names: readonly (keyof IssueHistoryValues)[]): IssueHistoryValues {
  return Object.fromEntries(names.map((name) => [name, issue[name]]));
}

/** Inserts entries, oldest of each issue first. */
export async function insertEntries(db: Db, scope: Workspace, entries: readonly IssueHistoryEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const columns = `issue_id text, history_entry_id text, kind text, changed_at timestamptz, changed_by text, scan_id text,
    before jsonb, after jsonb, fine_grained_issue_id text, occurrence_before jsonb, occurrence_after jsonb`;
  await sql`
    INSERT INTO issue_history (tenant_id, workspace_id, issue_id, history_entry_id, kind, changed_at, changed_by, scan_id,
      before, after, fine_grained_issue_id, occurrence_before, occurrence_after)
    SELECT ${scope.tenantId}, ${scope.workspaceId}, issue_id, history_entry_id, kind, changed_at, changed_by, scan_id, before,
      after, fine_grained_issue_id, occurrence_before, occurrence_after
    FROM ${recordset(entries, columns)}`.execute(db);
}

export const issueHistoryList: List<'listIssueHistory', object, IssueHistoryEntry> = {
  operation: 'listIssueHistory',
  rows: (db, scope, { id }) =>
    db
      .selectFrom('issue_history')
      .select([
        'history_entry_id',
        'issue_id',
        'kind',
        'changed_at',
        'changed_by',
        'scan_id',
        'before',
        'after',
        'fine_grained_issue_id',
        'occurrence_before',
        'occurrence_after',
      ])
      .where(inWorkspace('issue_history', scope))
      .where('issue_id', '=', id),
  filters: { fine_grained_issue_id: anyOf('fine_grained_issue_id') },
  // In chronological order.
  sorts: { sorted: sortKey('issue_history.position', 'bigint') },
  direction: 'DESC',
  id: sql.ref('issue_history.position'),
  idDirection: 'DESC',
  toItem: (row) => row as IssueHistoryEntry,
};
