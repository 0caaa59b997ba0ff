/** Generates the evaluations of agents. */
import { getScoreInterval } from '../../bundled/domain.ts';
import type { JsonObject } from '../../bundled/openapi.ts';
import { DAY_MS, formatAgo, type Generation, MINUTE_MS, recordsOf, templateOf, templatesOf } from './context.ts';

/** One in this many runs is queued, and one is running. */
const ACTIVE_CYCLE = 25;

/** Attaches an evaluation with one run to each agent. */
export function addEvaluations(generation: Generation): void {
  const catalogue = templatesOf(generation, 'listEvaluations').filter(({ num_prompts }) => num_prompts >= 60);
  const attached: JsonObject[] = [];
  const runs: JsonObject[] = [];
  for (const [index, agent] of recordsOf(generation, 'listAgents').entries()) {
    const evaluation = catalogue[index % catalogue.length];
    if (!evaluation) break;
    const id = generation.random.uuid();
    const run = createRun(generation, {
      agent_evaluation_id: id,
      evaluation_id: evaluation.id,
      agent_id: agent.aispm_object_id,
      total: evaluation.num_prompts,
      active: ['queued', 'running'][(index % ACTIVE_CYCLE) - 2],
    });
    runs.push(run);
    const { created_at, started_at, finished_at, summary, score } = run;
    attached.push({
      ...templateOf(generation, 'listAgentEvaluations', 0),
      id,
      agent_id: agent.aispm_object_id,
      evaluation_id: evaluation.id,
      evaluation_name: evaluation.name,
      name: `${evaluation.name}, ${agent.aispm_friendly_name}`,
      run_requested: run.status === 'queued',
      created_at,
      updated_at: created_at,
      latest_run_id: run.id,
      latest_run_status: run.status,
      latest_run_progress: run.progress,
      latest_run_started_at: started_at,
      latest_run_finished_at: finished_at,
      latest_run_cancel_requested: false,
      latest_run_summary: summary,
      latest_scored_run_id: summary === null ? null : run.id,
      latest_scored_run_finished_at: summary === null ? null : finished_at,
      latest_scored_run_summary: summary,
      score_trend: score === null ? [] : [score],
    });
  }
  generation.lists.listAgentEvaluations = attached;
  generation.lists.listEvaluationRuns = runs;
}

/** @param active the status of a run that has not ended */
function createRun(
  generation: Generation,
  { total, active, ...ids }: { total: number; active: string | undefined } & JsonObject,
): JsonObject {
  const templates = templatesOf(generation, 'listEvaluationRuns');
  const ofStatus = (status: string): JsonObject => templates.find((run) => run.status === status) ?? {};
  const drawn = generation.random.next();
  const { failedRunShare } = generation.options.mix;
  if (active !== undefined) return createActiveRun(generation, ofStatus(active), ids);
  const status = drawn < failedRunShare ? 'failed' : drawn > 0.98 ? 'cancelled' : 'completed';
  const template = ofStatus(status);
  const finished = generation.random.next() * 30 * DAY_MS;
  const times = {
    created_at: formatAgo(generation, finished + 35 * MINUTE_MS),
    started_at: formatAgo(generation, finished + 34 * MINUTE_MS),
    finished_at: formatAgo(generation, finished),
    updated_at: formatAgo(generation, finished),
    cancel_requested_at: template.cancel_requested_at === null ? null : formatAgo(generation, finished + MINUTE_MS),
  };
  const summary = template.summary === null ? null : createSummary(generation, template.summary as JsonObject, total);
  return {
    ...template,
    ...ids,
    ...times,
    id: generation.random.uuid(),
    summary,
    score: summary ? summary.score : null,
  };
}

/** Creates a run that was started a few minutes ago. */
function createActiveRun(generation: Generation, template: JsonObject, ids: JsonObject): JsonObject {
  const created = (2 + generation.random.integer(8)) * MINUTE_MS;
  const isStarted = template.started_at !== null;
  const times = {
    created_at: formatAgo(generation, created),
    started_at: isStarted ? formatAgo(generation, created - MINUTE_MS) : null,
    updated_at: formatAgo(generation, isStarted ? MINUTE_MS / 2 : created),
    cancel_requested_at: template.cancel_requested_at === null ? null : formatAgo(generation, MINUTE_MS / 2),
  };
  return { ...template, ...ids, ...times, id: generation.random.uuid() };
}

/** Creates a consistent summary: all categories have the same size. */
function createSummary(generation: Generation, template: JsonObject, total: number): JsonObject {
  const names = Object.keys((template.by_category ?? {}) as JsonObject);
  const size = total / names.length;
  const round = (value: number) => Math.round(value * 100) / 100;
  const counts = names.map(() => {
    const errored = generation.random.integer(3);
    const passed = Math.floor((size - errored) * (0.6 + 0.4 * generation.random.next()));
    return { passed, errored, failed: size - errored - passed };
  });
  const sum = (name: 'passed' | 'failed' | 'errored') => counts.reduce((all, one) => all + one[name], 0);
  const by_category = Object.fromEntries(
    counts.map(({ passed, failed }, index) => [names[index], round(passed / (passed + failed))]),
  );
  const [passed, failed, errored] = [sum('passed'), sum('failed'), sum('errored')];
  return {
    ...template,
    score: round(passed / (passed + failed)),
    score_interval: getScoreInterval(passed, failed),
    total,
    passed,
    failed,
    errored,
    by_category,
  };
}
