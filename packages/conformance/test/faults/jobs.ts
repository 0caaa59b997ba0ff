/** Faults in the states of scans, runs and exports. */
import { expect } from 'vitest';
import { type Interceptor, SCOPE, type ServerResponse } from '../exchange.ts';
import { changeResponses, type InjectedFault, startsWith, write } from './interceptors.ts';

const RUN = new RegExp(`^GET /eval/evaluation-runs${SCOPE}/[^/]+$`);
const EXPORT = /^GET \/views\/[^/]+\/export\/[^/]+$/;

/** The fields of a run in progress. */
const IN_PROGRESS = {
  status: 'running',
  progress: 0,
  started_at: '2026-11-01T12:00:00Z',
  finished_at: null,
  summary: null,
  score: null,
  error_kind: null,
};

/** Returns the given states of a job in order, each with `Retry-After`, and then the real state. */
const returnStates = (selected: RegExp, states: object[]): Interceptor => {
  const remaining = [...states];
  return changeResponses(selected, ({ headers, body }) => {
    const state = remaining.shift();
    if (!state) return;
    headers['retry-after'] = '1';
    Object.assign(body, state);
  });
};

/** Changes the end time of a run when it is requested again. */
const changeSecondEnd = (): Interceptor => {
  let count = 0;
  return changeResponses(RUN, ({ body }) => {
    if (body.status === 'cancelled' && ++count > 1) body.finished_at = '2030-01-01T00:00:00Z';
  });
};

/** Accepts another run of an evaluation instead of rejecting it, as a copy of the first with another creation time. */
const acceptFurtherRuns = (created_at: string): Interceptor => {
  let first: ServerResponse | undefined;
  return changeResponses(/^POST \/eval\/agent-evaluations\/.*\/run$/, (response) => {
    if (response.status === 202) first = structuredClone(response);
    else if (response.status === 409 && first) {
      Object.assign(response, first, { body: { ...first.body, created_at } });
    }
  });
};

/**
 * Responds to requests to delete an evaluation as if it were deleted, although its run has not ended.
 *
 * @param count number of such responses
 */
export const acceptDeletions = (count: number): Interceptor => {
  let accepted = 0;
  return changeResponses(/^DELETE \/eval\/agent-evaluations\//, (response) => {
    if (response.status !== 409 || accepted === count) return;
    accepted += 1;
    const { 'content-type': _, ...headers } = response.headers;
    Object.assign(response, { status: 204, headers, body: undefined });
  });
};

