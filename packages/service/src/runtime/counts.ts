/** Counts of interactions by what guardrails did: whole hours from the rollup, the hours at the ends of the window from rows. */
import type {
  AgentGuardrailCounts,
  GuardrailOutcome,
  HourlyGuardrailCounts,
  LlmInteractionAgents,
  LlmInteractionCategories,
  LlmInteractionCounts,
} from '@aispm/types';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { prepared } from '../database/prepared.ts';
import type { Scope } from '../database/scope.ts';
import { categoryOutcomes } from './categories.ts';
import { OUTCOMES } from './outcome.ts';

/** A time window; both ends belong to it. */
export interface CountedWindow {
  start_time: string;
  end_time: string;
}

/** Most categories or agents that an answer names. */
const MOST = 100;

/** The counts of a window, in total and of each of its hours. */
export async function countHours(db: Db, scope: Scope, window: CountedWindow): Promise<LlmInteractionCounts> {
  const [counts] = await prepared(
    db,
    'hours',
    { scope, window },
    ({ scope, window }) => sql<LlmInteractionCounts>`
    WITH counted AS (
      SELECT to_char(hour, 'YYYY-MM-DD"T"HH24:00:00"Z"') AS hour, ${SUMS}
      FROM generate_series(date_trunc('hour', ${window.start_time}::timestamptz, 'UTC'), ${window.end_time}::timestamptz,
        interval '1 hour') AS hour
      LEFT JOIN ${partsOf(scope, window, TOTALS)} USING (hour)
      GROUP BY 1
    )
    SELECT ${sql.join(NAMES.map((name) => sql`sum(${sql.ref(name)})::bigint AS ${sql.ref(name)}`))},
      json_object_agg(hour, json_build_object(
        ${sql.join(NAMES.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}`))}) ORDER BY hour) AS results
    FROM counted`,
  );
  return counts as LlmInteractionCounts;
}

/** The counts of a window by category: all of them, and the categories with the most. */
export async function countCategories(db: Db, scope: Scope, window: CountedWindow): Promise<LlmInteractionCategories> {
  const rows = await prepared(
    db,
    'categories',
    { scope, window },
    ({ scope, window }) => sql<{ everything: HourlyGuardrailCounts } & Omit<LlmInteractionCategories, Outcomes>>`
    WITH counted AS (SELECT category, ${SUMS} FROM ${partsOf(scope, window, CATEGORIES)} GROUP BY category)
    SELECT ${everything(scope, window)}, (SELECT count(*) FROM counted) AS category_count,
      ${listed(sql`SELECT * FROM counted ORDER BY total DESC, category LIMIT ${MOST}`)} AS categories`,
  );
  const { everything: all, ...groups } = rows[0] as (typeof rows)[number];
  return { ...all, ...groups };
}

/** The counts of a window by agent: all of them, the agents with the most, and last the interactions that name none. */
export async function countAgents(db: Db, scope: Scope, window: CountedWindow): Promise<LlmInteractionAgents> {
  const rows = await prepared(
    db,
    'agents',
    { scope, window },
    ({ scope, window }) => sql<
      { everything: HourlyGuardrailCounts; unnamed: AgentGuardrailCounts[] } & Omit<LlmInteractionAgents, Outcomes>
    >`
    WITH counted AS (
      SELECT nullif(agent_id, '') AS agent_id, ${SUMS} FROM ${partsOf(scope, window, AGENTS)} GROUP BY agent_id
    ), named AS (
      SELECT agent_id, aispm_friendly_name, name_order, total, ok, blocked, redacted, alerted FROM counted
      LEFT JOIN objects ON tenant_id = ${scope.tenantId} AND workspace_id = ${scope.workspaceId}
        AND aispm_object_id = agent_id
    )
    SELECT ${everything(scope, window)}, (SELECT count(agent_id) FROM counted) AS agent_count,
      ${listed(sql`SELECT ${NAMED} FROM named WHERE agent_id IS NOT NULL
        ORDER BY total DESC, name_order, agent_id LIMIT ${MOST}`)} AS agents,
      ${listed(sql`SELECT ${NAMED} FROM named WHERE agent_id IS NULL`)} AS unnamed`,
  );
  const { everything: all, agents, unnamed, ...groups } = rows[0] as (typeof rows)[number];
  return { ...all, ...groups, agents: [...agents, ...unnamed] };
}

const NAMED = sql.raw('agent_id, aispm_friendly_name, total, ok, blocked, redacted, alerted');

type Outcomes = keyof HourlyGuardrailCounts;

function everything(scope: Scope, window: CountedWindow): RawBuilder<unknown> {
  return sql`(SELECT row_to_json(sums) FROM (SELECT ${SUMS} FROM ${partsOf(scope, window, TOTALS)}) AS sums) AS everything`;
}

function listed(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT coalesce(json_agg(one), '[]') FROM (${rows}) AS one)`;
}

