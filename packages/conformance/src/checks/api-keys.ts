/** Creates API keys, uses each for operations that it may not call, and deletes them. */
import { exampleBody, type Json, type Operation, TENANT, WORKSPACE } from '../contract/operation.ts';
import type { OperationId } from '../contract/operation-id.ts';
import { findPathValues } from '../session/path-values.ts';
import type { CheckedResponse } from '../session/sender.ts';
import type { OwnKey, Session } from '../session/session.ts';
import { wrongValue } from '../session/violations.ts';
import { assertLocation } from './records/location.ts';

/** Path template of an API key. */
const KEY_PATH = '/api-keys/{id}';
/** How long a deleted API key may still work, in seconds. */
const MAX_REVOCATION = 10;

/** Creates a read-only API key and one that writes, and requests the current user with each. */
export async function createApiKeys(session: Session): Promise<void> {
  if (session.keys.size > 0) return;
  const current = await send(session, 'getCurrentUser');
  if (current.isValid) assertWorkspaces(current, '/workspaces', current.json.workspaces);
  for (const access of ['write', 'read']) await createApiKey(session, access);
}

async function createApiKey(session: Session, access: string): Promise<void> {
  const workspace = { [TENANT]: session.scope[TENANT], [WORKSPACE]: session.scope[WORKSPACE] };
  const body = { name: session.name, access, workspaces: [workspace] };
  const created = await send(session, 'createApiKey', { body }, [201]);
  if (!created.isValid) return;
  const path = { id: created.json.id };
  session.onCleanup(() => send(session, 'deleteApiKey', { path }, [204, 404]));
  session.addRecord(KEY_PATH, path);
  assertLocation(created, KEY_PATH, path);
  const key = { id: String(path.id), secret: String(created.json.secret) };
  session.keys.set(access, key);
  for (const field of ['name', 'access'] as const) {
    created.assert(created.json[field] === body[field], () =>
      wrongValue('body', `/${field}`, body[field], created.json[field]),
    );
  }
  assertWorkspaces(created, '/workspaces', created.json.workspaces);
  const user = await send(session, 'getCurrentUser', { token: key.secret });
  if (user.isValid) {
    user.assert(user.json.access === access, () => wrongValue('body', '/access', access, user.json.access));
  }
  assertHidden(await send(session, 'getApiKey', { path }), key);
  const page = await send(session, 'listApiKeys');
  assertHidden(page, key);
  const ids = ((page.json.items ?? []) as Json[]).map(({ id }) => id);
  page.assert(ids.includes(key.id), () => wrongValue('body', '/items', `the created API key ${key.id}`, ids));
}

/** Asserts that a response does not contain the secret of an API key. */
function assertHidden(response: CheckedResponse, { secret }: OwnKey): void {
  if (!response.isValid) return;
  const isHidden = !JSON.stringify(response.json).includes(secret);
  response.assert(isHidden, () => wrongValue('body', '', 'no secret of an API key', 'the secret'));
}

/** Asserts that exactly one workspace is the default. */
function assertWorkspaces(response: CheckedResponse, pointer: string, workspaces: unknown): void {
  const defaults = (workspaces as Json[]).filter(({ is_default }) => is_default === true);
  response.assert(defaults.length === 1, () => wrongValue('body', pointer, 'exactly one default', workspaces));
}

/** Uses API keys for operations that their access does not include. */
export async function checkAccess(session: Session, operations: readonly Operation[]): Promise<void> {
  await session.forEach(operations, async (operation) => {
    const cell = session.cell(operation.id, 'access');
    if (!session.options.write) return cell.skip('excluded', 'needs --write');
    const { sets, reason } = await findPathValues(session, operation);
    if (reason) return cell.skip(reason.kind, reason.text);
    const allowed = operation.access === 'admin' ? ['write', 'read'] : ['read'];
    for (const access of allowed) {
      const key = session.keys.get(access);
      if (!key) return cell.skip('unfinished', 'the API key was not created');
      const request = session.buildRequest(operation, sets[0], exampleBody(operation));
      const options = { statuses: [403], token: key.secret, note: `with the access ${access}` };
      const response = await session.send(cell, operation, request, options);
      if (!response.isValid) return;
      const { reason: got } = response.json;
      response.assert(got === 'insufficient_access', () => wrongValue('body', '/reason', 'insufficient_access', got));
    }
  });
}

