/** How events reach their receivers. */

import {
  type Client,
  createWebhook,
  deleteWebhook,
  getRule,
  getWebhook,
  rotateWebhook,
  updateRule,
  updateWebhook,
} from '@aispm/client';
import contract from '@aispm/spec/strict.json' with { type: 'json' };
import type { CreatedWebhook, NewWebhook, RuleUpdate } from '@aispm/types';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedSampleData } from '../../src/demo/seed.ts';
import { appendChanges, changeRetention, type NewChange } from '../../src/domains/changes/index.ts';
import { announceChanges } from '../../src/domains/webhooks/deliveries/announce.ts';
import { claimWebhook, releaseWebhook } from '../../src/domains/webhooks/deliveries/claim.ts';
import { planDeliveries } from '../../src/domains/webhooks/deliveries/plan.ts';
import { WebhookSender } from '../../src/domains/webhooks/index.ts';
import { TestClock } from '../clock.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { createScan } from '../findings/workspace.ts';
import { ScannedWorkspace } from '../histories/scanned-workspace.ts';
import { startService, type TestService } from '../service.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema(contract, 'contract');

/** Validates a payload against the contract. @returns what is wrong; empty if nothing is */
function validate({ event }: { event: { type: string } }): unknown {
  const pointer = `#/webhooks/${event.type}/post/requestBody/content/application~1json/schema`;
  const check = ajv.getSchema(`contract${pointer}`);
  return check?.(event) ? [] : (check?.errors ?? pointer);
}

