/** A service to test, on loopback, with keys and a client. */
import { type Client, createClient } from '@aispm/client';
import type { Database } from '../src/database/database.ts';
import { handlers } from '../src/handlers.ts';
import type { Handlers } from '../src/http/operation.ts';
import { createKey } from '../src/keys/store.ts';
import { createService, type Service } from '../src/service.ts';
import { readSettings, type Settings } from '../src/settings.ts';
import { type DatabaseKind, freshDatabase } from './databases/databases.ts';

/** A service that runs. */
export interface TestService {
  database: Database;
  service: Service;
  /** With the base path, such as `http://127.0.0.1:12345/api/v1`. */
  baseUrl: string;
  /** Makes a key; the first workspace is its default. */
  key(workspaces: readonly { tenantId: string; workspaceId: string }[], userId?: string): Promise<string>;
  /** A client with a key. */
  client(token: string): Client;
  /** Sends a request; `path` starts after the base path. */
  send(path: string, init?: RequestInit & { token?: string }): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Starts a service on a fresh database and a free port.
 *
 * @param own handlers in place of those of the service
 */
export async function startService(
  kind: DatabaseKind,
  settings: Partial<Settings> = {},
  own: Partial<Handlers> = {},
): Promise<TestService> {
  const database = await freshDatabase(kind);
  const service = await createService(
    { ...readSettings({ LOG_LEVEL: 'silent', PORT: '0', RATE_LIMIT: '0' }), ...settings },
    database,
    { ...handlers, ...own },
  );
  const origin = await service.server.listen({ host: '127.0.0.1', port: 0 });
  const baseUrl = `${origin}/api/v1`;
  return {
    database,
    service,
    baseUrl,
    key: (workspaces, userId) => createKey(database, { workspaces, ...(userId !== undefined && { userId }) }),
    client: (token) => createClient({ baseUrl, token }),
    send: (path, { token, headers, ...init } = {}) =>
      fetch(`${baseUrl}${path}`, {
        ...init,
        headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...(headers as object) },
      }),
    close: () => service.close(),
  };
}

/** Gets something, and its body as JSON. */
export async function getJson(
  service: TestService,
  path: string,
  token: string,
  // biome-ignore lint/suspicious/noExplicitAny: answers of many operations
): Promise<{ status: number; body: any }> {
  const response = await service.send(path, { token });
  return { status: response.status, body: await response.json() };
}
