/** The guide "The service in production", on a dedicated PostgreSQL server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import {
  type PostgresServer,
  programFolder,
  startPostgres,
} from '../../../apps/service/test/databases/postgres-server.ts';
import { followGuide } from './journey.ts';

let folder: string;
let server: PostgresServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aispm-journey-database-'));
  server = await startPostgres(folder, { fsync: 'off' });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('shows how to get from an empty database to several processes, a backup and an upgrade', () =>
  followGuide('production', { ports: [4030, 4031, 4040], servers: { 5432: Number(new URL(server.url).port) } }, [
    programFolder(),
  ]));
