/** The database inside this process, stored in a folder or in memory. It has one connection. */
import type { PGlite } from '@electric-sql/pglite';
import { type Connection, type Connector, parseTimestamp, TYPE } from './connection.ts';
import { lockFolder } from './folder-lock.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Where the embedded database is stored. */
export interface EmbeddedSettings {
  /** Folder; in memory when omitted. */
  folder?: string;
  /** A packed data folder to start with, instead of an empty database. */
  dump?: Blob;
}

/**
 * Returns a connector that opens the embedded database at the first connection.
 *
 * After a panic, for example when there is no space left for the write-ahead log, the database never responds again and would block
 * the process. No further statement is sent to it then, and the next connection opens the folder again, which recovers
 * all committed transactions as soon as that is possible.
 */
export function embedded({ folder, dump }: EmbeddedSettings): Connector {
  let opened: Promise<PGlite> | undefined;
  let unlock: (() => void) | undefined;
  let lastPanic: Error | undefined;
  const open = async () => {
    if (folder !== undefined && unlock === undefined) {
      unlock = lockFolder(folder);
    }
    const pglite = await create({ folder, dump }).catch((cause: unknown) => {
      if (!lastPanic) throw cause;
      throw new DatabaseUnavailable(`The embedded database cannot be reopened after: ${lastPanic.message}`, { cause });
    });
    await pglite.exec(`SET timezone = 'UTC'; SET datestyle = 'ISO'`);
    lastPanic = undefined;
    return pglite;
  };
  return {
    limit: 1,
    isShared: false,
    async connect() {
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
      const pglite = await opened?.catch(() => undefined);
      if (pglite && !pglite.closed) await pglite.close();
      unlock?.();
    },
  };
}

async function create({ folder, dump }: { folder: string | undefined; dump: Blob | undefined }): Promise<PGlite> {
  const { PGlite } = await loadPglite();
  return PGlite.create({
    ...(folder !== undefined && { dataDir: folder }),
    ...(dump && { loadDataDir: dump }),
    parsers: { [TYPE.int8]: Number, [TYPE.timestamptz]: parseTimestamp },
  });
}

/** Loads the embedded database, which installations with a PostgreSQL server do not need. */
async function loadPglite(): Promise<typeof import('@electric-sql/pglite')> {
  try {
    return await import('@electric-sql/pglite');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new DatabaseUnavailable(
      'The embedded database is not installed. Set DATABASE_URL to a PostgreSQL server, or install @electric-sql/pglite.',
      { cause },
    );
  }
}

function createConnection(pglite: PGlite, onPanic: (panic: Error) => void): Connection {
  let panic: Error | undefined;
  const run = async <R>(statement: () => Promise<R>): Promise<R> => {
    if (panic) throw panic;
    try {
      return await statement();
    } catch (error) {
      if (isPanic(error)) {
        panic = error;
        onPanic(error);
      }
      throw error;
    }
  };
  return {
    get isUsable() {
      return !pglite.closed && !panic;
    },
    gather() {},
    query: (sql, parameters) =>
      run(async () => {
        const { rows, affectedRows = 0 } = await pglite.query(sql, [...parameters]);
        return { rows, affectedRows };
      }),
    execute: (sql) => run(async () => (await pglite.exec(sql)).flatMap(({ rows }) => rows)),
    async close() {},
  };
}

/** Returns whether the database has reported that it stops. */
function isPanic(error: unknown): error is Error {
  return error instanceof Error && ['PANIC', 'FATAL'].includes(String((error as { severity?: unknown }).severity));
}
