import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { json } from '../../src/database/json.ts';
import { notFound, unprocessable } from '../../src/http/errors.ts';
import { forgetAnswers } from '../../src/http/forget-answers.ts';
import type { Handler } from '../../src/http/operation.ts';
import { newId } from '../../src/identifiers.ts';
import { DATABASES } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';

const WORKSPACE = { tenantId: 't1', workspaceId: 'w1' };

/** Lets requests wait in the middle of their work, and says when one is there. */
let gate: { reached: () => void; opened: Promise<void> } | undefined;

/** Writes a view, as slow as a test wants; "fail" and "gone" break off after the write. */
const createView: Handler<'createView'> = async ({ body, scope, url, transaction }) => {
  const id = newId();
  const { filters = {}, columns = [] } = body;
  await transaction(async (db) => {
    await db
      .insertInto('views')
      .values({
        tenant_id: scope.tenantId,
        workspace_id: scope.workspaceId,
        id,
        name: body.name,
        entity: body.entity,
        filters: json(filters) as never,
        columns,
      })
      .execute();
    gate?.reached();
    await gate?.opened;
  });
  if (body.name === 'fail') throw unprocessable({ 'body/name': 'must not be fail' });
  if (body.name === 'gone') throw notFound();
  const now = new Date().toISOString();
  return {
    status: 201,
    headers: { location: `${url}/${id}` },
    body: { id, ...body, filters, columns, created_at: now, updated_at: now },
  };
};

describe.each(DATABASES)('an Idempotency-Key on %s', (kind) => {
  let service: TestService;
  let ann: string;
  let ben: string;

  const post = (name: string, key: string, token = ann) =>
    service.send('/views', {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ name, entity: 'issues', filters: {}, columns: ['issue_id'] }),
    });
  const countOf = (database: Database, name: string) =>
    database.system(
      async (db) => (await db.selectFrom('views').select('id').where('name', '=', name).execute()).length,
    );

  beforeAll(async () => {
    service = await startService(kind, {}, { createView });
    ann = await service.key([WORKSPACE], 'ann');
    ben = await service.key([WORKSPACE], 'ben');
  });
  afterAll(() => service.close());

  test('50 duplicates at once have one effect and one answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const answer = await post('fifty', 'k-fifty');
        return { status: answer.status, location: answer.headers.get('location'), body: await answer.json() };
      }),
    );
    const done = answers.filter(({ status }) => status === 201);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(await countOf(service.database, 'fifty')).toBe(1);
    const again = await post('fifty', 'k-fifty');
    expect([again.status, again.headers.get('location'), await again.json()]).toEqual([
      201,
      done[0]?.location,
      done[0]?.body,
    ]);
  });

  test('another request with the key is refused, and that of another user is not', async () => {
    expect((await post('first', 'k-other')).status).toBe(201);
    expect(await (await post('second', 'k-other')).json()).toMatchObject({
      code: 422,
      details: { 'header/Idempotency-Key': expect.any(String) },
    });
    expect((await post('second', 'k-other', ben)).status).toBe(201);
    expect(await countOf(service.database, 'second')).toBe(1);
  });

  // The embedded database has one connection: a second request waits for the first.
  if (kind === 'postgres')
    test('while the first request runs, the second is told to wait', async () => {
      const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      gate = { reached: reached.resolve, opened: opened.promise };
      const first = post('slow', 'k-slow');
      await reached.promise;
      const second = await post('slow', 'k-slow');
      gate = undefined;
      opened.resolve();
      expect(second.status).toBe(409);
      expect((await first).status).toBe(201);
      expect((await post('slow', 'k-slow')).status).toBe(201);
      expect(await countOf(service.database, 'slow')).toBe(1);
    });

  test.each(['fail', 'gone'])(
    'a request that ends in an error (%s) leaves nothing, and its key is free',
    async (name) => {
      const before = await post(name, `k-${name}`);
      expect(before.status).toBeGreaterThanOrEqual(400);
      expect(await countOf(service.database, name)).toBe(0);
      expect((await post(`${name} no more`, `k-${name}`)).status).toBe(201);
    },
  );

  test('after 24 hours, or when its first request has died, a key is new', async () => {
    expect((await post('old', 'k-old')).status).toBe(201);
    const make = (changes: object) =>
      service.database.system((db) =>
        db.updateTable('idempotency_keys').set(changes).where('idempotency_key', '=', 'k-old').execute(),
      );
    await make({ expires_at: '2020-01-01T00:00:00Z' });
    expect((await post('old again', 'k-old')).status).toBe(201);
    await make({ status: null, body: null });
    expect((await post('old again', 'k-old')).status).toBe(409);
    await make({ locked_until: '2020-01-01T00:00:00Z' });
    expect((await post('old, a third time', 'k-old')).status).toBe(201);
  });

  test('what has expired is deleted from time to time, and nothing else', async () => {
    const { services } = service.service;
    const { database } = service;
    await post('expired', 'k-expired');
    await post('valid', 'k-valid');
    const keys = (names: string[]) =>
      database.system(async (db) => {
        const rows = await db
          .selectFrom('idempotency_keys')
          .select('idempotency_key')
          .where('idempotency_key', 'in', names)
          .execute();
        return rows.map(({ idempotency_key }) => idempotency_key);
      });
    await database.system((db) =>
      db
        .updateTable('idempotency_keys')
        .set({ expires_at: '2020-01-01T00:00:00Z' })
        .where('idempotency_key', '=', 'k-expired')
        .execute(),
    );
    await forgetAnswers.run(services);
    expect(await keys(['k-expired', 'k-valid'])).toEqual(['k-valid']);
  });
});
