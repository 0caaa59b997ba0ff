/** The database inside this process, kept in a folder or in memory. It has one connection. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type Connection, type Connector, parseTimestamp, TYPE } from './connection.ts';
import { lockFolder } from './folder-lock.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Where the embedded database is. */
export interface EmbeddedSettings {
  /** Folder; in memory when it is left out. */
  folder?: string;
  /** A data folder, packed, to start from in place of an empty one. */
  dump?: Blob;
}

/**
 * Opens the embedded database when it is first connected to.
 *
 * After a panic, such as when there is no space left for what has to be written first, the database inside is in no state to answer:
 * whoever asks it waits for ever, and holds up the whole process. Nobody asks it any more then, and the next connection opens
 * the folder anew, which recovers what was committed, as soon as that is possible.
 */
export function embedded({ folder, dump }: EmbeddedSettings): Connector {
  let opened: Promise<PGlite> | undefined;
  let unlock: (() => void) | undefined;
  let lastPanic: Error | undefined;
  const open = async () => {
    if (folder !== undefined && unlock === undefined) {
      mkdirSync(dirname(folder), { recursive: true });
      unlock = lockFolder(folder);
    }
    const pglite = await create().catch((cause: unknown) => {
      if (!lastPanic) throw cause;
      throw new DatabaseUnavailable(`It does not open again after it had to stop: ${lastPanic.message}`, { cause });
    });
    await pglite.exec(`SET timezone = 'UTC'; SET datestyle = 'ISO'`);
    lastPanic = undefined;
    return pglite;
  };
  const create = () =>
    PGlite.create({
      ...(folder !== undefined && { dataDir: folder }),
      ...(dump && { loadDataDir: dump }),
      parsers: { [TYPE.int8]: Number, [TYPE.timestamptz]: parseTimestamp },
    });
  return {
    limit: 1,
    isShared: false,
    async connect() {
      opened ??= open().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      const pglite = await opened;
      let panic: Error | undefined;
      const run = async <R>(work: () => Promise<R>): Promise<R> => {
        if (panic) throw panic;
        try {
          return await work();
        } catch (error) {
          if (isPanic(error)) {
            panic = error;
            lastPanic = error;
            opened = undefined;
          }
          throw error;
        }
      };
      return {
        get isUsable() {
          return !pglite.closed && !panic;
        },
        query: (sql, parameters) =>
          run(async () => {
            const { rows, affectedRows = 0 } = await pglite.query(sql, [...parameters]);
            return { rows, affectedRows };
          }),
        execute: (sql) => run(async () => (await pglite.exec(sql)).flatMap(({ rows }) => rows)),
        async close() {},
      } satisfies Connection;
    },
    async close() {
      const pglite = await opened?.catch(() => undefined);
      if (pglite && !pglite.closed) await pglite.close();
      unlock?.();
    },
  };
}

/** Whether the database says that it has to stop. */
function isPanic(error: unknown): error is Error {
  return error instanceof Error && ['PANIC', 'FATAL'].includes(String((error as { severity?: unknown }).severity));
}
