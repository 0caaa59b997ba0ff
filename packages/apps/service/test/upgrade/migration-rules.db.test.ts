/** Migrations leave what processes of the release before need: see docs/database.md. */
import { expect, it, onTestFinished } from 'vitest';
import type { Connection } from '../../src/platform/database/drivers/connection.ts';
import { readSqlMigrations } from '../../src/platform/database/sql-migrations.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';
import { findContractions, readTerms } from './schema.ts';

/** The newest migration from before the rule; no process of such a release is older than its tables. */
const BEFORE_THE_RULE = '0020_finding_subjects';

async function connect(content: 'tables' | 'empty'): Promise<Connection> {
  const connection = await testPostgres(await freshPostgresUrl(content)).connect();
  onTestFinished(() => connection.close());
  return connection;
}

it('every migration keeps what statements of earlier releases need, unless its name says that it contracts', async () => {
  const connection = await connect('empty');
  let terms = await readTerms(connection);
  for (const { name, sql } of readSqlMigrations()) {
    await connection.execute(sql);
    const before = terms;
    terms = await readTerms(connection);
    if (name <= BEFORE_THE_RULE || /^\d{4}_contract_/.test(name)) continue;
    expect(findContractions(before, terms), name).toEqual([]);
  }
});

it('a contracting migration requires an earlier one that exists', () => {
  const names = readSqlMigrations().map(({ name }) => name);
  for (const name of names.filter((name) => name.includes('contract'))) {
    const [, required = ''] = /^\d{4}_contract_(\d{4})_/.exec(name) ?? [];
    expect(required < name && names.some((other) => other.startsWith(`${required}_`)), name).toBe(true);
  }
});

it.each([
  ['DROP TABLE api_key_grants', 'no longer: column api_key_grants.is_default is boolean'],
  ['ALTER TABLE secrets RENAME TO kept', 'no longer: column secrets.name is text'],
  ['ALTER TABLE objects DROP COLUMN description', 'no longer: column objects.description is text'],
  ['ALTER TABLE objects RENAME COLUMN description TO details_text', 'no longer: column objects.description is text'],
  ['ALTER TABLE secrets ALTER COLUMN name TYPE varchar', 'no longer: column secrets.name is text'],
  ['ALTER TABLE scans ALTER COLUMN branch SET NOT NULL', 'no longer: scans.branch may be null'],
  ['ALTER TABLE views ALTER COLUMN version DROP DEFAULT', 'no longer: views.version may be omitted'],
  ['ALTER TABLE views ADD COLUMN color text NOT NULL', 'new: views.color is required'],
  [`ALTER TABLE views ADD CHECK (name <> '')`, `new: views has the constraint CHECK`],
  [
    'ALTER TABLE scans ADD FOREIGN KEY (tenant_id, workspace_id) REFERENCES workspaces',
    'new: scans has the constraint FOREIGN KEY',
  ],
  ['CREATE UNIQUE INDEX ON views (tenant_id, name)', 'new: views has the key btree (tenant_id, name)'],
  ['DROP INDEX api_key_grants_default', 'no longer: api_key_grants has the key btree (key_id) WHERE is_default'],
  ['DROP FUNCTION aispm_has_month', 'no longer: function aispm_has_month(timestamp with time zone) returns boolean'],
  ['REVOKE DELETE ON views FROM aispm_request', 'no longer: requests may DELETE views'],
  ['CREATE POLICY more ON views AS RESTRICTIVE USING (false)', 'new: views has the policy false'],
  [`DO $$ BEGIN EXECUTE 'ALTER TABLE views DROP COLUMN filters'; END $$`, 'no longer: column views.filters is json'],
])('the check of migrations finds %s', async (statement, found) => {
  const connection = await connect('tables');
  const before = await readTerms(connection);
  // What depends on it, such as constraints and other functions, would be changed before.
  await connection.execute(/^DROP/.test(statement) ? `${statement} CASCADE` : statement);
  expect(findContractions(before, await readTerms(connection))).toContainEqual(expect.stringContaining(found));
});

it('the check of migrations allows additions', async () => {
  const connection = await connect('tables');
  const before = await readTerms(connection);
  await connection.execute(`
    ALTER TABLE views ADD COLUMN color text, ADD COLUMN size integer NOT NULL DEFAULT 1;
    ALTER TABLE scans ALTER COLUMN tool_name DROP NOT NULL;
    CREATE INDEX ON views (tenant_id, name);
    CREATE STATISTICS views_of_workspace ON tenant_id, workspace_id FROM views;
    CREATE TABLE notes (note_id text PRIMARY KEY, text text NOT NULL CHECK (text <> ''));
    CREATE OR REPLACE FUNCTION aispm_has_month(instant timestamptz) RETURNS boolean LANGUAGE sql STABLE RETURN true;
    CREATE FUNCTION aispm_added() RETURNS integer LANGUAGE sql RETURN 1`);
  expect(findContractions(before, await readTerms(connection))).toEqual([]);
});
