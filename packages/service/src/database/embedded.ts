/** The database inside this process, kept in a folder or in memory. It has one connection. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type Connection, type Connector, parseTimestamp, TYPE } from './connection.ts';
import { lockFolder } from './folder-lock.ts';

/** Where the embedded database is. */
export interface EmbeddedSettings {
  /** Folder; in memory when it is left out. */
  folder?: string;
  /** A data folder, packed, to start from in place of an empty one. */
  dump?: Blob;
}

/** Opens the embedded database when it is first connected to. */
export function embedded({ folder, dump }: EmbeddedSettings): Connector {
  let opened: Promise<PGlite> | undefined;
  let unlock = () => {};
  const open = async () => {
    if (folder !== undefined) {
      mkdirSync(dirname(folder), { recursive: true });
      unlock = lockFolder(folder);
    }
    const pglite = await PGlite.create({
      ...(folder !== undefined && { dataDir: folder }),
      ...(dump && { loadDataDir: dump }),
      parsers: { [TYPE.int8]: Number, [TYPE.timestamptz]: parseTimestamp },
    });
    await pglite.exec(`SET timezone = 'UTC'; SET datestyle = 'ISO'`);
    return pglite;
  };
  return {
    limit: 1,
    isShared: false,
    async connect() {
      opened ??= open();
      const pglite = await opened;
      return {
        get isUsable() {
          return !pglite.closed;
        },
        async query(sql, parameters) {
          const { rows, affectedRows = 0 } = await pglite.query(sql, [...parameters]);
          return { rows, affectedRows };
        },
        async execute(sql) {
          return (await pglite.exec(sql)).flatMap(({ rows }) => rows);
        },
        async close() {},
      } satisfies Connection;
    },
    async close() {
      const pglite = await opened?.catch(() => undefined);
      if (pglite && !pglite.closed) await pglite.close();
      unlock();
    },
  };
}