/** Where counts come from. */
interface Source {
  /** The counts of whole hours. */
  rollup: string;
  /** What they are counted by, besides hour and outcome. */
  group?: string;
  /** The same columns from single interactions. */
  rows(interactions: RawBuilder<unknown>): RawBuilder<unknown>;
}

const TOTALS: Source = { rollup: 'llm_interaction_total_hours', rows: (interactions) => interactions };

const AGENTS: Source = {
  rollup: 'llm_interaction_hours',
  group: 'agent_id',
  rows: (interactions) =>
    sql`(SELECT started_at, coalesce(agent_id, '') AS agent_id, guardrail_outcome FROM ${interactions}) AS one`,
};

const CATEGORIES: Source = {
  rollup: 'llm_interaction_category_hours',
  group: 'category',
  rows: categoryOutcomes,
};

/** Counts by hour, group and outcome; none of them twice, and none left out. */
function partsOf(
  { tenantId, workspaceId }: Scope,
  { start_time, end_time }: CountedWindow,
  { rollup, group, rows }: Source,
): RawBuilder<unknown> {
  const own = sql`tenant_id = ${tenantId} AND workspace_id = ${workspaceId}`;
  const [start, end] = [sql`${start_time}::timestamptz`, sql`${end_time}::timestamptz`];
  // The first hour that begins in the window, and the first that does not end in it; instants are whole milliseconds.
  const first = sql`date_trunc('hour', ${start} + interval '1 hour' - interval '1 microsecond', 'UTC')`;
  const last = sql`date_trunc('hour', ${end} + interval '1 millisecond', 'UTC')`;
  const columns = sql.raw([...(group ? [group] : []), 'guardrail_outcome'].join(', '));
  const between = (condition: RawBuilder<unknown>) => sql`
    SELECT date_trunc('hour', started_at, 'UTC') AS hour, ${columns}, 1 AS interaction_count
    FROM ${rows(sql`(SELECT * FROM llm_interactions WHERE ${own} AND ${condition}) AS edge`)}`;
  return sql`(
    SELECT hour, ${columns}, interaction_count FROM ${sql.table(rollup)}
    WHERE ${own} AND hour >= ${first} AND hour < ${last}
    UNION ALL ${between(sql`started_at >= ${start} AND started_at < ${first} AND started_at <= ${end}`)}
    UNION ALL ${between(sql`started_at >= greatest(${first}, ${last}) AND started_at <= ${end}`)}
  ) AS part`;
}

function sumOf(outcome: GuardrailOutcome): RawBuilder<unknown> {
  return sql`coalesce(sum(interaction_count) FILTER (WHERE guardrail_outcome = ${sql.lit(outcome)}), 0)::bigint
    AS ${sql.ref(outcome.toLowerCase())}`;
}

/** The columns of counts. */
const NAMES = ['total', ...Object.values(OUTCOMES).map((outcome) => outcome.toLowerCase())];

const SUMS = sql.join([
  sql`coalesce(sum(interaction_count), 0)::bigint AS total`,
  ...(Object.values(OUTCOMES) as GuardrailOutcome[]).map(sumOf),
]);
