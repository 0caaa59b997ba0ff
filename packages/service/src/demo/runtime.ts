/** The interactions of the story, with their counts by hour. */
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { json } from '../database/json.ts';
import { contents, type Keys, story } from './story.ts';

/** Writes interactions and what is counted of them. */
export async function seedRuntime(db: Db, keys: Keys): Promise<void> {
  const interactions = story.interactions.map((one) => ({ ...one, ...contents.get(one.llm_interaction_id) }));
  for (const { started_at } of interactions)
    await sql`SELECT aispm_ensure_month(${started_at}::timestamptz)`.execute(db);
  await db
    .insertInto('llm_interactions')
    .values(
      interactions.map(({ input_messages, output_messages, tool_calls, guardrail_results, ...interaction }) => {
        const categories = guardrail_results.map(({ category }) => category);
        const detected = guardrail_results.filter((one) => one.detected).map(({ category }) => category);
        return {
          ...keys,
          ...interaction,
          input_messages: input_messages && (json(input_messages) as never),
          output_messages: output_messages && (json(output_messages) as never),
          tool_calls: json(tool_calls) as never,
          guardrail_results: json(guardrail_results) as never,
          tool_names: [...new Set(tool_calls.map(({ tool_name }) => tool_name))],
          detected_categories: [...new Set(detected)],
          categories: [...new Set(categories)],
        };
      }),
    )
    .execute();
  await db
    .insertInto('llm_interaction_keys')
    .values(interactions.map(({ llm_interaction_id, started_at }) => ({ ...keys, llm_interaction_id, started_at })))
    .execute();
  await db
    .insertInto('llm_interaction_spans')
    .values(
      interactions.flatMap(({ llm_interaction_id, trace_id, span_id }) =>
        trace_id && span_id ? [{ ...keys, llm_interaction_id, trace_id, span_id }] : [],
      ),
    )
    .execute();
  const own = sql`tenant_id = ${keys.tenant_id} AND workspace_id = ${keys.workspace_id}`;
  const hour = sql`date_trunc('hour', started_at, 'UTC')`;
  await sql`
    INSERT INTO llm_interaction_hours
    SELECT tenant_id, workspace_id, ${hour}, coalesce(agent_id, ''), guardrail_outcome, count(*)
    FROM llm_interactions WHERE ${own} GROUP BY 1, 2, 3, 4, 5`.execute(db);
  await sql`
    INSERT INTO llm_interaction_category_hours
    SELECT tenant_id, workspace_id, ${hour}, category, guardrail_outcome, count(*)
    FROM llm_interactions, unnest(categories) AS category WHERE ${own} GROUP BY 1, 2, 3, 4, 5`.execute(db);
}
