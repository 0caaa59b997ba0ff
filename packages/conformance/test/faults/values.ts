/** Faults in the values of records: counts, sums, scores, times and states that contradict each other. */
import { expect } from 'vitest';
import { type Interceptor, SCOPE, type ServerRequest, type ServerResponse } from '../exchange.ts';
import { changeRequests, changeResponses, type InjectedFault, leaveRecords, write } from './interceptors.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of all operations
type Body = any;

const DASH = `/aispm-llm-interactions-dash${SCOPE}`;
const HOUR = 3_600_000;

/** Changes successful bodies. */
const changeBody = (path: RegExp, edit: (body: Body, request: ServerRequest) => void): Interceptor =>
  changeResponses(path, ({ status, body }: ServerResponse, request) => {
    if (status < 300 && body !== null && typeof body === 'object') edit(body, request);
  });

/** Changes a record wherever it is returned: alone, and in its list. */
const changeRecords = (path: string, edit: (record: Body, request: ServerRequest) => void): Interceptor =>
  changeBody(new RegExp(`^\\S+ /${path}/tenants/`), (body, request) => {
    for (const record of body.items ?? [body]) edit(record, request);
  });

const fault =
  (check: string) =>
  (name: string, operation: string, interceptor: Interceptor, more: Partial<InjectedFault> = {}): InjectedFault => ({
    name,
    check,
    operation,
    interceptor,
    violation: { part: 'body' },
    ...more,
  });
const count = fault('counts');
const value = fault('values');
const response = fault('response');

/** Moves a window by the number of milliseconds at one end. */
const moveWindow = (path: string, name: string, milliseconds: number): Interceptor =>
  changeRequests(
    (request) => request.path === path && request.query.has(name),
    (request) => {
      const query = new URLSearchParams(request.query);
      const time = Date.parse(query.get(name) ?? '');
      if (!Number.isNaN(time)) query.set(name, new Date(time + milliseconds).toISOString());
      return { ...request, query };
    },
  );

const ATTACHED = 'eval/agent-evaluations';
const RUNS = 'eval/evaluation-runs';
const INTERACTIONS = 'aispm-llm-interactions';

const countFaults: InjectedFault[] = [
  count(
    'counts the interactions of an hour in another one',
    'getLlmInteractionCounts',
    changeBody(new RegExp(`^GET ${DASH}/counts`), ({ results }) => {
      const hours = Object.keys(results);
      const index = hours.findIndex((hour) => results[hour].total > 0);
      const from = hours[index];
      const to = hours[index + 1] ?? hours[index - 1];
      if (from === undefined || to === undefined) return;
      for (const name of Object.keys(results[from])) {
        results[to][name] += results[from][name];
        results[from][name] = 0;
      }
    }),
  ),
  count('excludes the end of the window', 'getLlmInteractionCounts', moveWindow(`${DASH}/counts`, 'end_time', -1)),
  count('excludes the start of the window', 'getLlmInteractionCounts', moveWindow(`${DASH}/counts`, 'start_time', 1)),
  count(
    'omits hours without interactions',
    'getLlmInteractionCounts',
    changeBody(new RegExp(`^GET ${DASH}/counts`), ({ results }) => {
      for (const hour of Object.keys(results)) if (results[hour].total === 0) delete results[hour];
    }),
  ),
  count(
    'omits a category',
    'getLlmInteractionCategories',
    changeBody(new RegExp(`^GET ${DASH}/categories`), (body) => {
      if (body.categories.pop()) body.category_count -= 1;
    }),
  ),
  count(
    'lists the agents with the fewest interactions first',
    'getLlmInteractionAgents',
    changeBody(new RegExp(`^GET ${DASH}/agents`), (body) => body.agents.reverse()),
  ),
  count(
    'moves the buckets of the histogram by a day',
    'getIssueHistogram',
    changeBody(/^GET \/issue-histograms/, ({ counts }) => {
      for (const bucket of counts) {
        bucket.bucket_start = new Date(Date.parse(bucket.bucket_start) + 24 * HOUR).toISOString();
      }
    }),
  ),
  count(
    'returns another percentage of scans',
    'getAispmDashboard',
    changeBody(/^GET \/aispm-dashboard/, ({ scans_counts }) => {
      scans_counts.percent_scans_with_ai_objects /= 2;
    }),
  ),
  count(
    'lists the least severe of the top issues first',
    'getAispmDashboard',
    changeBody(/^GET \/aispm-dashboard/, ({ aispm_objects_top_issues }) => aispm_objects_top_issues.reverse()),
  ),
  count(
    'lists the objects least at risk first',
    'getAispmDashboard',
    changeBody(/^GET \/aispm-dashboard/, ({ aispm_top_at_risk_mcp_servers: servers }) => {
      const last = servers.at(-1);
      last.critical_count += 5;
      last.total_critical_high_occurrences += 5;
    }),
    { violation: { part: 'body', expected: expect.stringContaining('in descending order') } },
  ),
  count(
    'returns another sum for an object at risk',
    'getAispmDashboard',
    changeBody(/^GET \/aispm-dashboard/, (body) => {
      for (const object of body.aispm_top_at_risk_mcp_servers) object.total_critical_high_occurrences += 1;
    }),
  ),
  count(
    'returns 29 days on the dashboard',
    'getAispmDashboard',
    changeBody(/^GET \/aispm-dashboard/, ({ issues_histogram }) => issues_histogram.counts.shift()),
  ),
  value(
    'counts fewer issues of an asset than critical and high ones',
    'listAispmAssets',
    changeRecords('aispm-assets', (asset) => {
      asset.total_issues_count = 0;
    }),
  ),
];

