/** Seeds the evaluations of the sample data, and its ended runs. */
import type { EvaluationRun } from '@aispm/types';
import type { Db } from '../platform/database/dialect.ts';
import { json } from '../platform/database/json.ts';
import { listRunResults } from './run-results.ts';
import type { Keys, SampleData } from './sample-data.ts';

/** Inserts the catalogue, the attached evaluations, and their runs and results. The agents must exist. */
export async function seedEvaluations(db: Db, keys: Keys, sampleData: SampleData): Promise<void> {
  const runs = sampleData.runs.filter(({ finished_at }) => finished_at !== null);
  await insertCatalogue(db, keys, sampleData);
  await insertAgentEvaluations(db, keys, sampleData, runs);
  await insertRuns(db, keys, sampleData, runs);
}

async function insertCatalogue(db: Db, keys: Keys, sampleData: SampleData): Promise<void> {
  await db
    .insertInto('evaluations')
    .values(
      sampleData.evaluations.map(({ config, tags, ...evaluation }) => ({
        ...keys,
        ...evaluation,
        config: json(config),
        tags: json(tags),
      })),
    )
    // The built-in ones may exist already.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function insertAgentEvaluations(
  db: Db,
  keys: Keys,
  sampleData: SampleData,
  runs: readonly EvaluationRun[],
): Promise<void> {
  const findLatestRun = (id: string) =>
    runs
      .filter(({ agent_evaluation_id }) => agent_evaluation_id === id)
      .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))[0];
  await db
    .insertInto('agent_evaluations')
    .values(
      sampleData.agentEvaluations.map((attached) => {
        const latest = findLatestRun(attached.id);
        return {
          ...keys,
          id: attached.id,
          agent_id: attached.agent_id,
          evaluation_id: attached.evaluation_id,
          name: attached.name,
          config: json(attached.config),
          // No scheduled runs, because the demo shouldn't change by itself.
          schedule: null,
          weight: attached.weight,
          latest_run_id: latest?.id ?? null,
          latest_run_status: latest?.status ?? null,
          created_at: attached.created_at,
          updated_at: attached.updated_at,
        };
      }),
    )
    .execute();
}

async function insertRuns(db: Db, keys: Keys, sampleData: SampleData, runs: readonly EvaluationRun[]): Promise<void> {
  const configs = new Map(sampleData.agentEvaluations.map(({ id, config }) => [id, config]));
  await db
    .insertInto('evaluation_runs')
    .values(
      runs.map(({ cancel_requested, summary, ...run }) => ({
        ...keys,
        ...run,
        summary: summary && json(summary),
        config: json(configs.get(run.agent_evaluation_id) ?? {}),
      })),
    )
    .execute();
  await db
    .insertInto('evaluation_run_results')
    .values(
      runs
        .flatMap((run) => listRunResults(run, sampleData))
        .map(({ conversation, ...result }) => ({
          ...keys,
          ...result,
          conversation: conversation && json(conversation),
        })),
    )
    .execute();
}
