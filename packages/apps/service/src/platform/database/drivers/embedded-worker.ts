/** The thread of the embedded database. Its statements block their thread, so requests need another one. */
import { serialize } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { parseTimestamp, type QueryResult, TYPE } from './connection.ts';
import type { DatabaseCall, DatabaseResponse, EmbeddedSettings } from './embedded-thread.ts';

const opening = open(workerData as EmbeddedSettings);
opening.catch(() => undefined);

parentPort?.on('message', async ({ id, call }: { id: number; call: DatabaseCall }) => {
  const response = await respond(call);
  const parts = divideRows(response.result?.rows ?? []);
  if (!response.result || parts.length === 0) parentPort?.postMessage({ id, ...response } satisfies DatabaseResponse);
  else {
    const result = { ...response.result, rows: [] };
    parentPort?.postMessage(
      { id, result, parts } satisfies DatabaseResponse,
      parts.map(({ buffer }) => buffer),
    );
  }
});

async function open({ folder, dump }: EmbeddedSettings): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  const pglite = await PGlite.create({
    ...(folder !== undefined && { dataDir: folder }),
    ...(dump && { loadDataDir: dump }),
    parsers: { [TYPE.int8]: Number, [TYPE.timestamptz]: parseTimestamp },
  });
  await pglite.exec(`SET timezone = 'UTC'; SET datestyle = 'ISO'`);
  return pglite;
}

/** Number of rows in each part of a larger result. */
const ROWS_OF_PART = 100;

/** Serializes many rows in parts. Few rows are copied in one piece. */
function divideRows(rows: readonly unknown[]): Uint8Array<ArrayBuffer>[] {
  const count = rows.length > ROWS_OF_PART ? Math.ceil(rows.length / ROWS_OF_PART) : 0;
  return Array.from({ length: count }, (_, part) =>
    // A copy, because the serializer allocates too much memory.
    Uint8Array.from(serialize(rows.slice(part * ROWS_OF_PART, (part + 1) * ROWS_OF_PART))),
  );
}

async function respond(call: DatabaseCall): Promise<Omit<DatabaseResponse, 'id'>> {
  try {
    return { result: await run(await opening, call) };
  } catch (error) {
    // Cloning the error would lose the database-specific fields, and some can't be cloned.
    const fields = Object.entries(error as Error).filter(([, value]) => ['string', 'number'].includes(typeof value));
    return { error: { ...Object.fromEntries(fields), message: (error as Error).message } };
  }
}

async function run(pglite: PGlite, { kind, sql, parameters }: DatabaseCall): Promise<QueryResult> {
  if (kind === 'open') return { rows: [], affectedRows: 0 };
  if (kind === 'close') {
    await pglite.close();
    return { rows: [], affectedRows: 0 };
  }
  if (kind === 'execute') return { rows: (await pglite.exec(sql)).flatMap(({ rows }) => rows), affectedRows: 0 };
  const { rows, affectedRows = 0 } = await pglite.query(sql, [...parameters]);
  return { rows, affectedRows };
}
