/**
 * Counts interactions by outcome: complete days, hours and minutes from stored counts, the remainder at both ends of the window
 * from rows.
 */

import { OUTCOMES } from '@aispm/domain';
import type {
  AgentGuardrailCounts,
  GuardrailOutcome,
  HourlyGuardrailCounts,
  LlmInteractionAgents,
  LlmInteractionCategories,
  LlmInteractionCounts,
} from '@aispm/types';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { runPrepared } from '../../platform/database/prepared.ts';
import { inWorkspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { categoryOutcomes } from './category-outcomes.ts';

/** A time window; both ends are inclusive. */
export interface CountedWindow {
  start_time: string;
  end_time: string;
}

/** Maximum number of categories or agents in a response. */
const MAX_GROUPS = 100;

/** Counts the interactions of a window, in total and in each of its hours. */
export async function countHours(db: Db, scope: Scope, window: CountedWindow): Promise<LlmInteractionCounts> {
  const [counts] = await runPrepared(
    db,
    'hours',
    { scope, window },
    ({ scope, window }) => sql<LlmInteractionCounts>`
    WITH counted AS (
      SELECT hour, ${SUMS}
      FROM generate_series(date_trunc('hour', ${window.start_time}::timestamptz, 'UTC'), ${window.end_time}::timestamptz,
        interval '1 hour') AS hour
      LEFT JOIN ${countParts(scope, window, TOTALS)} USING (hour)
      GROUP BY hour
    )
    SELECT ${sql.join(COUNT_NAMES.map((name) => sql`sum(${sql.ref(name)})::bigint AS ${sql.ref(name)}`))},
      json_object_agg(to_char(hour, 'YYYY-MM-DD"T"HH24:00:00"Z"'), json_build_object(
        ${sql.join(COUNT_NAMES.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}`))}) ORDER BY hour) AS results
    FROM counted`,
  );
  return counts as LlmInteractionCounts;
}

/** Counts the interactions of a window by category: the total, and the categories with the most interactions. */
export async function countCategories(db: Db, scope: Scope, window: CountedWindow): Promise<LlmInteractionCategories> {
  const rows = await runPrepared(
    db,
    'categories',
    { scope, window },
    ({ scope, window }) => sql<{ totals: HourlyGuardrailCounts } & Omit<LlmInteractionCategories, Outcomes>>`
    WITH counted AS (SELECT category, ${SUMS} FROM ${countParts(scope, window, CATEGORIES)} GROUP BY category)
    SELECT ${sumTotals(scope, window)}, (SELECT count(*) FROM counted) AS category_count,
      ${jsonList(sql`SELECT * FROM counted ORDER BY total DESC, category LIMIT ${MAX_GROUPS}`)} AS categories`,
  );
  const { totals, ...groups } = rows[0] as (typeof rows)[number];
  return { ...totals, ...groups };
}

/**
 * Counts the interactions of a window by agent: the total, the agents with the most interactions, and last the
 * interactions without an agent.
 */
export async function countAgents(db: Db, scope: Scope, window: CountedWindow): Promise<LlmInteractionAgents> {
  const rows = await runPrepared(
    db,
    'agents',
    { scope, window },
    ({ scope, window }) => sql<
      { totals: HourlyGuardrailCounts; unnamed: AgentGuardrailCounts[] } & Omit<LlmInteractionAgents, Outcomes>
    >`
    WITH counted AS (
      SELECT nullif(agent_id, '') AS agent_id, ${SUMS} FROM ${countParts(scope, window, AGENTS)} GROUP BY agent_id
    ), busiest AS (
      SELECT * FROM counted WHERE agent_id IS NOT NULL ORDER BY total DESC FETCH FIRST ${sql.lit(MAX_GROUPS)} ROWS WITH TIES
    ), named AS (
      SELECT agent_id, aispm_friendly_name, total, ok, blocked, redacted, alerted FROM busiest
      LEFT JOIN objects ON ${inWorkspace('objects', scope)} AND aispm_object_id = agent_id
      ORDER BY total DESC, name_order, agent_id LIMIT ${sql.lit(MAX_GROUPS)}
    )
    SELECT ${sumTotals(scope, window)}, (SELECT count(agent_id) FROM counted) AS agent_count,
      ${jsonList(sql`TABLE named`)} AS agents,
      ${jsonList(sql`SELECT agent_id, NULL AS aispm_friendly_name, total, ok, blocked, redacted, alerted FROM counted
        WHERE agent_id IS NULL`)} AS unnamed`,
  );
  const { totals, agents, unnamed, ...groups } = rows[0] as (typeof rows)[number];
  return { ...totals, ...groups, agents: [...agents, ...unnamed] };
}

type Outcomes = keyof HourlyGuardrailCounts;

function sumTotals(scope: Scope, window: CountedWindow): RawBuilder<unknown> {
  return sql`(SELECT row_to_json(sums) FROM (SELECT ${SUMS} FROM ${countParts(scope, window, TOTALS)}) AS sums) AS totals`;
}

function jsonList(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT coalesce(json_agg(listed), '[]') FROM (${rows}) AS listed)`;
}

