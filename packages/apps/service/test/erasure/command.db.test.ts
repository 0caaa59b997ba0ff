import { beforeAll, describe, expect, it } from 'vitest';
import { ensureWorkspace } from '../../src/composition/workspaces.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';
import { runHere } from '../run-command.ts';

let environment: Record<string, string>;

beforeAll(async () => {
  environment = { DATABASE_URL: await freshPostgresUrl() };
});

async function keys(): Promise<string[]> {
  return (await runHere(['keys', 'list'], environment)).out.split('\n').filter((line) => line !== '');
}

describe('an incomplete delete command', () => {
  let before: string[];
  beforeAll(async () => {
    await runHere(['keys', 'create', '--tenant', 'acme', '--workspace', 'main'], environment);
    before = await keys();
  });

  it.each([
    [['workspaces'], /Use workspaces with one of export, restore or delete/],
    [['tenants', 'remove'], /Use tenants with delete/],
    [['users', 'delete'], /Specify what to delete: users delete <user>/],
    [['workspaces', 'delete', 'acme/main'], /cannot be undone. Repeat the name: --confirm acme\/main/],
    [['workspaces', 'delete', 'acme/main', '--confirm', 'acme/mine'], /must repeat "acme\/main", not "acme\/mine"/],
    [['workspaces', 'delete', 'acme/none', '--confirm', 'acme/none'], /Unknown workspace "acme\/none"/],
    [['workspaces', 'delete', 'main', '--confirm', 'main'], /requires a tenant/],
    [['tenants', 'delete', 'nobody', '--confirm', 'nobody'], /Unknown tenant "nobody"/],
  ])('is rejected with what to change: %j', async (args, message) => {
    const { code, out, err } = await runHere(args, environment);
    expect(err).toMatch(message);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  it('keeps all keys', async () => expect(await keys()).toEqual(before));
});

it('workspaces delete deletes a workspace, and the keys without access to another', async () => {
  await runHere(
    ['keys', 'create', '--workspace', 'globex/one', '--name', 'both', '--workspace', 'globex/two'],
    environment,
  );
  await runHere(['keys', 'create', '--workspace', 'globex/one', '--name', 'only'], environment);
  const { code, out } = await runHere(['workspaces', 'delete', 'globex/one', '--confirm', 'globex/one'], environment);
  expect(code).toBe(0);
  expect(out).toMatch(/^rules: \d+$/m);
  const left = (await keys()).filter((key) => key.includes('globex'));
  expect(left).toEqual([expect.stringMatching(/both .*: globex\/two$/)]);
});

it('tenants delete deletes all workspaces of a tenant', async () => {
  const database = openDatabase(testPostgres(environment.DATABASE_URL as string, 2));
  for (const workspaceId of ['one', 'two']) await ensureWorkspace(database, { tenantId: 'initech', workspaceId });
  const { code, out } = await runHere(['tenants', 'delete', 'initech', '--confirm', 'initech'], environment);
  expect(code).toBe(0);
  expect(out).toMatch(/^evaluations: \d+$/m);
  const rows = await database.system((db) =>
    db.selectFrom('rules').select('rule_id').where('tenant_id', '=', 'initech').execute(),
  );
  expect(rows).toEqual([]);
  await database.close();
});

it('users delete deletes the keys of a user', async () => {
  await runHere(['keys', 'create', '--tenant', 'acme', '--workspace', 'main', '--user', 'ann'], environment);
  const { code, out } = await runHere(['users', 'delete', 'ann', '--confirm', 'ann'], environment);
  expect({ code, out }).toEqual({ code: 0, out: 'api_keys: 1\n' });
  expect((await keys()).filter((key) => key.includes('ann'))).toEqual([]);
  expect((await runHere(['users', 'delete', 'ann', '--confirm', 'ann'], environment)).out).toBe('Nothing to delete.\n');
});