export const jobFaults: InjectedFault[] = [
  {
    name: 'returns Retry-After for a job that has ended',
    check: 'states',
    operation: 'getScan',
    interceptor: changeResponses(
      (request) => startsWith(`/scans${SCOPE}/`)(request),
      ({ status, headers }) => status === 200 && Object.assign(headers, { 'retry-after': '5' }),
    ),
    violation: { part: 'header', pointer: 'Retry-After', expected: 'none, because the job has ended' },
  },
  {
    name: 'completes a scan after its stop was accepted',
    check: 'states',
    operation: 'stopScan',
    interceptor: changeResponses(
      new RegExp(`^GET /scans${SCOPE}/[^/]+$`),
      ({ body }) => body.status === 'cancelled' && Object.assign(body, { status: 'completed', progress: 1 }),
    ),
    violation: { part: 'body', pointer: '/status', expected: 'cancelled, because the stop was accepted' },
    options: { write: true, leaveRecords: true },
  },
  {
    name: 'starts a second run before the first has ended',
    check: 'states',
    operation: 'runAgentEvaluation',
    interceptor: acceptFurtherRuns('2030-01-01T00:00:00Z'),
    violation: { part: 'status', expected: '409', got: expect.stringMatching(/^202 /) },
    options: write,
  },
  {
    name: 'deletes an evaluation before its run has ended',
    check: 'states',
    operation: 'deleteAgentEvaluation',
    interceptor: acceptDeletions(Number.POSITIVE_INFINITY),
    violation: { part: 'status', expected: '409', got: expect.stringMatching(/^204/) },
    options: write,
  },
  {
    name: 'never ends a run',
    check: 'states',
    operation: 'getEvaluationRun',
    interceptor: changeResponses(RUN, ({ headers, body }) => {
      headers['retry-after'] = '20';
      Object.assign(body, { ...IN_PROGRESS, progress: 0.5 });
    }),
    violation: { part: 'body', expected: 'an end within 15 seconds (--job-timeout)' },
    options: { ...write, jobTimeout: 15 },
  },
  {
    name: 'lowers the progress of a run',
    check: 'states',
    operation: 'getEvaluationRun',
    interceptor: returnStates(RUN, [
      { ...IN_PROGRESS, progress: 0.5 },
      { ...IN_PROGRESS, progress: 0.25 },
    ]),
    violation: { part: 'body', pointer: '/progress', expected: '0.5 or more', got: '0.25' },
    options: write,
  },
  {
    name: 'moves a running run back to the queue',
    check: 'states',
    operation: 'getEvaluationRun',
    interceptor: returnStates(RUN, [IN_PROGRESS, { ...IN_PROGRESS, status: 'queued', started_at: null }]),
    violation: { part: 'body', pointer: '/status', expected: 'a state that may follow running', got: '"queued"' },
    options: write,
  },
  {
    name: 'returns the score of a stopped run',
    check: 'states',
    operation: 'getEvaluationRun',
    interceptor: changeResponses(RUN, ({ body }) => body.status === 'cancelled' && Object.assign(body, { score: 0.5 })),
    violation: { part: 'body', pointer: '/score', expected: 'null unless it is completed', got: '0.5' },
    options: write,
  },
  {
    name: 'returns a score outside its interval',
    check: 'states',
    operation: 'getEvaluationRun',
    interceptor: changeResponses(
      RUN,
      ({ body }) =>
        body.status === 'cancelled' &&
        Object.assign(body, {
          status: 'completed',
          progress: 1,
          score: 0.5,
          summary: {
            score: 0.5,
            total: 2,
            passed: 1,
            failed: 1,
            errored: 0,
            score_interval: { lower: 0.6, upper: 0.9 },
          },
        }),
    ),
    violation: { part: 'body', pointer: '/summary/score_interval', expected: 'an interval that contains 0.5' },
    options: write,
  },
  {
    name: 'changes a run after its end',
    check: 'states',
    operation: 'getEvaluationRun',
    interceptor: changeSecondEnd(),
    violation: { part: 'body', expected: expect.stringMatching(/^no change after the end: /) },
    options: write,
  },
  {
    name: 'starts another export while one is in progress',
    check: 'states',
    operation: 'exportView',
    interceptor: changeResponses(/^POST \/views\/[^/]+\/export$/, ({ body }, { headers }) => {
      if (!headers['idempotency-key']) body.export_workflow_id = 'another';
    }),
    violation: { part: 'body', pointer: '/export_workflow_id', got: '"another"' },
    options: write,
  },
  {
    name: 'omits Retry-After for an active export',
    check: 'response',
    operation: 'exportView',
    interceptor: changeResponses(/^POST \/views\/[^/]+\/export$/, ({ headers }) => delete headers['retry-after']),
    violation: { part: 'header', pointer: 'Retry-After', expected: 'seconds until the job may have ended' },
    options: write,
  },
  {
    name: 'returns the Location of another export',
    check: 'response',
    operation: 'exportView',
    interceptor: changeResponses(/^POST \/views\/[^/]+\/export$/, ({ headers }) =>
      Object.assign(headers, { location: '/api/v1/views/1/export/1' }),
    ),
    violation: { part: 'header', pointer: 'Location' },
    options: write,
  },
  {
    name: 'lists no exports',
    check: 'response',
    operation: 'listViewExports',
    interceptor: changeResponses(/^GET \/views\/[^/]+\/exports$/, ({ body }) => Object.assign(body, { items: [] })),
    violation: { part: 'body', pointer: '/items', expected: expect.stringMatching(/^the export /) },
    options: write,
  },
  {
    name: 'lets an export expire before it has a file',
    check: 'states',
    operation: 'getViewExport',
    interceptor: changeResponses(EXPORT, ({ body }) => Object.assign(body, { expires_at: '2030-01-01T00:00:00Z' })),
    violation: { part: 'body', pointer: '/expires_at', expected: 'null without a file' },
    options: write,
  },
  {
    name: 'ends an export without an end time',
    check: 'states',
    operation: 'getViewExport',
    interceptor: changeResponses(EXPORT, ({ body }) => Object.assign(body, { finished_at: null })),
    violation: { part: 'body', pointer: '/finished_at', expected: 'a time', got: 'null' },
    options: write,
  },
  {
    name: 'fails an export without a reason',
    check: 'states',
    operation: 'getViewExport',
    interceptor: changeResponses(
      EXPORT,
      ({ body }) =>
        body.finished_at && Object.assign(body, { export_status: 'failed', export_path: '', expires_at: null }),
    ),
    violation: { part: 'body', pointer: '/error_message', expected: 'a reason', got: 'null' },
    options: write,
  },
  {
    name: 'never ends an export',
    check: 'states',
    operation: 'getViewExport',
    interceptor: changeResponses(EXPORT, ({ headers, body }) => {
      headers['retry-after'] = '20';
      Object.assign(body, { export_status: 'running', export_path: '', finished_at: null, expires_at: null });
    }),
    violation: { part: 'body', expected: 'an end within 15 seconds (--job-timeout)' },
    options: { ...write, jobTimeout: 15 },
  },
  {
    name: 'moves a running export back to the queue',
    check: 'states',
    operation: 'getViewExport',
    interceptor: returnStates(EXPORT, [{ export_status: 'running' }, { export_status: 'queued' }]),
    violation: {
      part: 'body',
      pointer: '/export_status',
      expected: 'a state that may follow running',
      got: '"queued"',
    },
    options: write,
  },
  {
    name: 'returns the path of a file before it exists',
    check: 'states',
    operation: 'getViewExport',
    interceptor: changeResponses(EXPORT, ({ body }) =>
      Object.assign(body, { export_path: '/views/1/export/1/download' }),
    ),
    violation: { part: 'body', pointer: '/export_path', expected: 'empty until it is completed' },
    options: write,
  },
  {
    name: 'returns the path of another file',
    check: 'states',
    operation: 'getViewExport',
    interceptor: changeResponses(
      EXPORT,
      ({ body }) =>
        body.export_status === 'completed' && Object.assign(body, { export_path: '/views/1/export/1/download' }),
    ),
    violation: {
      part: 'body',
      pointer: '/export_path',
      expected: expect.stringMatching(/^\/views\/.+\/download$/),
      got: '"/views/1/export/1/download"',
    },
    options: write,
  },
];
