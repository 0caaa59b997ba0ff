/** Creates a webhook, reads, changes and rotates it, and deletes it. Its host never resolves, so nothing is sent. */
import type { Json } from '../contract/operation.ts';
import type { OperationId } from '../contract/operation-id.ts';
import type { CheckedResponse } from '../session/sender.ts';
import type { Session } from '../session/session.ts';
import { formatValue, wrongValue } from '../session/violations.ts';
import { assertLocation } from './records/location.ts';

/** Path template of a webhook. */
const WEBHOOK_PATH = '/webhooks/tenants/{tenant_id}/workspaces/{workspace_id}/{id}';
/** The reserved domain never resolves. */
const RECEIVER = 'https://receiver.invalid/aispm';
/** What a secret looks like. */
const SECRET = /^whsec_[A-Za-z0-9+/]+=*$/;

/** Creates an inactive webhook, whose secret only this response contains. */
export async function createWebhooks(session: Session): Promise<void> {
  if (session.webhook) return;
  const body = {
    name: session.name,
    url: RECEIVER,
    kinds: ['issue.opened'],
    severities: ['critical'],
    is_active: false,
  };
  const created = await send(session, 'createWebhook', { body }, [201]);
  if (!created.isValid) return;
  const path = { ...session.scope, id: created.json.id };
  session.onCleanup(() => send(session, 'deleteWebhook', { path }, [204, 404]));
  session.addRecord(WEBHOOK_PATH, path);
  assertLocation(created, WEBHOOK_PATH, path);
  const secret = String(created.json.secret);
  session.webhook = { id: String(path.id), secret };
  for (const [field, expected] of Object.entries(body)) assertField(created, field, expected);
  assertField(created, 'deactivation_reason', 'requested');
  created.assert(SECRET.test(secret), () => wrongValue('body', '/secret', 'whsec_ and Base64', 'another format'));
  const read = await send(session, 'getWebhook', { path });
  assertHidden(read, [secret]);
  const page = await send(session, 'listWebhooks');
  assertHidden(page, [secret]);
  const ids = ((page.json.items ?? []) as Json[]).map(({ id }) => id);
  page.assert(ids.includes(path.id), () => wrongValue('body', '/items', `the created webhook ${path.id}`, ids));
  for (const [url, note] of FORBIDDEN) {
    const rejected = { body: { ...body, url }, note: `with ${note}` };
    const response = await send(session, 'createWebhook', rejected, [422]);
    if (response.isValid) assertField(response, 'reason', 'forbidden_url');
  }
}

/** A moment after all events: none is sent again. */
const END_OF_TIME = '9999-12-31T23:59:59Z';

/** URLs that no service accepts, and what is wrong with them. */
const FORBIDDEN: readonly [url: string, note: string][] = [
  ['http://receiver.invalid/aispm', 'a URL without encryption'],
  ['https://user:word@receiver.invalid/aispm', 'credentials in the URL'],
  ['https://169.254.169.254/latest/meta-data', 'the address of a metadata service'],
];

/** Changes, rotates and activates the webhook, which gets old events again only while it is active. */
export async function changeWebhooks(session: Session): Promise<void> {
  const { webhook } = session;
  if (!webhook) return;
  const path = { ...session.scope, id: webhook.id };
  const name = `${session.name} renamed`;
  const renamed = await send(session, 'updateWebhook', { path, body: { name, kinds: [] } });
  for (const [field, expected] of Object.entries({ name, kinds: [], severities: ['critical'], is_active: false })) {
    assertField(renamed, field, expected);
  }
  assertHidden(renamed, [webhook.secret]);
  const body = { url: 'http://receiver.invalid/aispm' };
  await send(session, 'updateWebhook', { path, body, note: 'with a URL without encryption' }, [422]);
  const unchanged = await send(session, 'getWebhook', { path, cell: 'updateWebhook', note: 'after a rejected change' });
  assertField(unchanged, 'url', RECEIVER);
  const rotated = await send(session, 'rotateWebhook', { path, body: { overlap_seconds: 3600 } });
  if (!rotated.isValid) return;
  const secret = String(rotated.json.secret);
  rotated.assert(SECRET.test(secret) && secret !== webhook.secret, () =>
    wrongValue('body', '/secret', 'a new secret', 'the previous one, or another format'),
  );
  rotated.assert(typeof rotated.json.previous_secret_expires_at === 'string', () =>
    wrongValue('body', '/previous_secret_expires_at', 'a timestamp', rotated.json.previous_secret_expires_at),
  );
  assertHidden(await send(session, 'getWebhook', { path }), [secret, webhook.secret]);
  const ended = await send(session, 'rotateWebhook', { path, body: { overlap_seconds: 0 } });
  assertField(ended, 'previous_secret_expires_at', null);
  const since = { since: '2000-01-01T00:00:00Z' };
  const replayed = await send(session, 'replayWebhook', { path, body: since, note: 'while it is inactive' }, [409]);
  if (replayed.isValid) assertField(replayed, 'reason', 'webhook_inactive');
  const activated = await send(session, 'updateWebhook', { path, body: { is_active: true } });
  assertField(activated, 'is_active', true);
  assertField(activated, 'deactivation_reason', null);
  const active = await send(session, 'replayWebhook', {
    path,
    body: { since: END_OF_TIME },
    note: 'while it is active',
  });
  assertField(active, 'id', path.id);
  assertHidden(active, [secret, webhook.secret]);
}

/** Deletes the webhook, which is unknown afterwards. */
export async function deleteWebhooks(session: Session): Promise<void> {
  const { webhook } = session;
  if (!webhook) return;
  const path = { ...session.scope, id: webhook.id };
  const removed = await send(session, 'deleteWebhook', { path }, [204]);
  if (!removed.isValid) return;
  const states = { path, check: 'states' };
  await send(session, 'getWebhook', { ...states, cell: 'deleteWebhook', note: 'after its deletion' }, [404]);
  await send(session, 'deleteWebhook', { ...states, note: 'a second time' }, [404]);
}

function assertField(response: CheckedResponse, field: string, expected: unknown): void {
  const got = response.json[field];
  const isSame = JSON.stringify(got) === JSON.stringify(expected);
  response.assert(isSame, () => wrongValue('body', `/${field}`, formatValue(expected), got));
}

/** Asserts that a response contains no secret. */
function assertHidden(response: CheckedResponse, secrets: readonly string[]): void {
  if (!response.isValid) return;
  const text = JSON.stringify(response.json);
  const isHidden = secrets.every((secret) => !text.includes(secret));
  response.assert(isHidden, () => wrongValue('body', '', 'no secret of a webhook', 'the secret'));
}

/** What distinguishes a request. */
interface Sending {
  path?: Json;
  body?: Json;
  note?: string;
  /** The check whose cell gets the result. Default: `response`. */
  check?: string;
  /** The operation whose cell gets the result. Default: the operation of the request. */
  cell?: OperationId;
}

function send(
  session: Session,
  id: OperationId,
  { path = session.scope, body, note, check = 'response', cell = id }: Sending = {},
  statuses: number[] = [200],
): Promise<CheckedResponse> {
  const request = { path, query: {}, headers: {}, ...(body && { body }) };
  const options = { statuses, ...(note !== undefined && { note }) };
  return session.send(session.cell(cell, check), session.getOperation(id), request, options);
}