const valueFaults: InjectedFault[] = [
  value(
    'returns the scores of the trend newest first',
    'listAgentEvaluations',
    changeRecords(ATTACHED, (evaluation) => evaluation.score_trend?.reverse()),
  ),
  value(
    'loses the latest run with a score',
    'listAgentEvaluations',
    changeRecords(ATTACHED, (evaluation) =>
      Object.assign(evaluation, {
        latest_scored_run_id: null,
        latest_scored_run_finished_at: null,
        latest_scored_run_summary: null,
      }),
    ),
  ),
  value(
    'returns a sum that its parts do not have',
    'getEvaluationRun',
    changeRecords(RUNS, (run) => run.summary && Object.assign(run.summary, { total: run.summary.total + 1 })),
  ),
  value(
    'returns another score than the summary',
    'getEvaluationRun',
    changeRecords(RUNS, (run) => typeof run.score === 'number' && Object.assign(run, { score: run.score / 2 })),
  ),
  value(
    'omits the newest score of the trend',
    'listAgentEvaluations',
    changeRecords(ATTACHED, (evaluation) => evaluation.score_trend?.pop()),
  ),
  value(
    'hides a failed run behind the scored one',
    'listAgentEvaluations',
    changeRecords(ATTACHED, (evaluation) => {
      if (evaluation.latest_run_status === 'failed') evaluation.latest_run_status = 'completed';
    }),
  ),
  value(
    'returns the summary of the scored run for a failed one',
    'listAgentEvaluations',
    changeRecords(ATTACHED, (evaluation) => {
      if (evaluation.latest_run_status === 'failed') {
        evaluation.latest_run_summary = evaluation.latest_scored_run_summary;
      }
    }),
  ),
  value(
    'returns the name of the attached evaluation for the catalogue',
    'listAgentEvaluations',
    changeRecords(ATTACHED, (evaluation) => {
      evaluation.evaluation_name = `${evaluation.name} (attached)`;
    }),
  ),
  value(
    'completes the progress of a failed run',
    'listEvaluationRuns',
    changeRecords(RUNS, (run) => run.status === 'failed' && Object.assign(run, { progress: 1 })),
  ),
  value(
    'adds tokens wrongly',
    'listLlmInteractions',
    changeRecords(INTERACTIONS, (interaction) => {
      if (interaction.total_tokens !== null) interaction.total_tokens += 1;
    }),
  ),
  value(
    'returns durations in seconds',
    'listLlmInteractions',
    changeRecords(INTERACTIONS, (interaction) => {
      if (interaction.duration_ms !== null) interaction.duration_ms = Math.round(interaction.duration_ms / 1000);
    }),
  ),
  value(
    'keeps an occurrence of a suppressed issue open',
    'listFineGrainedIssues',
    changeRecords('fine-grained-issues', (occurrence) => {
      if (occurrence.status === 'suppressed') Object.assign(occurrence, { status: 'open', status_reason: null });
    }),
  ),
  value(
    'returns two current scans of a target',
    'listScans',
    changeRecords('scans', (scan) => {
      if (scan.status === 'completed') scan.is_current = true;
    }),
  ),
  value(
    'returns arguments of tool calls in a list',
    'listLlmInteractions',
    changeBody(new RegExp(`^GET /${INTERACTIONS}${SCOPE}$`), ({ items }) => {
      for (const { tool_calls } of items) for (const call of tool_calls) call.arguments = { secret: 'value' };
    }),
  ),
  value(
    'returns a history that does not end with the present',
    'listIssueHistory',
    changeBody(/^GET \/issues\/.+\/history/, ({ items }) => {
      for (const { after } of items) if (after.status) after.status = after.status === 'open' ? 'resolved' : 'open';
    }),
  ),
  value(
    'updates a record before it is created',
    'listAgents',
    changeRecords('aispm-agents', (agent) => {
      agent.updated_at = new Date(Date.parse(agent.created_at) - HOUR).toISOString();
    }),
  ),
  value(
    'ends a run before it starts',
    'listEvaluationRuns',
    changeRecords(RUNS, (run) => {
      if (run.finished_at && run.started_at) {
        run.finished_at = new Date(Date.parse(run.started_at) - 1000).toISOString();
      }
    }),
  ),
  value(
    'returns another sum of affected elements',
    'listIssues',
    changeRecords('issues', (issue) => {
      issue.total_priority_affected_elements += 1;
    }),
  ),
  value(
    'returns a lower severity than the occurrences have',
    'listIssues',
    changeRecords('issues', (issue) => {
      if (issue.definitive_severity === 'critical') issue.definitive_severity = 'low';
    }),
  ),
  value(
    'stops a run without a time',
    'listEvaluationRuns',
    changeRecords(RUNS, (run) => run.status === 'cancelled' && Object.assign(run, { cancel_requested_at: null })),
  ),
];

