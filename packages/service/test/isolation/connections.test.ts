import { expect, test } from 'vitest';
import { openDatabase } from '../../src/database/database.ts';
import { postgres } from '../../src/database/postgres.ts';
import { freshPostgresUrl } from '../databases/databases.ts';

test('a connection that a scope has used serves another scope as that other', async () => {
  const database = openDatabase(postgres({ url: await freshPostgresUrl(), poolSize: 1, statementTimeoutMs: 5_000 }));
  const who = async (workspaceId: string) =>
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
    expect(await who(workspace)).toEqual({ role: 'aispm_request', workspace });
    await database.system(async () => {});
  }
  await database.close();
});
