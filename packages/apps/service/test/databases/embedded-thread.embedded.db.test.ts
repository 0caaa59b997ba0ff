/** The embedded database runs in its own thread: no one else waits for a statement that takes long. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { EmbeddedThread } from '../../src/platform/database/drivers/embedded-thread.ts';
import { startService, type TestService } from '../service.ts';

/** A statement that runs until the thread is ended. */
const ENDLESS = {
  kind: 'query',
  sql: 'SELECT count(*) FROM generate_series(1, 1e15::bigint)',
  parameters: [],
} as const;

describe('the embedded database', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService('embedded');
  });
  afterAll(() => service.close());

  it('lets the health probe respond while a statement runs', async () => {
    const ended: string[] = [];
    await service.database.system(async (_, connection) => {
      const statement = connection
        .query('SELECT count(*) FROM generate_series(1, 5000000)', [])
        .then(() => ended.push('statement'));
      const probe = await fetch(new URL('/healthz', service.baseUrl));
      ended.push(`probe: ${probe.status}`);
      await statement;
    });
    expect(ended).toEqual(['probe: 200', 'statement']);
  });

  it('rejects pending calls with the reason when its thread ends', async () => {
    const thread = await EmbeddedThread.open({ dump: new Blob([readFileSync(inject('embeddedDump'))]) });
    const running = expect(thread.call(ENDLESS)).rejects.toThrow('The embedded database has ended');
    await thread.terminate();
    await running;
    expect(thread.isAlive).toBe(false);
    await expect(thread.call(ENDLESS)).rejects.toThrow('The embedded database has ended');
  });

  it.each([0, 1, 100, 101, 250])('returns %i rows in order, with values of every type', async (count) => {
    const { rows } = await service.database.system((_, connection) =>
      connection.query(
        `SELECT n, n::bigint AS big, 'é' || n AS text, CASE WHEN n % 2 = 0 THEN n END AS maybe, json_build_object('n', n) AS json,
          decode('00ff', 'hex') AS bytes, ARRAY['a', n::text] AS list, '2026-01-02T03:04:05Z'::timestamptz AS timestamp
        FROM generate_series(1, $1::integer) AS n`,
        [count],
      ),
    );
    const expected = Array.from({ length: count }, (_, index) => index + 1).map((n) => ({
      n,
      big: n,
      text: `é${n}`,
      maybe: n % 2 === 0 ? n : null,
      json: { n },
      bytes: Uint8Array.of(0, 255),
      list: ['a', String(n)],
      timestamp: '2026-01-02T03:04:05Z',
    }));
    expect(
      rows.map((row) => ({ ...(row as object), bytes: Uint8Array.from((row as { bytes: Uint8Array }).bytes) })),
    ).toEqual(expected);
  });

  it('preserves the fields of errors', async () => {
    const failing = service.database.system((_, connection) => connection.query('SELECT 1 / $1::integer', [0]));
    await expect(failing).rejects.toMatchObject({ code: '22012', severity: 'ERROR', message: 'division by zero' });
  });
});
