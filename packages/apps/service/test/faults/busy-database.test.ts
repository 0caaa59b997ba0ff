/**
 * More requests than connections, and statements that take too long.
 *
 * @module-tag long
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshPostgresUrl } from '../databases/databases.ts';
import { prepareKey } from '../databases/prepare-key.ts';
import { put } from './load.ts';
import { type ServingProgram, serveProgram } from './program.ts';

const POOL_SIZE = 2;
/** Far longer than a request waits for a connection, so that the two timeouts can be told apart. */
const STATEMENT_TIMEOUT_MS = 20_000;
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
  const outcomes = await Promise.all(
    Array.from({ length: POOL_SIZE + 4 }, (_, index) => put(program.baseUrl, token, `blocked-${index}`)),
  );
  for (const { status, retryAfter, body, ms } of outcomes) {
    expect({ status, retryAfter, body }).toEqual({
      status: 503,
      retryAfter: expect.stringMatching(/^\d+$/),
      body: { code: 503, reason: 'unavailable', message: expect.any(String) },
    });
    expect(ms).toBeLessThan(2 * STATEMENT_TIMEOUT_MS);
  }
  const messages = outcomes.map(({ body }) => body?.message);
  expect(messages.filter((message) => /took too long/.test(String(message)))).toHaveLength(POOL_SIZE);
  expect(messages.filter((message) => /busy/.test(String(message)))).toHaveLength(4);
  await other.query('ROLLBACK');
  // The connections whose statements were ended are usable again.
  const after = await Promise.all(Array.from({ length: 8 }, () => put(program.baseUrl, token, 'entry')));
  expect(after.map(({ status }) => status)).toEqual(Array(8).fill(200));
});
