/** Records the statements that the service runs for a request. */
import { createService } from '../../../apps/service/src/composition/service.ts';
import { readSettings } from '../../../apps/service/src/composition/settings.ts';
import { openDatabase } from '../../../apps/service/src/platform/database/database.ts';
import { postgres } from '../../../apps/service/src/platform/database/drivers/postgres.ts';
import { observeStatements } from '../../../apps/service/test/databases/observe-statements.ts';
import type { BareRoute } from './bare.ts';

type Statement = BareRoute['statements'][number];

/**
 * Sends requests to a service in this process.
 *
 * @param token API key
 * @param urls paths with their queries
 * @returns the statements of each request, without authentication
 */
export async function recordStatements(databaseUrl: string, token: string, urls: string[]): Promise<Statement[][]> {
  const statements: Statement[] = [];
  const settings = { url: databaseUrl, poolSize: 1, statementTimeoutMs: 60_000 };
  const service = await createService(
    readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT: '0', RUN_WORKER: 'false' }),
    openDatabase(
      observeStatements(postgres(settings), (text, values) => {
        if (values) statements.push({ text, values: [...values] });
      }),
    ),
  );
  const recorded: Statement[][] = [];
  for (const url of urls) {
    const request = { url, headers: { authorization: `Bearer ${token}` } };
    // The first request authenticates the caller, and sets the scope of the connection.
    const first = await service.server.inject(request);
    if (first.statusCode !== 200) throw new Error(`${url} returned ${first.statusCode}: ${first.body}`);
    statements.length = 0;
    await service.server.inject(request);
    recorded.push([...statements]);
  }
  await service.close();
  return recorded;
}
