/** The database of this process, stored in a folder or in memory. It has one connection. */
import type { Connection, Connector } from './connection.ts';
import { type DatabaseCall, type EmbeddedSettings, EmbeddedThread } from './embedded-thread.ts';
import { lockFolder } from './folder-lock.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/**
 * Returns a connector that opens the embedded database on the first connection.
 *
 * After a panic, for example when there's no space left for the write-ahead log, the database never responds again. Then no
 * more statements are sent, its thread is ended, and the next connection reopens the folder, which recovers all committed
 * transactions as soon as possible.
 */
export function embedded(settings: EmbeddedSettings): Connector {
  const { folder } = settings;
  let opened: Promise<EmbeddedThread> | undefined;
  let unlock: (() => void) | undefined;
  let lastPanic: Error | undefined;
  const open = async () => {
    if (folder !== undefined && unlock === undefined) {
      unlock = lockFolder(folder);
    }
    const thread = await EmbeddedThread.open(settings).catch((cause: unknown) => {
      if (!lastPanic) throw cause;
      throw new DatabaseUnavailable(`The embedded database cannot be reopened after: ${lastPanic.message}`, { cause });
    });
    lastPanic = undefined;
    return thread;
  };
  return {
    limit: 1,
    isShared: false,
    async connect() {
      const former = await opened?.catch(() => undefined);
      if (former && !former.isAlive) opened = undefined;
      opened ??= open().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return createConnection(await opened, (panic) => {
        lastPanic = panic;
        opened = undefined;
      });
    },
    async close() {
      const thread = await opened?.catch(() => undefined);
      await thread?.close();
      unlock?.();
    },
  };
}

function createConnection(thread: EmbeddedThread, onPanic: (panic: Error) => void): Connection {
  let panic: Error | undefined;
  const call = async (kind: DatabaseCall['kind'], sql: string, parameters: readonly unknown[]) => {
    if (panic) throw panic;
    try {
      return await thread.call({ kind, sql, parameters });
    } catch (error) {
      if (isPanic(error)) {
        panic = error;
        onPanic(error);
        await thread.terminate();
      }
      throw error;
    }
  };
  return {
    get isUsable() {
      return thread.isAlive && !panic;
    },
    gather() {},
    query: (sql, parameters) => call('query', sql, parameters),
    execute: async (sql) => (await call('execute', sql, [])).rows,
    async close() {},
  };
}

/** Returns whether the database reported a panic. */
function isPanic(error: unknown): error is Error {
  return error instanceof Error && ['PANIC', 'FATAL'].includes(String((error as { severity?: unknown }).severity));
}