/** Selects the workspace in the query: with one parameter alone, without access, and as the default. */
export async function checkSelection(session: Session, operations: readonly Operation[]): Promise<void> {
  await session.forEach(operations, async (operation) => {
    const cell = session.cell(operation.id, 'selection');
    const { sets, reason } = await findPathValues(session, operation);
    if (reason) return cell.skip(reason.kind, reason.text);
    const { [TENANT]: tenant, [WORKSPACE]: workspace } = session.scope;
    const request = (query: Json) => session.buildRequest(operation, sets[0], { query });
    const attempts: [query: Json, status: number, note: string][] = [
      [{ [TENANT]: tenant }, 400, 'a tenant without a workspace'],
      [{ [WORKSPACE]: workspace }, 400, 'a workspace without a tenant'],
      [{ [TENANT]: tenant, [WORKSPACE]: `no-${session.name}` }, 403, 'an unknown workspace'],
      [{ [TENANT]: tenant, [WORKSPACE]: workspace }, 200, 'the default workspace'],
    ];
    for (const [query, status, note] of attempts) {
      await session.send(cell, operation, request(query), { statuses: [status], note });
    }
  });
}

/** Renames an API key and gives it a new secret, with which and with the previous one it still works. */
export async function changeApiKeys(session: Session): Promise<void> {
  const [key] = session.keys.values();
  if (!key) return;
  const path = { id: key.id };
  const name = `${session.name} renamed`;
  const renamed = await send(session, 'updateApiKey', { path, body: { name } });
  renamed.assert(renamed.json.name === name, () => wrongValue('body', '/name', name, renamed.json.name));
  assertHidden(renamed, key);
  const past = { path, body: { expires_at: '2020-01-01T00:00:00Z' }, note: 'with an expiry in the past' };
  await send(session, 'updateApiKey', past, [422]);
  const rotated = await send(session, 'rotateApiKey', { path, body: { overlap_seconds: 3600 } });
  if (!rotated.isValid) return;
  const secret = String(rotated.json.secret);
  rotated.assert(secret !== key.secret && rotated.json.id === key.id, () =>
    wrongValue('body', '/secret', 'a new secret of the same API key', 'the previous one, or one of another API key'),
  );
  rotated.assert(typeof rotated.json.previous_secret_expires_at === 'string', () =>
    wrongValue('body', '/previous_secret_expires_at', 'a timestamp', rotated.json.previous_secret_expires_at),
  );
  for (const [token, note] of [
    [secret, 'with the new secret'],
    [key.secret, 'with the previous secret, during the overlap'],
  ] as const)
    await send(session, 'getCurrentUser', { token, note, cell: 'rotateApiKey' });
  assertHidden(await send(session, 'getApiKey', { path }), { ...key, secret });
}

/** Deletes the API keys. Afterwards they are unknown, and requests that use them get 401. */
export async function deleteApiKeys(session: Session): Promise<void> {
  for (const { id, secret } of session.keys.values()) {
    const path = { id };
    const removed = await send(session, 'deleteApiKey', { path }, [204]);
    if (!removed.isValid) continue;
    const states = { path, check: 'states' };
    await send(session, 'getApiKey', { ...states, cell: 'deleteApiKey', note: 'after its deletion' }, [404]);
    await send(session, 'deleteApiKey', { ...states, note: 'a second time' }, [404]);
    await waitForRevocation(session, secret);
  }
}

async function waitForRevocation(session: Session, secret: string): Promise<void> {
  const deadline = Date.now() + MAX_REVOCATION * 1000;
  const states = { token: secret, check: 'states', cell: 'deleteApiKey', note: 'with the deleted API key' } as const;
  for (;;) {
    const response = await send(session, 'getCurrentUser', states, [200, 401]);
    if (!response.isValid || response.status === 401) return;
    if (Date.now() > deadline) {
      response.assert(false, () => wrongValue('status', '', `401 within ${MAX_REVOCATION} seconds`, 200));
      return;
    }
    await session.transport.pause(1);
  }
}

/** What distinguishes a request. */
interface Sending {
  path?: Json;
  body?: Json;
  token?: string;
  note?: string;
  /** The check whose cell gets the result. Default: `response`. */
  check?: string;
  /** The operation whose cell gets the result. Default: the operation of the request. */
  cell?: OperationId;
}

function send(
  session: Session,
  id: OperationId,
  { path = {}, body, token, note, check = 'response', cell = id }: Sending = {},
  statuses: number[] = [200],
): Promise<CheckedResponse> {
  const operation = session.getOperation(id);
  const request = { path, query: {}, headers: {}, ...(body && { body }) };
  const options = { statuses, ...(token !== undefined && { token }), ...(note !== undefined && { note }) };
  return session.send(session.cell(cell, check), operation, request, options);
}
