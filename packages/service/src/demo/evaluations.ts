/** The evaluations of the story, and the runs that have ended. */
import type { Db } from '../database/dialect.ts';
import { json } from '../database/json.ts';
import { resultsOf } from './run-results.ts';
import { type Keys, story } from './story.ts';

/** Writes catalogue, attached evaluations and runs; agents have to be there. */
export async function seedEvaluations(db: Db, keys: Keys): Promise<void> {
  await db
    .insertInto('evaluations')
    .values(
      story.evaluations.map(({ config, tags, ...evaluation }) => ({
        ...keys,
        ...evaluation,
        config: json(config) as never,
        tags: json(tags) as never,
      })),
    )
    // The built-in ones may be there already.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const runs = story.runs.filter(({ finished_at }) => finished_at !== null);
  await db
    .insertInto('agent_evaluations')
    .values(
      story.agentEvaluations.map((attached) => {
        const latest = runs
          .filter(({ agent_evaluation_id }) => agent_evaluation_id === attached.id)
          .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))[0];
        return {
          ...keys,
          id: attached.id,
          agent_id: attached.agent_id,
          evaluation_id: attached.evaluation_id,
          name: attached.name,
          config: json(attached.config) as never,
          // Nothing runs by itself: the agents of the story cannot be reached.
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
  const configs = new Map(story.agentEvaluations.map(({ id, config }) => [id, config]));
  await db
    .insertInto('evaluation_runs')
    .values(
      runs.map(({ cancel_requested, summary, ...run }) => ({
        ...keys,
        ...run,
        summary: summary && (json(summary) as never),
        config: json(configs.get(run.agent_evaluation_id) ?? {}) as never,
      })),
    )
    .execute();
  await db
    .insertInto('evaluation_run_results')
    .values(
      runs.flatMap(resultsOf).map(({ conversation, ...result }) => ({
        ...keys,
        ...result,
        conversation: conversation && (json(conversation) as never),
      })),
    )
    .execute();
}
