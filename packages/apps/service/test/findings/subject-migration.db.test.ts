/**
 * The migration that gave findings their subjects, which no later release changes.
 *
 * @module-tag long
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { embedded } from '../../src/platform/database/drivers/embedded.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { readSqlMigrations } from '../../src/platform/database/sql-migrations.ts';
import { describeOnDatabases, freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';

const RULE = 'destructive-tool-without-guardrail';

/** A key that is escaped in JSON. */
const AGENT_KEY = 'repo/"agent"\u0001é';

function fingerprint(objectKey: string, agentKey: string): string {
  return createHash('sha256')
    .update(JSON.stringify([RULE, 'tool', objectKey, agentKey]))
    .digest('hex');
}

describeOnDatabases('the migration of the subjects of findings', (kind) => {
  it('finds the agent of each finding, even through an MCP server, and sets the fingerprints of the sample data', async () => {
    const database = openDatabase(
      kind === 'embedded' ? embedded({}) : testPostgres(await freshPostgresUrl('empty'), 2),
    );
    const earlier = readSqlMigrations().filter(({ name }) => name < '0020');
    await database.system(async (db, connection) => {
      for (const { sql: text } of earlier) await connection.execute(text);
      await connection.execute(`
        CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now());
        ${earlier.map(({ name }) => `INSERT INTO migrations (name) VALUES ('${name}');`).join('')}`);
      await sql`
        INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name,
          discovery_sources, first_seen_at, last_seen_at)
        SELECT 't', 'w', id, type, key, id, '{static_scan}', now(), now() FROM (VALUES
          ('agent', 'agent', ${AGENT_KEY}), ('server', 'mcp_server', 's'), ('tool', 'tool', 'own'), ('offered', 'tool', 'offered')
        ) AS object (id, type, key)`.execute(db);
      await sql`
        INSERT INTO edges (tenant_id, workspace_id, source_id, edge, target_id, source_type, target_type, evidence,
          first_seen_at, last_seen_at)
        SELECT 't', 'w', source, edge, target, source_type, target_type, 'declared', now(), now() FROM (VALUES
          ('agent', 'tools', 'tool', 'agent', 'tool'), ('agent', 'mcp_servers', 'server', 'agent', 'mcp_server'),
          ('server', 'tools', 'offered', 'mcp_server', 'tool')
        ) AS edge (source, edge, target, source_type, target_type)`.execute(db);
      await sql`
        INSERT INTO rules (tenant_id, workspace_id, rule_id, rule_name, rule_description, object_types, source, severity)
        SELECT 't', 'w', id, id, '', '{tool}', 'static', 'high' FROM unnest(${[RULE, 'agent-without-owner']}::text[]) AS id`.execute(
        db,
      );
      await sql`
        INSERT INTO issues (tenant_id, workspace_id, issue_id, rule_id, definitive_severity, status, object_types,
          first_seen_at, last_seen_at)
        SELECT 't', 'w', rule_id, rule_id, 'high', 'open', '{tool}', now(), now() FROM rules`.execute(db);
      await sql`
        INSERT INTO fine_grained_issues (tenant_id, workspace_id, fine_grained_issue_id, issue_id, rule_id, fingerprint,
          aispm_object_id, aispm_friendly_name, object_type, definitive_severity, status, message, first_seen_at, last_seen_at)
        SELECT 't', 'w', id, rule, rule, fingerprint, object, object, type, 'high', 'open', 'm', now(), now() FROM (VALUES
          ('own', ${RULE}, ${fingerprint('own', AGENT_KEY)}, 'tool', 'tool'),
          ('offered', ${RULE}, ${fingerprint('offered', AGENT_KEY)}, 'offered', 'tool'),
          ('stale', ${RULE}, ${fingerprint('own', 'removed')}, 'tool', 'tool'),
          ('about itself', 'agent-without-owner', 'f', 'agent', 'agent'),
          ('019fef6a-8a69-7f96-8c93-5eeebeca5027', ${RULE}, 'cc4bfafcc4b9ad68d185ab2f8fa07133108e97f8a08819f454982e2b91059124',
            'tool', 'tool')
        ) AS finding (id, rule, fingerprint, object, type)`.execute(db);
    });
    await migrate(database, []);
    const rows = await database.system((db) =>
      db
        .selectFrom('fine_grained_issues')
        .select(['fine_grained_issue_id', 'subject_id', 'fingerprint'])
        .orderBy('fine_grained_issue_id')
        .execute(),
    );
    expect(rows.map(({ fine_grained_issue_id, subject_id }) => [fine_grained_issue_id, subject_id])).toEqual([
      ['019fef6a-8a69-7f96-8c93-5eeebeca5027', null],
      ['about itself', null],
      ['offered', 'agent'],
      ['own', 'agent'],
      ['stale', null],
    ]);
    expect(rows[0]?.fingerprint).toBe('9b899bf222fcdbdb0e22895d902bb249d1776ac6e62b17cd8778b9bb7af0fd19');
    await database.close();
  });
});
