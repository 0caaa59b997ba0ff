import type { FineGrainedIssue, Issue } from '@aispm/types';
import { runPrepared } from '../../platform/database/prepared.ts';
import { notFound } from '../../platform/http/errors/errors.ts';
import type { Handlers } from '../../platform/http/operation.ts';
import { cursorPage } from '../../platform/lists/cursor-page.ts';
import { selectRules, toRule, toRuleETag } from '../rules/index.ts';
import { countIssues, parseWindow } from './histogram.ts';
import { issueHistoryList } from './issues/history.ts';
import { issueList, selectIssues, toIssue } from './issues/issues.ts';
import { occurrenceList, selectOccurrences, toOccurrence } from './occurrences.ts';
import { changeRule } from './rule-settings.ts';
import { triageIssue } from './triage.ts';
import { triageIssues } from './triage-batch.ts';
import { toOccurrenceETag, triageOccurrence } from './triage-occurrence.ts';

/** Returns the response that consists of an issue. */
function issueResponse(row: object): { status: 200; headers: Record<string, string>; body: Issue } {
  const issue = toIssue(row);
  return { status: 200, headers: { etag: issue.etag }, body: issue };
}

/** Returns the response that consists of an occurrence. */
function occurrenceResponse(row: object): { status: 200; headers: Record<string, string>; body: FineGrainedIssue } {
  const occurrence = toOccurrence(row);
  return { status: 200, headers: { etag: toOccurrenceETag(occurrence) }, body: occurrence };
}

export const findingsHandlers = {
  listIssues: async (request) => ({ status: 200, body: await cursorPage(issueList, request) }),
  getIssue: async ({ path, scope, read }) => {
    const [row] = await read((db) =>
      runPrepared(db, 'issue', { scope, path }, (parameters) =>
        selectIssues(db, parameters.scope).where('issues.issue_id', '=', parameters.path.id),
      ),
    );
    if (!row) throw notFound();
    return issueResponse(row);
  },
  updateIssue: async ({ path, headers, scope, body, transaction }) => {
    const row = await transaction(async (db) => {
      await triageIssue(db, scope, path.id, body, undefined, headers['if-match']);
      return selectIssues(db, scope).where('issues.issue_id', '=', path.id).executeTakeFirstOrThrow();
    });
    return issueResponse(row);
  },
  updateIssues: async ({ scope, body: { updates }, transaction }) => {
    const body = await transaction((db) => triageIssues(db, scope, updates));
    const updated = body.results.filter(({ status }) => status === 'updated');
    return { status: 200, body, affected: updated.map(({ issue_id }) => issue_id) };
  },
  listIssueHistory: async (request) => {
    const { path, scope } = request;
    const issue = await request.database((db) =>
      selectIssues(db, scope).where('issues.issue_id', '=', path.id).executeTakeFirst(),
    );
    if (!issue) throw notFound();
    return { status: 200, body: await cursorPage(issueHistoryList, request) };
  },

  listFineGrainedIssues: async (request) => ({ status: 200, body: await cursorPage(occurrenceList, request) }),
  getFineGrainedIssue: async ({ path, scope, read }) => {
    const [row] = await read((db) =>
      runPrepared(db, 'occurrence', { scope, path }, (parameters) =>
        selectOccurrences(db, parameters.scope).where('occurrence.fine_grained_issue_id', '=', parameters.path.id),
      ),
    );
    if (!row) throw notFound();
    return occurrenceResponse(row);
  },
  updateFineGrainedIssue: async ({ path, headers, scope, body, transaction }) => {
    const row = await transaction(async (db) => {
      await triageOccurrence(db, scope, path.id, body, undefined, headers['if-match']);
      return selectOccurrences(db, scope)
        .where('occurrence.fine_grained_issue_id', '=', path.id)
        .executeTakeFirstOrThrow();
    });
    return occurrenceResponse(row);
  },

  updateRule: async ({ path, headers, scope, body, transaction }) => {
    const rule = await transaction(async (db) => {
      await changeRule(db, scope, path.rule_id, body, undefined, headers['if-match']);
      return toRule(await selectRules(db, scope).where('rule_id', '=', path.rule_id).executeTakeFirstOrThrow());
    });
    return { status: 200, headers: { etag: toRuleETag(rule) }, body: rule };
  },

  getIssueHistogram: async ({ query, scope, database }) => {
    const { startTime, endTime, interval, buckets } = parseWindow(query, Date.now());
    const counts = await database((db) => countIssues(db, scope, buckets, query));
    return { status: 200, body: { start_time: startTime, end_time: endTime, interval, counts } };
  },
} satisfies Partial<Handlers>;
