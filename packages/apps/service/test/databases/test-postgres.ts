import type { Connector } from '../../src/platform/database/drivers/connection.ts';
import { postgres } from '../../src/platform/database/drivers/postgres.ts';
import { TIMEOUT_MS } from '../timeouts.ts';

/**
 * Returns a connector with longer timeouts than by default: on a busy machine, or while an embedded database starts in the same process,
 * connecting can take more than 5 seconds.
 *
 * @param poolSize maximum number of connections
 * @param statementTimeoutMs the server ends statements that take longer, in milliseconds
 */
export function testPostgres(url: string, poolSize = 1, statementTimeoutMs = TIMEOUT_MS): Connector {
  return postgres({ url, poolSize, statementTimeoutMs, connectTimeoutMs: TIMEOUT_MS });
}