describeOnDatabases('deliveries', (kind) => {
  let service: TestService;
  let sender: WebhookSender;
  let clock: TestClock;
  let workspace: ScannedWorkspace;
  let path: { tenant_id: string; workspace_id: string };
  let admin: Client;
  let receivers: Receiver[] = [];
  let names = 0;

  beforeAll(async () => {
    service = await startService(kind, { runsWorker: false, outgoingHosts: ['127.0.0.1:*', 'hooks.example'] });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    clock = new TestClock();
    sender = createSender();
    names += 1;
    workspace = await ScannedWorkspace.create(service.database, `tenant-${names}`);
    path = { tenant_id: workspace.scope.tenantId, workspace_id: 'main' };
    admin = service.client(await service.key([workspace.scope]));
  });
  afterEach(async () => {
    await sender.stop(0);
    await service.database.system((db) => db.deleteFrom('webhooks').execute());
    await Promise.all(receivers.map((receiver) => receiver.close()));
    receivers = [];
  });

  const createSender = () => new WebhookSender({ ...service.service.services, clock, metrics: new Registry() });

  async function receive(body: Partial<NewWebhook> = {}): Promise<Receiver & { webhook: CreatedWebhook }> {
    const receiver = await startReceiver();
    receivers.push(receiver);
    const webhook = await createWebhook(admin, { ...path, body: { name: 'Desk', url: receiver.url, ...body } });
    return Object.assign(receiver, { webhook });
  }

  const now = () => new Date(clock.now()).toISOString();
  const scan = (rules: string[] = []) => workspace.scan(createScan(rules), new Date().toISOString());
  const change = (...changes: NewChange[]) => workspace.write((db) => appendChanges(db, workspace.scope, changes));
  const list = ({ received }: Receiver, field = 'object_id') => received.map(({ event }) => event.data[field]);
  const read = ({ webhook }: { webhook: CreatedWebhook }) => getWebhook(admin, { ...path, id: webhook.id });
  const countDeliveries = async () => {
    const { rows } = await service.database.system((db) =>
      sql<{ count: number }>`SELECT count(*)::integer AS count FROM webhook_deliveries`.execute(db),
    );
    return rows[0]?.count;
  };

  /** Scans three objects. @returns what appends their appearance again */
  async function createObjects() {
    await scan();
    const objects = await workspace.read((db) =>
      db
        .selectFrom('objects')
        .select(['aispm_object_id as subject_id', 'object_type'])
        .where('tenant_id', '=', path.tenant_id)
        .orderBy('aispm_object_id')
        .execute(),
    );
    const [one, two] = objects.map(
      (object) => (kind: 'object_appeared' | 'object_disappeared') => ({ ...object, kind }) as NewChange,
    );
    if (!one || !two) throw new Error('The scan has two objects');
    const [a, b] = objects.map(({ subject_id }) => subject_id) as [string, string];
    return { a, b, one, two };
  }

  describe('the events of a scan', () => {
    it('are sent in their order, signed and as the contract describes them, and nothing else is', async () => {
      const receiver = await receive();
      const scanId = await scan(['acme.one']);
      await sender.sendDue();
      const types = receiver.received.map(({ event }) => event.type);
      expect(types.toSorted()).toEqual(
        expect.arrayContaining(['issue.opened', 'object.appeared', 'object.appeared', 'scan.ended']),
      );
      for (const received of receiver.received) {
        expect(validate(received)).toEqual([]);
        expect(await receiver.verify(received, receiver.webhook.secret, clock.now())).toMatchObject(received.event);
      }
      const opened = receiver.received.find(({ event }) => event.data.rule_id === 'acme.one');
      expect(opened?.event).toMatchObject({
        type: 'issue.opened',
        data: { ...path, rule_name: 'acme.one', definitive_severity: 'medium', status: 'open', changed_fields: [] },
      });
      const token = await service.key([workspace.scope]);
      for (const { event } of receiver.received) {
        expect((await service.send(String(event.data.path), { token })).status).toBe(200);
      }
      expect(list(receiver, 'scan_id')).toContain(scanId);
      await sender.sendDue();
      expect(receiver.received).toHaveLength(types.length);
    });

    it('are sent to each webhook as its filters select them', async () => {
      const kinds = await receive({ kinds: ['scan.ended'] });
      const severe = await receive({ kinds: ['issue.opened', 'scan.ended'], severities: ['critical'] });
      const medium = await receive({ kinds: ['issue.opened'], severities: ['medium'] });
      await scan(['acme.one']);
      await sender.sendDue();
      expect(kinds.received.map(({ event }) => event.type)).toEqual(['scan.ended']);
      expect(severe.received.map(({ event }) => event.type)).toEqual(['scan.ended']);
      expect(list(medium, 'rule_id')).toEqual(['acme.one']);
    });

    it('are not sent if a user has deactivated the webhook in the meantime', async () => {
      const receiver = await receive();
      const change = (is_active: boolean) =>
        updateWebhook(admin, { ...path, id: receiver.webhook.id, body: { is_active } });
      await change(false);
      await scan();
      await sender.sendDue();
      await change(true);
      await sender.sendDue();
      expect(receiver.received).toEqual([]);
      await scan(['acme.one']);
      await sender.sendDue();
      expect(list(receiver, 'rule_id')).toContain('acme.one');
    });
  });

  it('sends the ends of runs and exports, issues that are changed and resolved, and rules that change', async () => {
    await seedSampleData(service.database, workspace.scope);
    const receiver = await receive();
    const inTenant = sql`tenant_id = ${path.tenant_id}`;
    await service.database.system(async (db) => {
      await sql`INSERT INTO view_exports (tenant_id, workspace_id, export_workflow_id, view_id, view_name, entity, filters,
          columns, export_status)
        SELECT tenant_id, workspace_id, 'export', id, name, entity, filters, columns, 'running'
        FROM views WHERE ${inTenant} LIMIT 1`.execute(db);
      await sql`UPDATE view_exports SET export_status = 'failed', finished_at = now()
        WHERE ${inTenant} AND export_workflow_id = 'export'`.execute(db);
      await sql`UPDATE evaluation_runs SET status = 'running', finished_at = NULL
        WHERE ${inTenant} AND id = (SELECT min(id) FROM evaluation_runs WHERE ${inTenant})`.execute(db);
      await sql`UPDATE evaluation_runs SET status = 'cancelled', finished_at = now()
        WHERE ${inTenant} AND finished_at IS NULL AND status = 'running'`.execute(db);
      await sql`UPDATE rules SET severity = 'low'
        WHERE ${inTenant} AND rule_id = (SELECT min(rule_id) FROM rules WHERE ${inTenant} AND severity <> 'low')`.execute(
        db,
      );
    });
    const { issue_id } = await workspace.read((db) =>
      db
        .selectFrom('issues')
        .select('issue_id')
        .where('status', '=', 'open')
        .where('tenant_id', '=', path.tenant_id)
        .orderBy('issue_id')
        .executeTakeFirstOrThrow(),
    );
    await workspace.triage(issue_id, { assignee: 'ann' }, now());
    await workspace.triage(issue_id, { status: 'in_progress' }, now());
    await workspace.triage(issue_id, { status: 'resolved' }, now());
    await sender.sendDue();
    for (const received of receiver.received) expect(validate(received)).toEqual([]);
    expect(new Set(receiver.received.map(({ event }) => event.type))).toEqual(
      new Set(['export.ended', 'run.ended', 'rule.changed', 'issue.changed', 'issue.resolved']),
    );
  });

  describe('an event that a receiver does not accept', () => {
    it('is sent again after a growing delay, with the same identifier and a new signature', async () => {
      const { one } = await createObjects();
      const receiver = await receive();
      receiver.respond = () => 500;
      await change(one('object_appeared'));
      const delays = [5 * SECOND, 300 * SECOND, 1_800 * SECOND, 2 * HOUR];
      await sender.sendDue();
      for (const delay of delays) {
        const { length } = receiver.received;
        // A receiver that accepts nothing gets a request each minute at most.
        clock.advance(Math.max(delay, 60 * SECOND) - SECOND);
        if (delay > 60 * SECOND) await sender.sendDue();
        expect(receiver.received).toHaveLength(length);
        clock.advance(2 * SECOND);
        await sender.sendDue();
        expect(receiver.received).toHaveLength(length + 1);
        const last = receiver.received.at(-1);
        if (last) await receiver.verify(last, receiver.webhook.secret, clock.now());
      }
      const unique = (name: string) => new Set(receiver.received.map(({ headers }) => headers[name])).size;
      expect([unique('webhook-id'), unique('webhook-timestamp')]).toEqual([1, 5]);
      receiver.respond = () => 200;
      clock.advance(5 * HOUR);
      await sender.sendDue();
      clock.advance(100 * HOUR);
      await sender.sendDue();
      expect(receiver.received).toHaveLength(6);
      expect(await countDeliveries()).toBe(0);
    });

    it('delays the next ones about the same, and no others', async () => {
      const { a, b, one, two } = await createObjects();
      const receiver = await receive();
      let isBroken = true;
      receiver.respond = ({ event }) => (event.data.object_id === a && isBroken ? 503 : 200);
      await change(one('object_disappeared'), two('object_disappeared'), one('object_appeared'));
      await change(two('object_appeared'), one('object_disappeared'));
      await sender.sendDue();
      expect(list(receiver).toSorted()).toEqual([a, b, b].toSorted());
      isBroken = false;
      receiver.received.length = 0;
      clock.advance(HOUR);
      await sender.sendDue();
      expect(receiver.received.map(({ event }) => [event.data.object_id, event.type])).toEqual([
        [a, 'object.disappeared'],
        [a, 'object.appeared'],
        [a, 'object.disappeared'],
      ]);
    });

    it('is given up after ten attempts, while the receiver accepts others', async () => {
      const { a, one, two } = await createObjects();
      const receiver = await receive();
      receiver.respond = ({ event }) => (event.data.object_id === a ? 400 : 200);
      await change(one('object_appeared'));
      for (let hours = 0; hours < 120; hours += 1) {
        await change(two('object_appeared'));
        await sender.sendDue();
        clock.advance(HOUR);
      }
      expect(list(receiver).filter((id) => id === a)).toHaveLength(10);
      expect(await read(receiver)).toMatchObject({ is_active: true });
      expect(await countDeliveries()).toBe(0);
    });
  });

  describe('a receiver that asks to wait', () => {
    it.each([
      ['seconds', () => '120', 120],
      ['a time', () => new Date(Math.ceil(clock.now() / SECOND) * SECOND + 120 * SECOND).toUTCString(), 121],
      ['more than an hour, which is too long', () => '86400', 3_600],
    ])('gets nothing until then, also no other events: with %s', async (_, retryAfter, seconds) => {
      const { a, b, one, two } = await createObjects();
      const receiver = await receive();
      receiver.respond = () => ({ status: 429, headers: { 'retry-after': retryAfter() } });
      await change(one('object_appeared'));
      await sender.sendDue();
      receiver.respond = () => 204;
      await change(two('object_appeared'));
      clock.advance((seconds - 2) * SECOND);
      await sender.sendDue();
      expect(list(receiver)).toEqual([a]);
      clock.advance(3 * SECOND);
      await sender.sendDue();
      expect(list(receiver).toSorted()).toEqual([a, a, b].toSorted());
    });

    it('is asked as usual after other failures, and when it asks for something else', async () => {
      const { a, one } = await createObjects();
      const receiver = await receive();
      const responses = [
        { status: 500, headers: { 'retry-after': '86400' } },
        { status: 503, headers: { 'retry-after': 'soon' } },
      ];
      receiver.respond = () => responses.shift() ?? 204;
      await change(one('object_appeared'));
      for (const delay of [0, 61, 301]) {
        clock.advance(delay * SECOND);
        await sender.sendDue();
      }
      expect(list(receiver)).toEqual([a, a, a]);
    });
  });

  describe('the settings of a rule', () => {
    it('are events with the severity that its findings get, also those that switch it off', async () => {
      await scan(['acme.one']);
      const receiver = await receive({ kinds: ['rule.changed'] });
      const critical = await receive({ kinds: ['rule.changed'], severities: ['critical'] });
      const rule = { ...path, rule_id: 'acme.one' };
      const own = (await getRule(admin, rule)).severity;
      const updates: RuleUpdate[] = [
        { severity_override: 'critical' },
        { is_enabled: false },
        { severity_override: null },
      ];
      for (const body of updates) {
        await updateRule(admin, { ...rule, body });
        await sender.sendDue();
      }
      for (const received of receiver.received) expect(validate(received)).toEqual([]);
      const data = receiver.received.map(({ event }) => event.data);
      expect(data).toEqual([
        expect.objectContaining({
          is_enabled: true,
          definitive_severity: 'critical',
          changed_fields: ['severity_override'],
        }),
        expect.objectContaining({ is_enabled: false, definitive_severity: 'critical', changed_fields: ['is_enabled'] }),
        expect.objectContaining({ is_enabled: false, definitive_severity: own, changed_fields: ['severity_override'] }),
      ]);
      expect(own).not.toBe('critical');
      expect(critical.received.map(({ event }) => event.data)).toEqual(data.slice(0, 2));
    });

    it('are no event when nothing changes', async () => {
      await scan(['acme.one']);
      const receiver = await receive({ kinds: ['rule.changed'] });
      await updateRule(admin, { ...path, rule_id: 'acme.one', body: { is_enabled: true } });
      await sender.sendDue();
      expect(receiver.received).toEqual([]);
    });
  });

  describe('what is due', () => {
    const countDue = async () => {
      const { rows } = await service.database.system((db) =>
        sql<{ count: number }>`SELECT count(*)::integer AS count FROM webhooks WHERE due_at IS NOT NULL`.execute(db),
      );
      return rows[0]?.count;
    };

    it('is nothing while nothing happens, or only in other workspaces', async () => {
      await createObjects();
      await receive();
      await receive({ is_active: false });
      await sender.sendDue();
      expect(await countDue()).toBe(0);
      const other = await ScannedWorkspace.create(service.database, `other-${names}`);
      await other.scan(createScan([]), new Date().toISOString());
      await announceChanges(service.database, now());
      expect(await countDue()).toBe(0);
    });

    it('includes a change that is announced while the turn of the webhook ends', async () => {
      const { a, b, one, two } = await createObjects();
      const receiver = await receive();
      await change(one('object_appeared'));
      await announceChanges(service.database, now());
      const claimed = await claimWebhook(service.database, 'owner', now());
      if (!claimed) throw new Error('The webhook has events');
      expect(await workspace.write((db) => planDeliveries(db, claimed, now()))).toBe('done');
      await change(two('object_appeared'));
      await announceChanges(service.database, now());
      await workspace.write((db) => releaseWebhook(db, claimed, now(), null));
      await sender.sendDue();
      expect(list(receiver).toSorted()).toEqual([a, b].toSorted());
    });

    it('is measured, and so are the attempts', async () => {
      const { one, two } = await createObjects();
      const receiver = await receive();
      await sender.sendDue();
      const metrics = new Registry();
      const measured = new WebhookSender({ ...service.service.services, clock, metrics });
      expect(await metrics.metrics()).toContain('aispm_oldest_due_webhook_seconds 0\n');
      await change(one('object_appeared'), two('object_appeared'));
      await announceChanges(service.database, now());
      clock.advance(100 * SECOND);
      expect(await metrics.metrics()).toMatch(/^aispm_oldest_due_webhook_seconds 1\d\d/m);
      receiver.respond = () => (receiver.received.length === 1 ? 503 : 204);
      await measured.sendDue();
      const text = await metrics.metrics();
      expect(text).toContain('aispm_webhook_attempt_duration_seconds_count{outcome="accepted"} 1');
      expect(text).toContain('aispm_webhook_attempt_duration_seconds_count{outcome="retried"} 1');
      expect(text).toContain('aispm_oldest_due_webhook_seconds 0\n');
    });
  });

  describe('a webhook', () => {
    it('is deactivated when the receiver wants no more events', async () => {
      const { one } = await createObjects();
      const receiver = await receive();
      receiver.respond = () => 410;
      await change(one('object_appeared'));
      await sender.sendDue();
      expect(await read(receiver)).toMatchObject({ is_active: false, deactivation_reason: 'gone' });
      await change(one('object_disappeared'));
      await sender.sendDue();
      expect(receiver.received).toHaveLength(1);
      expect(await countDeliveries()).toBe(0);
    });

    it('is deactivated when no request has succeeded for three days', async () => {
      const { one } = await createObjects();
      const receiver = await receive();
      receiver.respond = () => 500;
      await change(one('object_appeared'));
      for (let hours = 0; hours < 71; hours += 1) {
        await sender.sendDue();
        clock.advance(HOUR);
      }
      expect(await read(receiver)).toMatchObject({ is_active: true, first_failure_at: expect.any(String) });
      clock.advance(24 * HOUR);
      await sender.sendDue();
      expect(await read(receiver)).toMatchObject({ is_active: false, deactivation_reason: 'failures' });
    });

    it('gets nothing after its deletion', async () => {
      const { one } = await createObjects();
      const receiver = await receive();
      receiver.respond = () => 500;
      await change(one('object_appeared'));
      await sender.sendDue();
      await deleteWebhook(admin, { ...path, id: receiver.webhook.id });
      clock.advance(HOUR);
      await sender.sendDue();
      expect(receiver.received).toHaveLength(1);
      expect(await countDeliveries()).toBe(0);
    });

    it('gets two signatures during a rotation', async () => {
      const { one } = await createObjects();
      const receiver = await receive();
      const { secret } = await rotateWebhook(admin, { ...path, id: receiver.webhook.id, body: {} });
      await change(one('object_appeared'));
      await sender.sendDue();
      const [received] = receiver.received;
      for (const key of [secret, receiver.webhook.secret])
        if (received) await receiver.verify(received, key, clock.now());
      expect(received?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    });

    it('delays no other one while it does not respond', async () => {
      const { one } = await createObjects();
      const { promise, resolve } = Promise.withResolvers<number>();
      const slow = await receive();
      slow.respond = () => promise;
      const fast = await receive();
      fast.respond = () => {
        resolve(204);
        return 204;
      };
      await change(one('object_appeared'));
      await sender.sendDue();
      expect([slow.received.length, fast.received.length]).toEqual([1, 1]);
      expect(await countDeliveries()).toBe(0);
    });

    it('is not called at an address that evaluations may not call either', async () => {
      const { one } = await createObjects();
      const receiver = await receive({ url: 'https://hooks.example/' });
      const { port } = new URL(receiver.url);
      let lookups = 0;
      const resolve = async () => {
        lookups += 1;
        return ['127.0.0.1'];
      };
      await service.database.system((db) =>
        db
          .updateTable('webhooks')
          .set({ url: `http://hooks.example:${port}/` })
          .execute(),
      );
      await change(one('object_appeared'));
      const settings = { ...service.service.services.settings, outgoingHosts: ['hooks.example:*'] };
      await new WebhookSender(
        { ...service.service.services, clock, settings, metrics: new Registry() },
        { resolve },
      ).sendDue();
      expect([lookups, receiver.received.length, await countDeliveries()]).toEqual([1, 0, 1]);
    });

    it('keeps what does not fit in the log of changes', async () => {
      const { one } = await createObjects();
      const { webhook } = await receive();
      await change(...Array.from({ length: 1_200 }, () => one('object_appeared')));
      await announceChanges(service.database, now());
      const claimed = await claimWebhook(service.database, 'owner', now());
      if (!claimed) throw new Error('The webhook has events');
      const plan = () => workspace.write((db) => planDeliveries(db, claimed, now()));
      expect([await plan(), await plan(), await plan()]).toEqual(['more', 'more', 'full']);
      expect(await countDeliveries()).toBe(1_000);
      expect(webhook.id).toBe(claimed.id);
    });
  });

  describe('a process that dies', () => {
    /** Lets the leases of dead processes expire. */
    const expire = () =>
      service.database.system((db) =>
        sql`UPDATE webhooks SET lease_expires_at = now() - interval '1 second'`.execute(db),
      );

    it('leaves the events that it has claimed to another one, after its lease', async () => {
      const { a, one } = await createObjects();
      const receiver = await receive();
      await change(one('object_appeared'));
      await announceChanges(service.database, now());
      const dead = await claimWebhook(service.database, 'dead', now());
      if (!dead) throw new Error('The webhook has events');
      await workspace.write((db) => planDeliveries(db, dead, now()));
      await sender.sendDue();
      expect(receiver.received).toEqual([]);
      await expire();
      await sender.sendDue();
      expect(list(receiver)).toEqual([a]);
      expect(await workspace.write((db) => planDeliveries(db, dead, now()))).toBe('lost');
    });

    it('has sent an event whose acceptance it could not store: it is sent again', async () => {
      const { a, one } = await createObjects();
      const receiver = await receive();
      // Another process takes over while the receiver handles the request.
      receiver.respond = async () => {
        await service.database.system((db) => sql`UPDATE webhooks SET lease_owner = 'other'`.execute(db));
        return 204;
      };
      await change(one('object_appeared'));
      await sender.sendDue();
      receiver.respond = () => 204;
      await expire();
      await sender.sendDue();
      expect(list(receiver)).toEqual([a, a]);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    });
  });

  it('sends each event once when several processes send them', async () => {
    const { one, two } = await createObjects();
    const all = await Promise.all([receive(), receive(), receive()]);
    for (let count = 0; count < 10; count += 1) await change(one('object_appeared'), two('object_appeared'));
    const senders = Array.from({ length: 3 }, () => createSender());
    await Promise.all(senders.map((other) => other.sendDue()));
    await sender.sendDue();
    for (const { received } of all) {
      expect(received).toHaveLength(20);
      expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(20);
    }
  });

  describe('a replay', () => {
    const replay = ({ webhook }: { webhook: CreatedWebhook }, since: string) =>
      service.send(`/webhooks/tenants/${path.tenant_id}/workspaces/main/${webhook.id}/replay`, {
        method: 'POST',
        token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ since }),
      });
    let token: string;
    beforeEach(async () => {
      token = await service.key([workspace.scope]);
    });

    /** Sets the times of the log: a second per position. */
    async function spread(): Promise<void> {
      await service.database.system((db) =>
        sql`UPDATE changes SET occurred_at = '2026-05-01T00:00:00Z'::timestamptz + position * interval '1 second'
          WHERE tenant_id = ${path.tenant_id}`.execute(db),
      );
    }
    async function remove(before: string): Promise<void> {
      for await (const count of changeRetention.remove(service.database, before)) expect(count).toBeGreaterThan(0);
    }
    const at = (position: number) => new Date(Date.parse('2026-05-01T00:00:00Z') + position * SECOND).toISOString();

    it('sends the events since a moment again, also those before the webhook, and keeps their identifiers', async () => {
      const first = await receive({ kinds: ['object.appeared', 'object.disappeared'] });
      const { one, two } = await createObjects();
      await change(one('object_disappeared'), two('object_disappeared'), one('object_appeared'));
      await spread();
      await sender.sendDue();
      const all = first.received.map(({ headers }) => headers['webhook-id']);
      const second = await receive({ kinds: ['object.appeared', 'object.disappeared'] });
      expect((await replay(second, at(0))).status).toBe(200);
      await sender.sendDue();
      expect(new Set(second.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(all));
      const positions = await workspace.read((db) =>
        db
          .selectFrom('changes')
          .select('position')
          .where('kind', 'in', ['object_appeared', 'object_disappeared'])
          .where('tenant_id', '=', path.tenant_id)
          .orderBy('position')
          .execute(),
      );
      for (const [index, { position }] of positions.entries()) {
        second.received.length = 0;
        expect((await replay(second, at(position))).status).toBe(200);
        await sender.sendDue();
        expect(second.received).toHaveLength(positions.length - index);
      }
      second.received.length = 0;
      expect((await replay(second, now())).status).toBe(200);
      await sender.sendDue();
      expect(second.received).toEqual([]);
    });

    it('is refused when events since then have been removed', async () => {
      const receiver = await receive();
      await createObjects();
      await spread();
      await remove(at(3));
      const response = await replay(receiver, at(2));
      expect({ status: response.status, body: await response.json() }).toMatchObject({
        status: 410,
        body: {
          reason: 'changes_removed',
          message: 'Events up to 2026-05-01T00:00:02Z have been removed. Replay those since a later moment.',
        },
      });
      expect((await replay(receiver, at(2.5))).status).toBe(200);
    });

    it('is refused when all events have been removed, and possible for what happens later', async () => {
      const { a, one } = await createObjects();
      const receiver = await receive();
      await spread();
      await remove(at(1_000));
      expect((await replay(receiver, at(0))).status).toBe(410);
      expect((await replay(receiver, at(1_000))).status).toBe(200);
      await change(one('object_appeared'));
      await sender.sendDue();
      expect(list(receiver)).toEqual([a]);
    });

    it('is refused while the webhook is inactive', async () => {
      const receiver = await receive({ is_active: false });
      const response = await replay(receiver, at(0));
      expect({ status: response.status, body: await response.json() }).toMatchObject({
        status: 409,
        body: { reason: 'webhook_inactive' },
      });
    });
  });
});
