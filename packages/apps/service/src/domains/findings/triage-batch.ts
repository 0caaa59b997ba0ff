/** Triage of several issues with one request. */
import { listTimestamps } from '@aispm/openapi';
import type { IssueUpdateItem, IssueUpdateOutcome } from '@aispm/types';
import { sql } from 'kysely';
import { document, getSchema } from '../../platform/contract/contract.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/http/errors/errors.ts';
import { formatETag } from '../../platform/http/etag.ts';
import { describeOutcome, findItemError } from '../../platform/http/update-batch.ts';
import { triageIssue } from './triage.ts';

/** The fields of an update that are timestamps. */
const TIMESTAMPS = listTimestamps(document, getSchema('IssueUpdateItem'));

/**
 * Makes the updates of a batch in order, each one completely or not at all.
 *
 * @param db a transaction in the scope of the workspace
 * @param now the time of the changes, in RFC 3339; default: the current time
 */
export async function triageIssues(
  db: Db,
  scope: Scope,
  updates: readonly IssueUpdateItem[],
  now?: string,
): Promise<IssueUpdateOutcome> {
  const errors = new Map<number, ApiError>();
  const seen = new Set<string>();
  for (const [index, update] of updates.entries()) {
    const error = await tryTriage(db, scope, update, seen.has(update.issue_id), now);
    if (error) errors.set(index, error);
    seen.add(update.issue_id);
  }
  const ids = updates.map(({ issue_id }) => issue_id);
  return describeOutcome('issue_id', ids, errors, await loadETags(db, scope, [...seen]));
}

/** Makes one update. Returns why it's not possible, in which case nothing has changed. */
async function tryTriage(
  db: Db,
  scope: Scope,
  { issue_id, if_match, ...update }: IssueUpdateItem,
  isRepeated: boolean,
  now?: string,
): Promise<ApiError | undefined> {
  const invalid = findItemError(update, { idField: 'issue_id', isRepeated, timestamps: TIMESTAMPS });
  if (invalid) return invalid;
  try {
    await triageIssue(db, scope, issue_id, update, now, if_match);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

async function loadETags(db: Db, scope: Workspace, issueIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('issues')
    .select(['issue_id', 'etag'])
    .where(inWorkspace('issues', scope))
    .where('issue_id', '=', sql<string>`ANY(${issueIds}::text[])`)
    .execute();
  return new Map(rows.map(({ issue_id, etag }) => [issue_id, formatETag(etag)]));
}
