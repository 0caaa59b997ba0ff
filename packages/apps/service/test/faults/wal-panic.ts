/** Fills a small disk with the write-ahead log of the embedded database until it panics, frees space, and prints the outcome as JSON. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { embedded } from '../../src/platform/database/drivers/embedded.ts';

const [disk = ''] = process.argv.slice(2);
const filling = join(disk, 'filling');
writeFileSync(filling, Buffer.alloc(10 << 20));
const connector = embedded({ folder: join(disk, 'data') });
const connection = await connector.connect();
await connection.execute('CREATE TABLE inserted (id integer); CREATE TABLE bulk (text text)');

const catchFailure = (promise: Promise<unknown>): Promise<Record<string, unknown> | undefined> =>
  promise.then(
    () => undefined,
    ({ severity, code, name }) => ({ severity, code, name }),
  );
const query = (sql: string, parameters: unknown[] = []) => catchFailure(connection.query(sql, parameters));
const errors: unknown[] = [];
let inserted = 0;
for (let index = 0; errors.length === 0 && index < 200; index += 1) {
  let failure = await query('INSERT INTO inserted VALUES ($1)', [index]);
  if (!failure) inserted += 1;
  // Truncated rows only take up space in the log.
  failure ??= await query('TRUNCATE bulk');
  failure ??= await query('INSERT INTO bulk SELECT repeat(md5(random()::text), 30) FROM generate_series(1, 1000)');
  if (failure) errors.push(failure);
}
// Kysely does this after an error. It mustn't reach a database that will never respond.
errors.push(await query('ROLLBACK'));
const { isUsable } = connection;
const reopenedFull = await catchFailure(connector.connect());
rmSync(filling);
const { rows } = await (await connector.connect()).query('SELECT count(*) AS count FROM inserted', []);
await connector.close();
// What's left of a database that panicked may keep the process running.
process.stdout.write(JSON.stringify({ errors, isUsable, reopenedFull, inserted, rows }), () => process.exit(0));
