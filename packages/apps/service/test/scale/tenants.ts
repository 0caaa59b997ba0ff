/** Fills workspaces of many tenants, each with a different size, in seconds. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { END, listEnumerations } from './filters.ts';

/** A tenant, with one workspace. */
export interface Tenant {
  tenantId: string;
  /** Four of ten are tools, two agents, and one of each other type. */
  objects: number;
  occurrences: number;
  /** In the month before {@link END}; also the number of changes, one each second until then. */
  interactions: number;
  /**
   * What all but 20 records have where filters look for it. Those have `needle`, which other tenants may have everywhere: the planner knows
   * how common a value is in a table, but not where.
   */
  common: string;
}

/** The workspace of each tenant. */
export const WORKSPACE_ID = 'main';

const ISSUES = 40;

/** Fills the workspaces; nothing else is in them. */
export async function fillTenants(database: Database, tenants: readonly Tenant[]): Promise<void> {
  await database.system(async (db, connection) => {
    // Without triggers and keys, which would take minutes; the statements write what the triggers maintain.
    await connection.execute(`SET statement_timeout = 0; SET session_replication_role = replica`);
    const rows = (count: keyof Tenant): RawBuilder<unknown> => sql`(
      SELECT given.tenant_id, ${sql.lit(WORKSPACE_ID)} AS workspace_id, n, count, objects, common,
        CASE WHEN n < 20 THEN 'needle' ELSE common END AS value
      FROM unnest(${tenants.map(({ tenantId }) => tenantId)}::text[], ${tenants.map((tenant) => tenant[count])}::integer[],
        ${tenants.map(({ objects }) => objects)}::integer[], ${tenants.map(({ common }) => common)}::text[])
        AS given (tenant_id, count, objects, common)
      CROSS JOIN generate_series(0, count - 1) AS n
    ) AS given`;
    await fillObjects(db, rows('objects'));
    await fillFindings(db, rows('occurrences'), tenants);
    await fillInteractions(db, rows('interactions'));
    await fillChanges(db, rows('interactions'));
    await connection.execute('RESET session_replication_role');
    await connection.execute('VACUUM ANALYZE');
  });
}

const KEY = sql.raw('tenant_id, workspace_id');
const SEVERITY = sql.raw(
  `CASE value WHEN 'needle' THEN 'critical' ELSE (ARRAY['high', 'medium', 'low', 'info'])[1 + n % 4] END`,
);

async function fillObjects(db: Db, rows: RawBuilder<unknown>): Promise<void> {
  const types = `(ARRAY['tool', 'agent', 'tool', 'location', 'tool', 'agent', 'tool', 'model', 'asset', 'mcp_server'])[1 + n % 10]`;
  const texts = ['framework', 'platform', 'provider', 'provider_name', 'task', 'language', 'mcp_server_id', 'asset_id'];
  const details =
    sql.raw(`jsonb_build_object('owners', jsonb_build_array(value), 'model_name', '', 'tool_name', '', 'server_name', '',
    'is_destructive', value = 'needle', 'file_path', 'src/' || md5(n::text) || '.py', ${[
      ...texts.map((name) => `'${name}', value`),
      ...Object.entries(listEnumerations()).map(
        ([name, { few, many }]) => `'${name}', CASE value WHEN 'needle' THEN '${few}' ELSE '${many}' END`,
      ),
    ].join(', ')})`);
  await sql`
    INSERT INTO objects (${KEY}, aispm_object_id, object_type, stable_key, aispm_friendly_name, discovery_sources,
      max_definitive_severity, total_issues_count, lifecycle_status, details, first_seen_at, last_seen_at, updated_at)
    SELECT ${KEY}, type || n, type, type || n, initcap(value) || ' ' || md5(n::text), '{static_scan}', ${SEVERITY},
      (value = 'needle')::integer, CASE value WHEN 'needle' THEN 'inactive' ELSE 'active' END,
      ${details},
      ${sql.lit(END)}::timestamptz - n * interval '1 second', now(), ${sql.lit(END)}::timestamptz - n * interval '1 second'
    FROM (SELECT *, ${sql.raw(types)} AS type FROM ${rows}) AS typed`.execute(db);
  await sql`INSERT INTO object_terms (${KEY}, aispm_object_id, terms)
    SELECT ${KEY}, aispm_object_id, aispm_object_terms(objects) FROM objects`.execute(db);
}

