import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../../service/test/databases/postgres-server.ts';
import { serveProgram } from '../../../service/test/faults/program.ts';
import type { Backend } from './mock.ts';

/** Starts the service with demo data on its own PostgreSQL server. */
export async function startOnPostgres(): Promise<Backend> {
  const folder = mkdtempSync(join(tmpdir(), 'console-postgres-'));
  chmodSync(folder, 0o755);
  const server = await startPostgres(folder, { fsync: 'off' });
  return startService({ DATABASE_URL: `${server.url}/postgres` }, async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
}

/** Starts the service with demo data on the embedded database. */
export async function startOnEmbedded(): Promise<Backend> {
  const folder = mkdtempSync(join(tmpdir(), 'console-embedded-'));
  return startService({ DATA_DIR: join(folder, 'data') }, async () => rmSync(folder, { recursive: true, force: true }));
}

/** Starts the command, and reads the demo's API key from its output. */
async function startService(settings: Record<string, string>, cleanUp: () => Promise<void>): Promise<Backend> {
  const program = await serveProgram({ ...settings, DEMO: 'true' });
  const key = /^ +(aispm_\S+)$/m.exec(program.output)?.[1];
  if (key === undefined) throw new Error(`The service didn't print a key: ${program.output}`);
  return {
    url: program.origin,
    api: program.baseUrl,
    key,
    async close() {
      await program.end();
      await cleanUp();
    },
  };
}
