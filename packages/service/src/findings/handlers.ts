import { prepared } from '../database/prepared.ts';
import { notFound } from '../http/errors.ts';
import type { Handlers } from '../http/operation.ts';
import { cursorPage } from '../lists/cursor-page.ts';
import { countIssues, windowOf } from './histogram.ts';
import { issueList, issues, toIssue } from './issues.ts';
import { occurrenceList, occurrences, toOccurrence } from './occurrences.ts';
import { triage } from './triage.ts';

export const findingsHandlers = {
  listIssues: async (request) => ({ status: 200, body: await cursorPage(issueList, request) }),
  getIssue: async ({ path, scope, database }) => {
    const [row] = await database((db) =>
      prepared(db, 'issue', { scope, path }, (of) => issues(db, of.scope).where('issues.issue_id', '=', of.path.id)),
    );
    if (!row) throw notFound();
    return { status: 200, body: toIssue(row) };
  },
  updateIssue: async ({ path, scope, body, transaction }) => {
    const row = await transaction(async (db) => {
      await triage(db, scope, path.id, body, new Date().toISOString());
      return issues(db, scope).where('issues.issue_id', '=', path.id).executeTakeFirstOrThrow();
    });
    return { status: 200, body: toIssue(row) };
  },

  listFineGrainedIssues: async (request) => ({ status: 200, body: await cursorPage(occurrenceList, request) }),
  getFineGrainedIssue: async ({ path, scope, database }) => {
    const [row] = await database((db) =>
      prepared(db, 'occurrence', { scope, path }, (of) =>
        occurrences(db, of.scope).where('occurrence.fine_grained_issue_id', '=', of.path.id),
      ),
    );
    if (!row) throw notFound();
    return { status: 200, body: toOccurrence(row) };
  },

  getIssueHistogram: async ({ query, scope, database }) => {
    const { startTime, endTime, interval, buckets } = windowOf(query, Date.now());
    const counts = await database((db) => countIssues(db, scope, buckets, query));
    return { status: 200, body: { start_time: startTime, end_time: endTime, interval, counts } };
  },
} satisfies Partial<Handlers>;
