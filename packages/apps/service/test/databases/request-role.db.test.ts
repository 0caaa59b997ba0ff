/** The role of requests on a server whose administrator hasn't prepared it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { prepareDatabase } from '../../src/composition/database.ts';
import { ensureWorkspace } from '../../src/composition/workspaces.ts';
import { startPostgres } from './postgres-server.ts';
import { testPostgres } from './test-postgres.ts';

const SCOPE = { tenantId: 't', workspaceId: 'w', userId: 'ann' };

it('the role of requests is created by a user with CREATEROLE, who can then use it', { tags: ['long'] }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aispm-service-role-'));
  // Roles belong to a server: another test may have created this one on the common server.
  const server = await startPostgres(folder, { fsync: 'off' });
  onTestFinished(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const admin = new pg.Client({ connectionString: `${server.url}/postgres` });
  await admin.connect();
  await admin.query('CREATE ROLE creator LOGIN CREATEROLE');
  await admin.query('CREATE DATABASE aispm OWNER creator');
  await admin.end();
  const url = `${server.url.replace('postgres@', 'creator@')}/aispm`;
  const database = await prepareDatabase(testPostgres(url, 2));
  await ensureWorkspace(database, SCOPE);
  const rows = await database.scoped(SCOPE, (db) => db.selectFrom('rules').select('rule_id').execute());
  await database.close();
  expect(rows.length).toBeGreaterThan(0);
});
