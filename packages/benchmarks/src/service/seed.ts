/** Fills a workspace with copies of the records of the sample data; every run creates the same ones. */
import { type RawBuilder, sql } from 'kysely';
import { ensureWorkspace } from '../../../apps/service/src/composition/workspaces.ts';
import { SAMPLE_WORKSPACE } from '../../../apps/service/src/demo/sample-data.ts';
import { seedSampleData } from '../../../apps/service/src/demo/seed.ts';
import type { Database } from '../../../apps/service/src/platform/database/database.ts';
import type { Db } from '../../../apps/service/src/platform/database/dialect.ts';

/** Number of records. */
export interface Scale {
  objects: number;
  occurrences: number;
  /** Interactions in the hourly counts. */
  interactions: number;
}

export const WORKSPACE = { tenantId: 'bench', workspaceId: 'main' };
/** The counted window: 31 days that start and end in the middle of an hour. */
export const WINDOW = { start_time: '2026-09-01T00:30:00Z', end_time: '2026-10-02T00:30:00Z' };

const RULES = 200;
const AGENTS_WITH_CALLS = 100;
/** Percentage of the objects of each type. */
const SHARES = { agent: 20, model: 5, tool: 50, mcp_server: 10, asset: 1, location: 14 } as const;

const KEYS = sql`'bench', 'main'`;
const IN_STORY = sql`tenant_id = ${sql.lit(SAMPLE_WORKSPACE.tenantId)} AND workspace_id = ${sql.lit(SAMPLE_WORKSPACE.workspaceId)}`;
const IN_BENCH = sql`tenant_id = 'bench' AND workspace_id = 'main'`;

/** Writes all records, which takes minutes at full scale. */
export async function seed(database: Database, scale: Scale): Promise<void> {
  await seedSampleData(database);
  await ensureWorkspace(database, WORKSPACE);
  await database.system(async (db, connection) => {
    await connection.execute(`SET statement_timeout = 0; SET session_replication_role = replica; SET work_mem = '256MB';
      SET maintenance_work_mem = '512MB'`);
    await objects(db, scale.objects);
    await findings(db, scale);
    await interactions(db, scale.interactions);
    await connection.execute('RESET session_replication_role; ANALYZE; CHECKPOINT');
  });
}

async function objects(db: Db, total: number): Promise<void> {
  for (const [type, share] of Object.entries(SHARES)) {
    await multiply(db, 'objects', Math.round((total * share) / 100), sql`object_type = ${sql.lit(type)}`, {
      aispm_object_id: sql`${sql.lit(type)} || '-' || n`,
      stable_key: sql`${sql.lit(type)} || ':' || n`,
      aispm_friendly_name: sql`initcap(${sql.lit(type)}) || ' ' || md5(n::text)`,
      updated_at: sql`'2026-09-01T00:00:00Z'::timestamptz + n * interval '1 second'`,
    });
  }
  await sql`DELETE FROM object_counts WHERE ${IN_BENCH}`.execute(db);
  await sql`INSERT INTO object_counts SELECT tenant_id, workspace_id, object_type, count(*) FROM objects
    WHERE ${IN_BENCH} AND lifecycle_status <> 'deleted' GROUP BY 1, 2, 3`.execute(db);
}

