/**
 * More requests than connections, and statements that take too long.
 *
 * @module-tag long
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshPostgresUrl } from '../databases/databases.ts';
import { prepareKey } from '../databases/prepare-key.ts';
import { type Outcome, put } from './load.ts';
import { type ServingProgram, serveProgram } from './program.ts';

const POOL_SIZE = 2;
/** Far longer than a request waits for a connection, so that the two timeouts can be told apart. */
const STATEMENT_TIMEOUT_MS = 10_000;
let program: ServingProgram;
let token: string;
/** Another client of the database. */
let other: pg.Client;

beforeAll(async () => {
  const url = await freshPostgresUrl();
  token = await prepareKey(url);
  other = new pg.Client({ connectionString: url });
  await other.connect();
  program = await serveProgram({
    DATABASE_URL: url,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    STATEMENT_TIMEOUT_MS: String(STATEMENT_TIMEOUT_MS),
    // Jobs would use connections, which this test counts.
    RUN_WORKER: 'false',
  });
});
afterAll(async () => {
  await other?.end();
  await program?.end('SIGKILL');
});

it('requests that wait too long for a connection or a lock get 503', async () => {
  expect((await put(program.baseUrl, token, 'entry')).status).toBe(201);
  await other.query('BEGIN; LOCK TABLE client_storage IN ACCESS EXCLUSIVE MODE');
  // In the order of the responses.
  const outcomes: Outcome[] = [];
  await Promise.all(
    Array.from({ length: POOL_SIZE + 4 }, async (_, index) =>
      outcomes.push(await put(program.baseUrl, token, `blocked-${index}`)),
    ),
  );
  for (const { status, retryAfter, body } of outcomes) {
    expect({ status, retryAfter, body }).toEqual({
      status: 503,
      retryAfter: expect.stringMatching(/^\d+$/),
      body: { code: 503, reason: 'unavailable', message: expect.any(String) },
    });
  }
  // Those without a connection don't wait for the others, which no one but the service has ended: the lock is still held.
  const reasons = outcomes.map(({ body }) => /took too long|busy/.exec(String(body?.message))?.[0]);
  expect(reasons).toEqual([...Array(4).fill('busy'), ...Array(POOL_SIZE).fill('took too long')]);
  await other.query('ROLLBACK');
  // The connections whose statements were ended are usable again.
  const after = await Promise.all(Array.from({ length: 8 }, () => put(program.baseUrl, token, 'entry')));
  expect(after.map(({ status }) => status)).toEqual(Array(8).fill(200));
});