const STORED = '/client-storage/';

const responseFaults: InjectedFault[] = [
  fault('unknown-id')(
    'returns the reason of another error',
    'getRule',
    changeResponses(
      ({ path }) => path.startsWith('/rules/'),
      ({ status, body }) => status === 404 && Object.assign(body, { reason: 'rate_limit_exceeded' }),
    ),
  ),
  response(
    'returns timestamps with an offset',
    'getAgent',
    changeRecords('aispm-agents', (agent) => {
      agent.updated_at = new Date(Date.parse(agent.updated_at) + 2 * HOUR).toISOString().replace('Z', '+02:00');
    }),
  ),
  response(
    'omits Retry-After of an accepted run',
    'runAgentEvaluation',
    changeResponses(/^POST .+\/run$/, ({ status, headers }) => status === 202 && delete headers['retry-after']),
    { violation: { part: 'header' }, options: write },
  ),
  fault('method')(
    'has no HEAD',
    'listRules',
    changeResponses(/^HEAD /, (head) => Object.assign(head, { status: 404 })),
    { violation: { part: 'status' } },
  ),
  response(
    'drops properties that are null from stored values',
    'getClientStorageEntry',
    changeBody(new RegExp(`^GET ${STORED}`), (body) => {
      if (body.value) body.value = JSON.parse(JSON.stringify(body.value, (_, item) => item ?? undefined));
    }),
    { options: write },
  ),
  response(
    'rounds large numbers of stored values',
    'getClientStorageEntry',
    changeBody(new RegExp(`^GET ${STORED}`), (body) => {
      if (!body.value) return;
      const round = (_: string, item: unknown) => (typeof item === 'number' && item > 1e6 ? Math.fround(item) : item);
      body.value = JSON.parse(JSON.stringify(body.value, round));
    }),
    { options: write },
  ),
  fault('records')(
    'returns the columns of an asset in another order than the list',
    'getAsset',
    changeBody(new RegExp(`^GET /assets${SCOPE}/[^/]+$`), (body) => {
      if (!body.header) return;
      body.header.reverse();
      for (const row of body.rows) row.reverse();
    }),
  ),
  fault('states')(
    'changes the time of the first stop of a scan',
    'stopScan',
    (() => {
      let stops = 0;
      return changeBody(/^POST .+\/scans\/.+\/stop$|^POST \/scans\/.+\/stop$/, (body) => {
        stops += 1;
        if (body.cancel_requested_at) {
          body.cancel_requested_at = new Date(Date.parse(body.cancel_requested_at) + stops * 1000).toISOString();
        }
      });
    })(),
    { options: leaveRecords },
  ),
  response(
    'reports a repeated interaction as stored',
    'ingestLlmInteractions',
    changeBody(new RegExp(`^POST /${INTERACTIONS}`), (body) => {
      body.stored_count += body.duplicate_count;
      body.duplicate_count = 0;
      for (const result of body.results) if (result.status === 'duplicate') result.status = 'stored';
    }),
    { options: leaveRecords },
  ),
  response(
    'drops the filters of a view when its name changes',
    'updateView',
    changeBody(/^PATCH \/views\//, (body) => {
      body.filters = {};
    }),
    { options: write },
  ),
  response(
    'keeps a schedule that is set to null',
    'updateAgentEvaluation',
    (() => {
      let schedule: unknown;
      return changeBody(new RegExp(`^(POST|PATCH) /${ATTACHED}`), (body) => {
        schedule = body.schedule ?? schedule;
        if (schedule) body.schedule = schedule;
      });
    })(),
    { options: write },
  ),
  fault('states')(
    'omits Retry-After of an active scan',
    'getScan',
    changeResponses(/^GET \/scans\/.+/, ({ headers }) => delete headers['retry-after']),
    { violation: { part: 'header' } },
  ),
];

export const recordFaults: InjectedFault[] = [...countFaults, ...valueFaults, ...responseFaults];
