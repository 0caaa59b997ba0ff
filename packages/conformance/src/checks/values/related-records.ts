/** What records say about related ones, which other lists contain. */
import { getList, getRows } from '../../contract/lists.ts';
import { getSuccess, type Json, type Operation } from '../../contract/operation.ts';
import type { OperationId } from '../../contract/operation-id.ts';
import type { CheckedResponse } from '../../session/sender.ts';
import type { Session } from '../../session/session.ts';
import type { Comparison } from '../counts/measure.ts';
import { walk } from '../lists/walk.ts';

/** The rows of a response, and where they are. */
export interface ComparedRows {
  response: CheckedResponse;
  rows: Json[];
  pointer(index: number): string;
  path: Json;
}

/** Compares rows with related records. */
type Compare = (session: Session, compared: ComparedRows) => Promise<Comparison[]>;

/** Maximum number of rows that are compared with lists of their own. */
const MAX_ROWS = 3;
/** The status of an issue: the first of these that one of its occurrences has. */
const STATUSES = ['open', 'in_progress', 'suppressed', 'resolved'];
/** Number of scores in a trend. */
const TREND = 5;

/** The comparisons, by the operation that returns the rows. */
export const RELATIONS: Partial<Record<OperationId, Compare>> = {
  listAgentEvaluations: compareWithRuns,
  getAgentEvaluation: compareWithRuns,
  listIssues: compareWithOccurrences,
  getIssue: compareWithOccurrences,
  listFineGrainedIssues: compareWithIssues,
  listScans: compareCurrentScans,
  listIssueHistory: compareWithPresent,
};

/** Reads all rows of a list; undefined when it can't be read completely. */
async function readList(
  session: Session,
  id: OperationId,
  compared: ComparedRows,
  query: Json,
): Promise<Json[] | undefined> {
  const operation = session.getOperation(id);
  const cell = session.cell(operation.id, 'response');
  const subject = { operation, list: getList(operation), cell, path: session.scope };
  const { isComplete, rows } = await walk(session, subject, { ...query, page_size: 100 }, 'for related records');
  return isComplete && compared.response.isValid ? rows : undefined;
}

/** State comes from the latest run, scores from the latest run with a score, and the trend from the last five scores. */
async function compareWithRuns(session: Session, compared: ComparedRows): Promise<Comparison[]> {
  const { response, rows, pointer } = compared;
  const comparisons: Comparison[] = [];
  for (const [index, row] of rows.slice(0, MAX_ROWS).entries()) {
    const runs = await readList(session, 'listEvaluationRuns', compared, { agent_evaluation_id: [row.id] });
    const evaluation = await readRecord(session, 'getEvaluation', { id: row.evaluation_id });
    if (!runs) continue;
    const latest = runs.at(-1);
    const scored = runs.filter(({ score }) => typeof score === 'number');
    const compare = (field: string, expected: unknown, source: string) =>
      comparisons.push({
        response,
        pointer: `${pointer(index)}/${field}`,
        got: row[field] ?? null,
        expected: expected ?? null,
        source,
      });
    compare('latest_run_id', latest?.id, 'the latest run');
    for (const field of ['status', 'progress', 'started_at', 'finished_at', 'summary']) {
      compare(`latest_run_${field}`, latest?.[field], `${field} of the latest run`);
    }
    const newest = scored.at(-1);
    compare('latest_scored_run_id', newest?.id, 'the latest run with a score');
    for (const field of ['finished_at', 'summary']) {
      compare(`latest_scored_run_${field}`, newest?.[field], `${field} of the latest run with a score`);
    }
    const trend = scored.slice(-TREND).map(({ score }) => score);
    comparisons.push({
      response,
      pointer: `${pointer(index)}/score_trend`,
      got: row.score_trend ?? [],
      expected: trend,
      source: 'the last scores, oldest first',
    });
    if (evaluation) compare('evaluation_name', evaluation.name, 'its name in the catalogue');
  }
  return comparisons;
}

async function readRecord(session: Session, id: OperationId, values: Json): Promise<Json | undefined> {
  const operation = session.getOperation(id);
  const request = session.buildRequest(operation, { ...session.scope, ...values });
  const { status } = getSuccess(operation);
  const response = await session.send(session.cell(operation.id, 'response'), operation, request, {
    statuses: [status, 404],
    note: 'for related records',
  });
  return response.isValid && response.status === status ? response.json : undefined;
}

