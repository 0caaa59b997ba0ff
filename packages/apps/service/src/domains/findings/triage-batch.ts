/** Triage of several issues with one request. */
import { findUnsupportedTimestamps, findUnsupportedValues, listTimestamps } from '@aispm/openapi';
import type { IssueUpdateItem, IssueUpdateOutcome, IssueUpdateResult } from '@aispm/types';
import { sql } from 'kysely';
import { document, getSchema } from '../../platform/contract/contract.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError, invalidRequest, unprocessable } from '../../platform/http/errors/errors.ts';
import { formatETag } from '../../platform/http/etag.ts';
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
    const error = seen.has(update.issue_id)
      ? unprocessable('duplicate_key', { 'body/issue_id': 'occurs in an earlier update of the batch' })
      : await tryTriage(db, scope, update, now);
    if (error) errors.set(index, error);
    seen.add(update.issue_id);
  }
  const etags = await loadETags(db, scope, [...seen]);
  const results = updates.map(({ issue_id }, index): IssueUpdateResult => {
    const error = errors.get(index);
    if (error) return { index, issue_id, status: 'rejected', etag: null, error: toItemError(error, index).body };
    return { index, issue_id, status: 'updated', etag: etags.get(issue_id) ?? null };
  });
  return { updated_count: updates.length - errors.size, rejected_count: errors.size, results };
}

/** Makes one update. Returns why it's not possible, in which case nothing has changed. */
async function tryTriage(
  db: Db,
  scope: Scope,
  { issue_id, if_match, ...update }: IssueUpdateItem,
  now?: string,
): Promise<ApiError | undefined> {
  const unsupported = {
    ...findUnsupportedValues(update, 'body'),
    ...findUnsupportedTimestamps(update, TIMESTAMPS, 'body'),
  };
  if (Object.keys(unsupported).length > 0) return invalidRequest('invalid_body', unsupported);
  try {
    await triageIssue(db, scope, issue_id, update, now, if_match);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Returns an error whose details point into the batch. */
function toItemError(error: ApiError, index: number): ApiError {
  const details = Object.entries(error.details).map(([location, message]) => [
    location.replace(/^body/, `body/updates/${index}`),
    message,
  ]);
  return new ApiError(error.status, error.reason, error.message, Object.fromEntries(details), error.headers);
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