async function fillFindings(db: Db, rows: RawBuilder<unknown>, tenants: readonly Tenant[]): Promise<void> {
  const issues = sql`unnest(${tenants.map(({ tenantId }) => tenantId)}::text[]) AS tenant_id, generate_series(0, ${sql.lit(ISSUES)}) AS n`;
  await sql`
    INSERT INTO rules (${KEY}, rule_id, rule_name, rule_description, object_types, source, severity)
    SELECT tenant_id, ${WORKSPACE_ID}, 'rule' || n, 'Rule ' || n, '', '{tool}', 'external', 'high' FROM ${issues}`.execute(
    db,
  );
  await sql`
    INSERT INTO issues (${KEY}, issue_id, rule_id, definitive_severity, status, object_types, first_seen_at, last_seen_at)
    SELECT tenant_id, ${WORKSPACE_ID}, 'issue' || n, 'rule' || n, 'high', 'open', '{tool}', now(), now() FROM ${issues}`.execute(
    db,
  );
  await sql`
    INSERT INTO fine_grained_issues (${KEY}, fine_grained_issue_id, issue_id, rule_id, fingerprint, aispm_object_id,
      aispm_friendly_name, object_type, asset_id, location_id, definitive_severity, status, message, scan_id, assignee, due_at, first_seen_at,
      last_seen_at, updated_at)
    SELECT ${KEY}, 'occurrence' || lpad(n::text, 7, '0'),
      CASE value WHEN 'needle' THEN 'issue40' ELSE 'issue' || n % 40 END,
      CASE value WHEN 'needle' THEN 'rule40' ELSE 'rule' || n % 40 END, md5(n::text), 'tool' || tool,
      initcap(CASE WHEN tool < 20 THEN 'needle' ELSE common END) || ' ' || md5(tool::text),
      CASE value WHEN 'needle' THEN 'agent' ELSE 'tool' END, value, value, ${SEVERITY},
      CASE value WHEN 'needle' THEN 'suppressed' ELSE 'open' END, '', value, CASE value WHEN 'needle' THEN value END,
      CASE value WHEN 'needle' THEN ${sql.lit(END)}::timestamptz - interval '1 day' END,
      ${sql.lit(END)}::timestamptz - n * interval '1 second', now(),
      ${sql.lit(END)}::timestamptz - n * interval '1 second'
    -- The numbers of tools end with 0, 2, 4 and 6.
    FROM (SELECT *, n / 4 * 10 % (objects / 10 * 10) + n % 4 * 2 AS tool FROM ${rows}) AS on_tools`.execute(db);
  await sql`
    INSERT INTO scan_results (${KEY}, scan_id, scan_result_id, result_kind, change, fine_grained_issue_id)
    SELECT ${KEY}, scan_id, fine_grained_issue_id, 'issue', 'unchanged', fine_grained_issue_id FROM fine_grained_issues`.execute(
    db,
  );
}

async function fillInteractions(db: Db, rows: RawBuilder<unknown>): Promise<void> {
  await sql`SELECT aispm_ensure_month(${END}::timestamptz - month * interval '1 month') FROM generate_series(0, 1) AS month`.execute(
    db,
  );
  await sql`
    INSERT INTO llm_interactions (${KEY}, llm_interaction_id, agent_id, session_id, trace_id, operation_name, provider_name, request_model,
      started_at, guardrail_outcome, tool_names, detected_categories, created_at)
    SELECT ${KEY}, 'call' || n, value, value, md5(value), 'chat', 'anthropic', value,
      ${sql.lit(END)}::timestamptz - interval '30 days' * (count - n) / count, CASE value WHEN 'needle' THEN 'BLOCKED' ELSE 'OK' END,
      ARRAY[value], ARRAY[value], ${sql.lit(END)}::timestamptz - n * interval '1 second'
    FROM ${rows}`.execute(db);
}

/** The needles are the last changes. */
async function fillChanges(db: Db, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    INSERT INTO changes (${KEY}, position, occurred_at, kind, subject_id, object_type, definitive_severity)
    SELECT ${KEY}, count - n, ${sql.lit(END)}::timestamptz - n * interval '1 second',
      CASE value WHEN 'needle' THEN 'rule_changed' ELSE 'object_changed' END, 'tool' || n % 10,
      CASE value WHEN 'needle' THEN 'agent' ELSE 'tool' END, ${SEVERITY}
    FROM ${rows}`.execute(db);
  await sql`INSERT INTO change_logs (${KEY}, last_position, last_at)
    SELECT ${KEY}, max(position), max(occurred_at) FROM changes GROUP BY ${KEY}`.execute(db);
}
