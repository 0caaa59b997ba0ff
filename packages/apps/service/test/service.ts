/** Starts services for tests, on loopback, with keys and clients. */
import { type Client, createClient } from '@aispm/client';
import type { ApiKeyAccess } from '@aispm/types';
import { handlers } from '../src/composition/handlers.ts';
import { createService, type Service } from '../src/composition/service.ts';
import { readSettings } from '../src/composition/settings.ts';
import { createKey } from '../src/composition/workspaces.ts';
import type { Database } from '../src/platform/database/database.ts';
import type { Handlers } from '../src/platform/http/operation.ts';
import type { Settings } from '../src/platform/services/settings.ts';
import { TestClock } from './clock.ts';
import { type DatabaseKind, freshDatabase } from './databases/databases.ts';

const STANDARD_SETTINGS = readSettings({ LOG_LEVEL: 'silent', PORT: '0', RATE_LIMIT: '0', INVALID_KEY_LIMIT: '0' });

/** A running service. */
export interface TestService {
  database: Database;
  service: Service;
  /** That of the service; a test that sleeps advances it. */
  clock: TestClock;
  /** With the base path, such as `http://127.0.0.1:12345/api/v1`. */
  baseUrl: string;
  /** Creates a key; the first workspace is its default. */
  key(
    workspaces: readonly { tenantId: string; workspaceId: string }[],
    userId?: string,
    access?: ApiKeyAccess,
  ): Promise<string>;
  /** A client with a key. */
  client(token: string): Client;
  /** Sends a request; `path` starts after the base path. */
  send(path: string, init?: RequestInit & { token?: string }): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Starts a service on a fresh database and a free port.
 *
 * @param replacements handlers that replace those of the service
 */
export async function startService(
  kind: DatabaseKind,
  settings: Partial<Settings> = {},
  replacements: Partial<Handlers> = {},
): Promise<TestService> {
  const database = await freshDatabase(kind);
  const clock = new TestClock();
  const service = await createService(
    { ...STANDARD_SETTINGS, ...settings },
    database,
    { ...handlers, ...replacements },
    clock,
  );
  const origin = await service.server.listen({ host: '127.0.0.1', port: 0 });
  const baseUrl = `${origin}/api/v1`;
  return {
    database,
    service,
    clock,
    baseUrl,
    key: (workspaces, userId, access) =>
      createKey(database, { workspaces, ...(userId !== undefined && { userId }), ...(access && { access }) }),
    client: (token) => createClient({ baseUrl, token }),
    send: (path, { token, headers, ...init } = {}) =>
      fetch(`${baseUrl}${path}`, {
        ...init,
        headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...(headers as object) },
      }),
    close: () => service.close(),
  };
}

/** Returns the metrics of a service. */
export async function readMetrics({ service }: TestService): Promise<string> {
  return (await service.metricsServer.inject('/metrics')).payload;
}

/** Sends a GET request, and parses the body of the response. */
export async function getJson(
  service: TestService,
  path: string,
  token: string,
  // biome-ignore lint/suspicious/noExplicitAny: responses of many operations
): Promise<{ status: number; body: any }> {
  const response = await service.send(path, { token });
  return { status: response.status, body: await response.json() };
}
