/** @module-tag long */
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';

it('a connection has the scope of its current request, regardless of the previous scope', async () => {
  const database = openDatabase(testPostgres(await freshPostgresUrl()));
  const readScope = async (workspaceId: string) =>
    database.scoped({ tenantId: 't', workspaceId, userId: 'u' }, async (db) => {
      const { rows } = await db.executeQuery<{ role: string; workspace: string }>(
        db
          .selectNoFrom((value) => [
            value.fn<string>('current_setting', [value.val('role')]).as('role'),
            value.fn<string>('current_setting', [value.val('aispm.workspace')]).as('workspace'),
          ])
          .compile(),
      );
      return rows[0];
    });
  for (const workspace of ['a', 'b', 'b', 'a']) {
    expect(await readScope(workspace)).toEqual({ role: 'aispm_request', workspace });
    await database.system(async () => {});
  }
  await database.close();
});