/** A unit of time by which interactions are counted. */
type Unit = 'day' | 'hour' | 'minute';

/** The views of one type of counts. */
interface CountSource {
  /**
   * The views with the counts of complete units, longest unit first. The remainder at both ends of a window is counted from
   * rows.
   */
  views: readonly { unit: Unit; view: string }[];
  /** Column by which they're counted, in addition to time and outcome. */
  group?: string;
  /** Returns the same columns for single interactions. */
  rows(interactions: RawBuilder<unknown>): RawBuilder<unknown>;
}

const TOTALS: CountSource = {
  views: [
    { unit: 'hour', view: 'current_llm_interaction_total_hours' },
    { unit: 'minute', view: 'current_llm_interaction_total_minutes' },
  ],
  rows: (interactions) => interactions,
};

const AGENTS: CountSource = {
  views: [
    { unit: 'day', view: 'current_llm_interaction_days' },
    { unit: 'hour', view: 'current_llm_interaction_hours' },
  ],
  group: 'agent_id',
  rows: (interactions) =>
    sql`(SELECT started_at, coalesce(agent_id, '') AS agent_id, guardrail_outcome FROM ${interactions}) AS interaction`,
};

const CATEGORIES: CountSource = {
  views: [
    { unit: 'day', view: 'current_llm_interaction_category_days' },
    { unit: 'hour', view: 'current_llm_interaction_category_hours' },
  ],
  group: 'category',
  rows: categoryOutcomes,
};

/** Returns counts by group and outcome that together cover the window exactly once, each with the hour in which it starts. */
function countParts(scope: Scope, window: CountedWindow, { views, group, rows }: CountSource): RawBuilder<unknown> {
  const [start, end] = [sql`${window.start_time}::timestamptz`, sql`${window.end_time}::timestamptz`];
  const columns = sql.raw([...(group ? [group] : []), 'guardrail_outcome'].join(', '));
  const toHour = (timestamp: string) => sql`date_trunc('hour', ${sql.ref(timestamp)}, 'UTC') AS hour, ${columns}`;
  const parts: RawBuilder<unknown>[] = [];
  let covered: Period | undefined;
  for (const { unit, view } of views) {
    const complete = completeUnits(unit, start, end);
    for (const { first, end } of subtract(complete, covered)) {
      parts.push(sql`SELECT ${toHour(unit)}, interaction_count FROM ${sql.table(view)}
        WHERE ${inWorkspace(view, scope)} AND ${sql.ref(unit)} >= ${first} AND ${sql.ref(unit)} < ${end}`);
    }
    covered = complete;
  }
  // The end of the window is inclusive.
  const all = { first: start, end: sql`${end} + interval '1 microsecond'` };
  for (const { first, end } of subtract(all, covered)) {
    parts.push(
      sql`SELECT ${toHour('started_at')}, 1 AS interaction_count FROM ${rows(sql`(
      SELECT * FROM llm_interactions WHERE ${inWorkspace('llm_interactions', scope)}
        AND started_at >= ${first} AND started_at < ${end}) AS remainder`)}`,
    );
  }
  return sql`(${sql.join(parts, sql` UNION ALL `)}) AS part`;
}

/** A period from one timestamp up to, but excluding, another; empty if that isn't later. */
interface Period {
  first: RawBuilder<unknown>;
  end: RawBuilder<unknown>;
}

/** Returns the remainders of a period before and after another one, which is within it or empty. */
function subtract(all: Period, part: Period | undefined): Period[] {
  if (!part) return [all];
  return [
    { first: all.first, end: sql`least(${part.first}, ${all.end})` },
    { first: sql`greatest(${part.first}, ${part.end})`, end: all.end },
  ];
}

/**
 * Returns the period of units that start and end in the window. If there are none, the end may precede the start. Timestamps
 * have millisecond precision.
 */
function completeUnits(unit: Unit, start: RawBuilder<unknown>, end: RawBuilder<unknown>): Period {
  const [name, length] = [sql.lit(unit), sql.raw(`interval '1 ${unit}'`)];
  return {
    first: sql`date_trunc(${name}, ${start} + ${length} - interval '1 microsecond', 'UTC')`,
    end: sql`date_trunc(${name}, ${end} + interval '1 millisecond', 'UTC')`,
  };
}

function sumOutcome(outcome: GuardrailOutcome): RawBuilder<unknown> {
  return sql`coalesce(sum(interaction_count) FILTER (WHERE guardrail_outcome = ${sql.lit(outcome)}), 0)::bigint
    AS ${sql.ref(outcome.toLowerCase())}`;
}

/** The names of the counted columns. */
const COUNT_NAMES = ['total', ...Object.values(OUTCOMES).map((outcome) => outcome.toLowerCase())];

const SUMS = sql.join([
  sql`coalesce(sum(interaction_count), 0)::bigint AS total`,
  ...(Object.values(OUTCOMES) as GuardrailOutcome[]).map(sumOutcome),
]);