/** An issue has the status and the severity of its occurrences. */
async function compareWithOccurrences(session: Session, compared: ComparedRows): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const [index, row] of compared.rows.slice(0, MAX_ROWS).entries()) {
    const occurrences = await readList(session, 'listFineGrainedIssues', compared, { issue_id: [row.issue_id] });
    if (occurrences) comparisons.push(...compareIssue(session, compared, index, row, occurrences));
  }
  return comparisons;
}

async function compareWithIssues(session: Session, compared: ComparedRows): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const id of [...new Set(compared.rows.map(({ issue_id }) => issue_id))].slice(0, MAX_ROWS * 2)) {
    const issue = await readRecord(session, 'getIssue', { id });
    const occurrences = await readList(session, 'listFineGrainedIssues', compared, { issue_id: [id] });
    const index = compared.rows.findIndex(({ issue_id }) => issue_id === id);
    if (issue && occurrences) comparisons.push(...compareIssue(session, compared, index, issue, occurrences));
  }
  return comparisons;
}

function compareIssue(
  session: Session,
  { response, pointer }: ComparedRows,
  index: number,
  issue: Json,
  occurrences: Json[],
): Comparison[] {
  // Occurrences that are no longer retained can't be compared.
  if (occurrences.length === 0) return [];
  const find = (statuses: Json[]) => STATUSES.find((status) => statuses.some((row) => row.status === status));
  const severities = getSeverities(session);
  const highest = (rows: Json[]) =>
    Math.min(...rows.map(({ definitive_severity }) => severities.indexOf(definitive_severity)));
  const unresolved = occurrences.filter(({ status }) => status !== 'resolved');
  const allowed = [unresolved, occurrences].filter((rows) => rows.length > 0).map((rows) => severities[highest(rows)]);
  const severity = issue.definitive_severity;
  return [
    {
      response,
      pointer: `${pointer(index)}/status`,
      got: issue.status,
      expected: find(occurrences),
      source: `the status of the occurrences of the issue ${issue.issue_id}`,
    },
    {
      response,
      pointer: `${pointer(index)}/definitive_severity`,
      got: severity,
      expected: allowed.includes(severity) ? severity : allowed[0],
      source: `the highest severity of the occurrences of the issue ${issue.issue_id}`,
    },
  ];
}

/** Returns the severities, the most severe first. */
function getSeverities(session: Session): unknown[] {
  return getList(session.getOperation('listIssues')).row?.properties?.definitive_severity?.enum ?? [];
}

/** There is one current scan of each type and asset, or target, and it's completed. */
async function compareCurrentScans(_: Session, { response, rows, pointer }: ComparedRows): Promise<Comparison[]> {
  const current = rows.filter(({ is_current }) => is_current === true);
  const identify = ({ scan_type, asset_id, target }: Json) => JSON.stringify([scan_type, asset_id ?? target]);
  return current.flatMap((scan): Comparison[] => {
    const at = pointer(rows.indexOf(scan));
    const first = current.find((other) => identify(other) === identify(scan));
    return [
      {
        response,
        pointer: `${at}/is_current`,
        got: scan.scan_id,
        expected: first?.scan_id,
        source: 'the only current scan of this type and target',
      },
      { response, pointer: `${at}/status`, got: scan.status, expected: 'completed', source: 'as every current scan' },
    ];
  });
}

/** The changes of an issue, applied from the oldest to the newest, result in the issue. */
async function compareWithPresent(session: Session, { response, rows, path }: ComparedRows): Promise<Comparison[]> {
  const issue = await readRecord(session, 'getIssue', { id: path.id });
  // A longer history is applied from its middle, which may lack values that were set before.
  if (!issue || rows.length === 0) return [];
  const values: Json = Object.assign({}, ...rows.toReversed().map(({ after }) => after));
  return Object.entries(values)
    .filter(([name]) => name in issue)
    .map(([name, value]) => ({
      response,
      pointer: `/items/0/after/${name}`,
      got: value,
      expected: issue[name],
      source: 'the value of the issue after the last change',
    }));
}

/** Returns the rows of a list, or the record, that a successful response contains. */
export function getComparedRows(
  operation: Operation,
  response: CheckedResponse,
  path: Json,
  isList: boolean,
): ComparedRows {
  const rows = isList ? getRows(response.body, getList(operation)) : [response.json];
  return { response, rows, path, pointer: (index) => (isList ? `/items/${index}` : '') };
}
