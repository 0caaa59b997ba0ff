import type { Connector } from '../../src/platform/database/drivers/connection.ts';
import { postgres } from '../../src/platform/database/drivers/postgres.ts';
import { PATIENCE_MS } from '../patience.ts';

/**
 * Returns a connector for a server that waits longer than by default: on a busy machine, or while an embedded database starts in the same
 * process, it takes more than 5 seconds until a test learns that it is connected.
 *
 * @param poolSize maximum number of connections
 * @param statementTimeoutMs the server ends a statement that takes longer, in milliseconds
 */
export function patientPostgres(url: string, poolSize = 1, statementTimeoutMs = PATIENCE_MS): Connector {
  return postgres({ url, poolSize, statementTimeoutMs, connectTimeoutMs: PATIENCE_MS });
}