async function findings(db: Db, { objects: total, occurrences }: Scale): Promise<void> {
  const severity = (n: RawBuilder<unknown>) =>
    sql`(ARRAY['critical', 'high', 'medium', 'medium', 'low', 'low', 'info', 'high'])[1 + (${n} % 8)]`;
  await multiply(db, 'rules', RULES, sql`true`, {
    rule_id: sql`'rule-' || n`,
    rule_name: sql`'Rule ' || n`,
    severity: severity(sql`n`),
  });
  await multiply(db, 'issues', RULES, sql`true`, {
    issue_id: sql`'issue-' || n`,
    rule_id: sql`'rule-' || n`,
    definitive_severity: severity(sql`n`),
    status: sql`'open'`,
    resolved_at: sql`NULL::timestamptz`,
  });
  await sql`INSERT INTO issue_periods (tenant_id, workspace_id, issue_id, opened_at)
    SELECT tenant_id, workspace_id, issue_id, first_seen_at FROM issues WHERE ${IN_BENCH}`.execute(db);
  // Half of the objects are tools, with all occurrences: four of each issue of a tool.
  const tools = Math.round((total * SHARES.tool) / 100);
  const indexes = await dropIndexes(db, 'fine_grained_issues');
  await multiply(db, 'fine_grained_issues', occurrences, sql`location_id IS NOT NULL`, {
    fine_grained_issue_id: sql`'occurrence-' || lpad(n::text, 8, '0')`,
    issue_id: sql`'issue-' || (${issueNumber(tools)})`,
    rule_id: sql`'rule-' || (${issueNumber(tools)})`,
    fingerprint: sql`md5(n::text)`,
    aispm_object_id: sql`'tool-' || (n % ${sql.lit(tools)})`,
    aispm_friendly_name: sql`'Tool ' || md5((n % ${sql.lit(tools)})::text)`,
    object_type: sql`'tool'`,
    asset_id: sql`'asset-' || (n % ${sql.lit(Math.max(1, Math.round(total / 100)))})`,
    location_id: sql`'location-' || (n % ${sql.lit(Math.max(1, Math.round((total * SHARES.location) / 100)))})`,
    definitive_severity: severity(issueNumber(tools)),
    status: sql`'open'`,
    resolved_at: sql`NULL::timestamptz`,
    first_seen_at: sql`'2026-09-01T00:00:00Z'::timestamptz + n * interval '2 seconds'`,
    last_seen_at: sql`'2026-10-01T00:00:00Z'::timestamptz + n * interval '1 second'`,
  });
  for (const index of indexes) await sql.raw(index).execute(db);
  await sql`ANALYZE`.execute(db);
  const count = (level: string) => sql.raw(`count(*) FILTER (WHERE definitive_severity = '${level}')`);
  await sql`
    INSERT INTO issue_elements (tenant_id, workspace_id, issue_id, role, aispm_object_id, object_type, occurrence_count,
      critical_count, high_count, medium_count, low_count, info_count, active_critical_count, active_high_count)
    SELECT ${KEYS}, issue_id, 'object', aispm_object_id, object_type, count(*), ${count('critical')}, ${count('high')},
      ${count('medium')}, ${count('low')}, ${count('info')}, ${count('critical')}, ${count('high')}
    FROM fine_grained_issues WHERE ${IN_BENCH} GROUP BY issue_id, aispm_object_id, object_type`.execute(db);
  await sql`ANALYZE issue_elements`.execute(db);
  await sql`INSERT INTO issue_counts
    SELECT tenant_id, workspace_id, object_type, issue_id, sum(critical_count), sum(high_count), sum(unresolved_count)
    FROM issue_elements WHERE ${IN_BENCH} GROUP BY 1, 2, 3, 4`.execute(db);
  await sql`
    UPDATE issues SET fine_grained_issue_count = found.occurrences, total_affected_elements = found.elements,
      critical_element_count = found.critical, high_element_count = found.high
    FROM (SELECT issue_id, sum(unresolved_count) AS occurrences, count(*) AS elements,
        count(*) FILTER (WHERE active_critical_count > 0) AS critical, count(*) FILTER (WHERE active_high_count > 0) AS high
      FROM issue_elements WHERE ${IN_BENCH} GROUP BY 1) AS found
    WHERE ${IN_BENCH} AND issues.issue_id = found.issue_id`.execute(db);
  await sql`
    UPDATE objects SET total_issues_count = found.total, critical_issues_count = found.critical,
      high_issues_count = found.high, max_definitive_severity = (ARRAY['info', 'low', 'medium', 'high', 'critical'])[found.worst],
      critical_occurrence_count = found.critical_occurrences, high_occurrence_count = found.high_occurrences
    FROM (SELECT aispm_object_id, count(*) AS total, count(*) FILTER (WHERE severity_rank = 5) AS critical,
        count(*) FILTER (WHERE severity_rank = 4) AS high, max(severity_rank) AS worst,
        sum(critical_count) AS critical_occurrences, sum(high_count) AS high_occurrences
      FROM issue_elements WHERE ${IN_BENCH} GROUP BY 1) AS found
    WHERE ${IN_BENCH} AND objects.aispm_object_id = found.aispm_object_id`.execute(db);
}

/** Returns an expression for the number of the issue of occurrence `n`. */
function issueNumber(tools: number): RawBuilder<unknown> {
  return sql`((n % ${sql.lit(tools)}) * 7 + n / ${sql.lit(tools)} / 4) % ${sql.lit(RULES)}`;
}

