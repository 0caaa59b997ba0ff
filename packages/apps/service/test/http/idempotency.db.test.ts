import fc from '@aispm/testing/properties';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/core/identifiers.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { json } from '../../src/platform/database/json.ts';
import { notFound, unprocessable } from '../../src/platform/http/errors/errors.ts';
import { hashRequest } from '../../src/platform/http/idempotency.ts';
import type { Handler } from '../../src/platform/http/operation.ts';
import { purgeExpiredIdempotencyKeys } from '../../src/platform/http/purge-idempotency-keys.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';

const WORKSPACE = { tenantId: 't1', workspaceId: 'w1' };

/** Holds requests after their write, and reports when one has reached it. */
let gate: { reached: () => void; opened: Promise<void> } | undefined;

/** Writes a view and waits at the gate; "fail" and "gone" throw after the write. */
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
  if (body.name === 'fail') throw unprocessable('invalid_body', { 'body/name': 'must not be fail' });
  if (body.name === 'gone') throw notFound();
  const now = new Date().toISOString();
  return {
    status: 201,
    headers: { location: `${url}/${id}` },
    body: { id, ...body, filters, columns, created_at: now, updated_at: now },
  };
};

/** Returns a value with the members of all its objects in the opposite order. */
function reverseMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reverseMembers(member)]),
  );
}

it('the canonical hash of a request depends on its body, but not on the order of properties', async () => {
  const hash = async (body: unknown) => (await hashRequest('createView', '/views', body)).canonical.toString('hex');
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), fc.jsonValue(), async (body, other) => {
      expect(await hash(reverseMembers(body))).toBe(await hash(body));
      expect((await hash([body, other])) === (await hash([other, body]))).toBe(
        (await hash(body)) === (await hash(other)),
      );
    }),
  );
});

it("a handler that starts a transaction inside its request's transaction does not compile", () => {
  const handler: Handler<'createView'> = ({ database, services }) =>
    database(async (db) => {
      // @ts-expect-error A transaction has no method that starts another one.
      db.transaction();
      // @ts-expect-error Another connection would be outside of the transaction.
      return services.database;
    });
  // @ts-expect-error With a key the transaction has begun already, at another time.
  const reader: Handler<'createView'> = ({ snapshot }) => snapshot(async () => undefined as never);
  expect([handler, reader]).toHaveLength(2);
});

describeOnDatabases('an Idempotency-Key', (kind) => {
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
  const countViews = (database: Database, name: string) =>
    database.system(
      async (db) => (await db.selectFrom('views').select('id').where('name', '=', name).execute()).length,
    );

  beforeAll(async () => {
    service = await startService(kind, {}, { createView });
    ann = await service.key([WORKSPACE], 'ann');
    ben = await service.key([WORKSPACE], 'ben');
  });
  afterAll(() => service.close());

  it('has one effect and one response for 50 simultaneous duplicates', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await post('fifty', 'k-fifty');
        return { status: response.status, location: response.headers.get('location'), body: await response.json() };
      }),
    );
    const done = responses.filter(({ status }) => status === 201);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(responses.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(await countViews(service.database, 'fifty')).toBe(1);
    const again = await post('fifty', 'k-fifty');
    expect([again.status, again.headers.get('location'), await again.json()]).toEqual([
      201,
      done[0]?.location,
      done[0]?.body,
    ]);
  });

  it('rejects another request with the same key, and accepts the same key of another user', async () => {
    expect((await post('first', 'k-other')).status).toBe(201);
    expect(await (await post('second', 'k-other')).json()).toMatchObject({
      code: 422,
      reason: 'idempotency_key_reused',
      details: { 'header/Idempotency-Key': expect.any(String) },
    });
    expect((await post('second', 'k-other', ben)).status).toBe(201);
    expect(await countViews(service.database, 'second')).toBe(1);
  });

  // The embedded database has one connection: a second request waits for the first.
  if (kind === 'postgres')
    it('returns 409 for a duplicate while the first request runs', async () => {
      const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      gate = { reached: reached.resolve, opened: opened.promise };
      const first = post('slow', 'k-slow');
      await reached.promise;
      const second = await post('slow', 'k-slow');
      gate = undefined;
      opened.resolve();
      expect(second.status).toBe(409);
      expect(await second.json()).toMatchObject({ code: 409, reason: 'idempotency_key_in_progress' });
      expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await first).status).toBe(201);
      expect((await post('slow', 'k-slow')).status).toBe(201);
      expect(await countViews(service.database, 'slow')).toBe(1);
    });

  if (kind === 'postgres')
    it('is released immediately when the process of its first request dies', async () => {
      const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      gate = { reached: reached.resolve, opened: opened.promise };
      const first = post('dead', 'k-dead');
      await reached.promise;
      gate = undefined;
      // What the server does when the connection of a process is gone.
      await service.database.system((db) =>
        sql`SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'idle in transaction'`.execute(db),
      );
      const second = await post('dead', 'k-dead');
      opened.resolve();
      expect([second.status, (await first).status]).toEqual([201, 503]);
      expect(await countViews(service.database, 'dead')).toBe(1);
    });

  it.each(['fail', 'gone'])('writes nothing and releases the key when a request fails (%s)', async (name) => {
    const before = await post(name, `k-${name}`);
    expect(before.status).toBeGreaterThanOrEqual(400);
    expect(await countViews(service.database, name)).toBe(0);
    expect((await post(`${name} no more`, `k-${name}`)).status).toBe(201);
  });

  it('can be reused after 24 hours, or when its first request has died', async () => {
    expect((await post('old', 'k-old')).status).toBe(201);
    const update = (changes: object) =>
      service.database.system((db) =>
        db.updateTable('idempotency_keys').set(changes).where('idempotency_key', '=', 'k-old').execute(),
      );
    await update({ expires_at: '2020-01-01T00:00:00Z' });
    expect((await post('old again', 'k-old')).status).toBe(201);
    // As a process of the release before leaves it: it commits its claim, which holds until a time.
    await update({ canonical_hash: null });
    expect((await post('old again', 'k-old')).status).toBe(201);
    await update({ status: null, body: null, locked_until: '2100-01-01T00:00:00Z' });
    expect((await post('old again', 'k-old')).status).toBe(409);
    await update({ locked_until: '2020-01-01T00:00:00Z' });
    expect((await post('old, third request', 'k-old')).status).toBe(201);
  });

  it('matches the same JSON with its properties in another order, and nothing else', async () => {
    const send = (body: string) =>
      service.send('/views', {
        method: 'POST',
        token: ann,
        headers: { 'content-type': 'application/json', 'idempotency-key': 'k-order' },
        body,
      });
    const first = await send('{"name":"order","entity":"issues","filters":{},"columns":["issue_id","status"]}');
    const again = await send(
      '{"columns":["issue_id", "status"], "filters":{}, "entity":"issues", "name":"ord\\u0065r"}',
    );
    expect([first.status, again.status, await again.json()]).toEqual([201, 201, await first.json()]);
    const other = await send('{"name":"order","entity":"issues","filters":{},"columns":["status","issue_id"]}');
    expect([other.status, await countViews(service.database, 'order')]).toEqual([422, 1]);
  });

  it('only gets deleted once it expires', async () => {
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
    await purgeExpiredIdempotencyKeys.run(services);
    expect(await keys(['k-expired', 'k-valid'])).toEqual(['k-valid']);
  });
});
