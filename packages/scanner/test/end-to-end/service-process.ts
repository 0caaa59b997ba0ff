/** Starts the service as its users do, on an empty database with one workspace. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createClient, type WorkspaceClient, withWorkspace } from '@aispm/client';
import { vi } from 'vitest';
import { startPostgres } from '../../../apps/service/test/databases/postgres-server.ts';

const run = promisify(execFile);
const SERVICE = join(
  dirname(createRequire(import.meta.url).resolve('@aispm/service/package.json')),
  'dist/command/cli.js',
);
/** The service creates its tables at the first start. */
const START_TIMEOUT_MS = 120_000;

/** The databases that the service supports. */
export type DatabaseKind = 'embedded' | 'postgres';

const TENANT = 'halden-freight';

/** A workspace of the service. */
export interface Workspace {
  /** The variables of the environment with which the scanner uploads. */
  readonly environment: Readonly<Record<string, string>>;
  /** Reads what the service has. */
  readonly client: WorkspaceClient;
}

/** A running service. */
export interface ServiceProcess {
  /** A key that may only read. */
  readonly readOnlyKey: string;
  /** Returns a workspace by its name. */
  workspace(name: string): Workspace;
  close(): Promise<void>;
}

/** Starts the command of the service, with keys for some workspaces. */
export async function startService(kind: DatabaseKind, workspaces: readonly string[]): Promise<ServiceProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'scanner-service-'));
  const server = kind === 'postgres' ? await startPostgres(folder, { fsync: 'off' }) : undefined;
  const environment = {
    PATH: process.env.PATH,
    PORT: '0',
    DEMO: 'false',
    LOG_LEVEL: 'silent',
    DATA_DIR: join(folder, 'data'),
    ...(server !== undefined && { DATABASE_URL: `${server.url}/postgres` }),
  };
  const key = async (access: string) => {
    const scope = ['--tenant', TENANT, ...workspaces.flatMap((name) => ['--workspace', name]), '--access', access];
    return (await run(process.execPath, [SERVICE, 'keys', 'create', ...scope], { env: environment })).stdout.trim();
  };
  const [token, readOnlyKey] = [await key('write'), await key('read')];
  const child = spawn(process.execPath, [SERVICE], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await vi.waitUntil(() => /listens at \S+/.test(text), { timeout: START_TIMEOUT_MS });
  const baseUrl = /listens at (\S+)/.exec(text)?.[1] ?? '';
  return {
    readOnlyKey,
    workspace: (name) => ({
      environment: { AISPM_BASE_URL: baseUrl, AISPM_TOKEN: token, AISPM_TENANT: TENANT, AISPM_WORKSPACE: name },
      client: withWorkspace(createClient({ baseUrl, token }), { tenant_id: TENANT, workspace_id: name }),
    }),
    async close() {
      child.kill('SIGTERM');
      await ended;
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
