/** The outcome of an interaction for one category of guardrails. */

import { OUTCOMES } from '@aispm/domain';
import { type RawBuilder, sql } from 'kysely';

const ACTIONS = sql.raw(`ARRAY[${Object.keys(OUTCOMES).map((action) => `'${action}'`)}]`);
const OUTCOME_NAMES = sql.raw(`ARRAY[${Object.values(OUTCOMES).map((outcome) => `'${outcome}'`)}]`);

/**
 * Returns one row for each interaction and category of its guardrails: `started_at`, `category`, and the
 * `guardrail_outcome` of the strongest action of that category.
 *
 * @param interactions rows with `started_at`, `categories` and `guardrail_results`
 */
export function categoryOutcomes(interactions: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    SELECT started_at, category, (${OUTCOME_NAMES})[(
      SELECT max(array_position(${ACTIONS}, result ->> 'action'))
      FROM json_array_elements(guardrail_results) AS result WHERE result ->> 'category' = category
    )] AS guardrail_outcome
    FROM ${interactions}, unnest(categories) AS category) AS category_outcome`;
}