/** Writes counts for every hour in and around the window; the hours at its ends also have interactions. */
async function interactions(db: Db, total: number): Promise<void> {
  const outcome = sql`(ARRAY['OK', 'OK', 'OK', 'ALERTED', 'REDACTED', 'BLOCKED'])[1 + (n % 6)]`;
  const hours = 31 * 24;
  const perHour = Math.floor(total / (hours + 1));
  await sql`SELECT aispm_ensure_month(month) FROM unnest(ARRAY['2026-09-01', '2026-10-01']::timestamptz[]) AS month`.execute(
    db,
  );
  await multiply(db, 'llm_interactions', 2 * perHour, sql`true`, {
    llm_interaction_id: sql`'call-' || n`,
    agent_id: sql`'agent-' || (n % ${sql.lit(AGENTS_WITH_CALLS)})`,
    started_at: sql`date_trunc('hour', CASE WHEN n % 2 = 0 THEN ${sql.lit(WINDOW.start_time)}::timestamptz
      ELSE ${sql.lit(WINDOW.end_time)}::timestamptz END, 'UTC') + (n::double precision / ${sql.lit(2 * perHour)}) * interval '3599 seconds'`,
    trace_id: sql`md5(n::text)`,
    span_id: sql`left(md5(n::text), 16)`,
    guardrail_outcome: outcome,
  });
  await sql`ANALYZE llm_interactions`.execute(db);
  await sql`INSERT INTO llm_interaction_keys
    SELECT tenant_id, workspace_id, llm_interaction_id, started_at FROM llm_interactions WHERE ${IN_BENCH}`.execute(db);
  await sql`INSERT INTO llm_interaction_spans
    SELECT tenant_id, workspace_id, trace_id, span_id, llm_interaction_id FROM llm_interactions WHERE ${IN_BENCH}`.execute(
    db,
  );
  await sql`INSERT INTO llm_interaction_hours
    SELECT tenant_id, workspace_id, date_trunc('hour', started_at, 'UTC'), agent_id, guardrail_outcome, count(*)
    FROM llm_interactions WHERE ${IN_BENCH} GROUP BY 1, 2, 3, 4, 5`.execute(db);
  const cells = (hours - 1) * AGENTS_WITH_CALLS * 4;
  const rest = total - 2 * perHour;
  await sql`INSERT INTO llm_interaction_hours
    SELECT ${KEYS}, date_trunc('hour', ${sql.lit(WINDOW.start_time)}::timestamptz, 'UTC') + hour * interval '1 hour',
      'agent-' || agent, outcome, ${sql.lit(Math.floor(rest / cells))}
        + (row_number() OVER (ORDER BY hour, agent, outcome) <= ${sql.lit(rest % cells)})::integer
    FROM generate_series(1, ${sql.lit(hours - 1)}) AS hour, generate_series(0, ${sql.lit(AGENTS_WITH_CALLS - 1)}) AS agent,
      unnest(ARRAY['OK', 'ALERTED', 'REDACTED', 'BLOCKED']) AS outcome`.execute(db);
  await sql`INSERT INTO llm_interaction_total_hours
    SELECT tenant_id, workspace_id, hour, guardrail_outcome, sum(interaction_count)
    FROM llm_interaction_hours WHERE ${IN_BENCH} GROUP BY 1, 2, 3, 4`.execute(db);
  await sql`INSERT INTO llm_interaction_total_minutes
    SELECT tenant_id, workspace_id, date_trunc('minute', started_at, 'UTC'), guardrail_outcome, count(*)
    FROM llm_interactions WHERE ${IN_BENCH} GROUP BY 1, 2, 3, 4`.execute(db);
  await sql`INSERT INTO llm_interaction_total_minutes
    SELECT tenant_id, workspace_id, hour + minute * interval '1 minute', guardrail_outcome, interaction_count / 60
    FROM llm_interaction_total_hours, generate_series(0, 59) AS minute WHERE ${IN_BENCH}
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`INSERT INTO llm_interaction_category_hours
    SELECT ${KEYS}, hour, category, guardrail_outcome, interaction_count / 5
    FROM llm_interaction_total_hours, unnest(ARRAY['jailbreak', 'secrets', 'toxicity']) AS category WHERE ${IN_BENCH}`.execute(
    db,
  );
}

/**
 * Copies records of the sample data in turn into this workspace.
 *
 * @param changed expressions by column, with the number `n` of the copy
 */
async function multiply(
  db: Db,
  table: string,
  count: number,
  where: RawBuilder<unknown>,
  changed: Record<string, RawBuilder<unknown>>,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_name = ${table} AND table_schema = 'public' AND is_generated = 'NEVER' AND is_identity = 'NO'
      AND column_name NOT IN ('tenant_id', 'workspace_id') ORDER BY ordinal_position`.execute(db);
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => changed[name] ?? sql`original.${sql.ref(name)}`);
  await sql`
    INSERT INTO ${sql.table(table)} (tenant_id, workspace_id, ${sql.join(names.map((name) => sql.ref(name)))})
    SELECT ${KEYS}, ${sql.join(values)}
    FROM generate_series(0, ${sql.lit(count - 1)}) AS n
    JOIN (SELECT *, row_number() OVER () - 1 AS position, count(*) OVER () AS total FROM ${sql.table(table)}
      WHERE ${IN_STORY} AND ${where}) AS original ON position = n % total
    ORDER BY n`.execute(db);
}

/** Drops the indexes, because building them after writing the rows is faster. @returns their definitions */
async function dropIndexes(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE tablename = ${table} AND indexdef NOT LIKE 'CREATE UNIQUE%'`.execute(db);
  for (const { name } of rows) await sql`DROP INDEX ${sql.ref(name)}`.execute(db);
  return rows.map(({ definition }) => definition);
}
