/** Counts of interactions by what guardrails did: whole hours and minutes from rollups, what is left at the ends of the window from rows. */
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
      SELECT hour, ${SUMS}
      FROM generate_series(date_trunc('hour', ${window.start_time}::timestamptz, 'UTC'), ${window.end_time}::timestamptz,
        interval '1 hour') AS hour
      LEFT JOIN ${partsOf(scope, window, TOTALS)} USING (hour)
      GROUP BY hour
    )
    SELECT ${sql.join(NAMES.map((name) => sql`sum(${sql.ref(name)})::bigint AS ${sql.ref(name)}`))},
      json_object_agg(to_char(hour, 'YYYY-MM-DD"T"HH24:00:00"Z"'), json_build_object(
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
  hours: string;
  /** The counts of whole minutes; without them parts of hours are counted from rows. */
  minutes?: string;
  /** What they are counted by, besides hour and outcome. */
  group?: string;
  /** The same columns from single interactions. */
  rows(interactions: RawBuilder<unknown>): RawBuilder<unknown>;
}

const TOTALS: Source = {
  hours: 'llm_interaction_total_hours',
  minutes: 'llm_interaction_total_minutes',
  rows: (interactions) => interactions,
};

const AGENTS: Source = {
  hours: 'llm_interaction_hours',
  group: 'agent_id',
  rows: (interactions) =>
    sql`(SELECT started_at, coalesce(agent_id, '') AS agent_id, guardrail_outcome FROM ${interactions}) AS one`,
};

const CATEGORIES: Source = {
  hours: 'llm_interaction_category_hours',
  group: 'category',
  rows: categoryOutcomes,
};

/** Counts by hour, group and outcome; none of them twice, and none left out. */
function partsOf(
  { tenantId, workspaceId }: Scope,
  window: CountedWindow,
  { hours, minutes, group, rows }: Source,
): RawBuilder<unknown> {
  const own = sql`tenant_id = ${tenantId} AND workspace_id = ${workspaceId}`;
  const [start, end] = [sql`${window.start_time}::timestamptz`, sql`${window.end_time}::timestamptz`];
  const [hour, minute] = [wholeUnits('hour', start, end), wholeUnits('minute', start, end)];
  const columns = sql.raw([...(group ? [group] : []), 'guardrail_outcome'].join(', '));
  const inHour = (instant: string) => sql`date_trunc('hour', ${sql.ref(instant)}, 'UTC') AS hour, ${columns}`;
  const ofMinutes = (table: string, from: RawBuilder<unknown>, to: RawBuilder<unknown>) => sql`
    SELECT ${inHour('minute')}, interaction_count FROM ${sql.table(table)}
    WHERE ${own} AND minute >= ${from} AND minute < ${to}`;
  const ofRows = (condition: RawBuilder<unknown>) => sql`
    SELECT ${inHour('started_at')}, 1 AS interaction_count
    FROM ${rows(sql`(SELECT * FROM llm_interactions WHERE ${own} AND started_at <= ${end} AND ${condition}) AS edge`)}`;
  const finest = minutes ? minute : hour;
  const parts = [
    sql`SELECT hour, ${columns}, interaction_count FROM ${sql.table(hours)}
      WHERE ${own} AND hour >= ${hour.first} AND hour < ${hour.end}`,
    ...(minutes
      ? [
          ofMinutes(minutes, minute.first, sql`least(${hour.first}, ${minute.end})`),
          ofMinutes(minutes, sql`greatest(${hour.first}, ${hour.end})`, minute.end),
        ]
      : []),
    ofRows(sql`started_at >= ${start} AND started_at < ${finest.first}`),
    ofRows(sql`started_at >= greatest(${finest.first}, ${finest.end})`),
  ];
  return sql`(${sql.join(parts, sql` UNION ALL `)}) AS part`;
}

/**
 * The first hour or minute that begins in the window, and the first from there on that does not end in it; when there is no whole
 * one, the second may be the earlier. Instants are whole milliseconds.
 */
function wholeUnits(unit: 'hour' | 'minute', start: RawBuilder<unknown>, end: RawBuilder<unknown>) {
  const [name, length] = [sql.lit(unit), sql.raw(`interval '1 ${unit}'`)];
  return {
    first: sql`date_trunc(${name}, ${start} + ${length} - interval '1 microsecond', 'UTC')`,
    end: sql`date_trunc(${name}, ${end} + interval '1 millisecond', 'UTC')`,
  };
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
