/** Writes, reads and deletes an entry of the client storage. */
import { isDeepStrictEqual } from 'node:util';
import { getList, getRows } from '../contract/lists.ts';
import type { Json, Operation } from '../contract/operation.ts';
import type { CheckedResponse } from '../session/sender.ts';
import type { Session } from '../session/session.ts';
import { wrongValue } from '../session/violations.ts';
import { assertLocation } from './records/location.ts';
import { OTHER_VERSION } from './records/preconditions.ts';

/** The operations of client storage, and the path of the entry that the run creates. */
interface Storage {
  put: Operation;
  get: Operation;
  list: Operation;
  remove: Operation;
  path: Json;
}

function getStorage(session: Session): Storage {
  const put = session.getOperation('putClientStorageEntry');
  const names = put.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  return {
    put,
    get: session.getOperation('getClientStorageEntry'),
    list: session.getOperation('listClientStorage'),
    remove: session.getOperation('deleteClientStorageEntry'),
    path: Object.fromEntries(names.map((name) => [name, session.name])),
  };
}

/** Creates an entry, replaces it, and violates every precondition. */
export async function createStorageEntry(session: Session): Promise<void> {
  const { put, get, remove, path } = getStorage(session);
  const responses = session.cell(put.id, 'response');
  const write = (
    body: Json,
    headers: Json,
    status: number,
    note: string,
    cell = session.cell(put.id, 'preconditions'),
  ) => session.send(cell, put, { path, query: {}, headers, body }, { statuses: [status], note });
  const read = () => send(session, get, path, [200]);
  const first = {
    value: { from: session.name, list: [1, 'two', null], nothing: null, large: Number.MAX_SAFE_INTEGER, text: 'ä€😀' },
  };
  const second = { value: { from: session.name, changed: true } };

  session.onCleanup(() => send(session, remove, path, [204, 404]));
  await write(first, { 'If-Match': OTHER_VERSION }, 412, 'If-Match without an entry');
  const created = await write(first, { 'If-None-Match': '*' }, 201, 'a new entry', responses);
  if (!created.isValid) return;
  session.addRecord(get.path, path);
  assertLocation(created, get.path, path);
  const stored = await read();
  assertValue(stored, first);
  const { etag = '' } = stored.headers;
  stored.assert(etag === created.headers.etag, () => wrongValue('header', 'ETag', created.headers.etag ?? '', etag));
  await write(second, { 'If-None-Match': '*' }, 412, 'If-None-Match with an entry');
  await write(second, { 'If-Match': OTHER_VERSION }, 412, 'If-Match with another version');
  assertValue(await read(), first);
  const replaced = await write(second, { 'If-Match': etag }, 200, 'If-Match with the version', responses);
  if (!replaced.isValid) return;
  const reread = await read();
  assertValue(reread, second);
  reread.assert(reread.headers.etag !== etag, () =>
    wrongValue('header', 'ETag', 'another one after a change', reread.headers.etag),
  );
  await write(first, { 'If-Match': etag }, 412, 'If-Match with the previous version');
  await assertListed(session);
  await assertNamespace(session, reread);
}

/** Deletes the entry with an outdated `If-Match`, with the current one, and a second time. */
export async function deleteStorageEntry(session: Session): Promise<void> {
  const { get, remove, path } = getStorage(session);
  const states = session.cell(remove.id, 'states');
  const sendDelete = (headers: Json, status: number, note: string, cell = states) =>
    session.send(cell, remove, { path, query: {}, headers }, { statuses: [status], note });
  const stored = await session.send(states, get, { path, query: {}, headers: {} }, { statuses: [200] });
  if (!stored.isValid) return;
  const preconditions = session.cell(remove.id, 'preconditions');
  const responses = session.cell(remove.id, 'response');
  await sendDelete({ 'If-Match': OTHER_VERSION }, 412, 'If-Match with another version', preconditions);
  await sendDelete({ 'If-Match': stored.headers.etag }, 204, 'If-Match with the version', responses);
  await session.send(states, get, { path, query: {}, headers: {} }, { statuses: [404], note: 'after its deletion' });
  await sendDelete({}, 404, 'a second time');
  await assertNoNamespace(session);
}

function send(session: Session, operation: Operation, path: Json, statuses: number[]): Promise<CheckedResponse> {
  const cell = session.cell(operation.id, 'response');
  return session.send(cell, operation, { path, query: {}, headers: {} }, { statuses });
}

async function assertListed(session: Session): Promise<void> {
  const { list, path } = getStorage(session);
  const cell = session.cell(list.id, 'response');
  const page = await session.send(cell, list, session.buildRequest(list, path), { statuses: [200] });
  const rows = getRows(page.body, getList(list));
  const isListed = rows.some(({ key }) => key === session.name);
  page.assert(isListed, () => wrongValue('body', '/items', `the key ${session.name}`, rows));
}

/** Asserts that the namespace of the only entry is listed, with its size and time. */
async function assertNamespace(session: Session, { body }: CheckedResponse): Promise<void> {
  const { value, updated_at } = body as Json;
  const { page, row } = await findNamespace(session);
  const size_bytes = Buffer.byteLength(JSON.stringify(value));
  const expected = { namespace: session.name, key_count: 1, size_bytes, updated_at };
  page.assert(isDeepStrictEqual(row, expected), () =>
    wrongValue('body', '/items', `the namespace ${JSON.stringify(expected)}`, row),
  );
}

/** Asserts that the namespace is gone with its only entry. */
async function assertNoNamespace(session: Session): Promise<void> {
  const { page, row } = await findNamespace(session);
  page.assert(row === undefined, () => wrongValue('body', '/items', `no empty namespace ${session.name}`, row));
}

async function findNamespace(session: Session): Promise<{ page: CheckedResponse; row: Json | undefined }> {
  const { path } = getStorage(session);
  const list = session.getOperation('listClientStorageNamespaces');
  const page = await session.send(session.cell(list.id, 'response'), list, session.buildRequest(list, path), {
    statuses: [200],
  });
  const row = getRows(page.body, getList(list)).find(({ namespace }) => namespace === session.name);
  return { page, row };
}

function assertValue(response: CheckedResponse, { value }: Json): void {
  if (!response.isValid) return;
  response.assert(isDeepStrictEqual(response.json.value, value), () =>
    wrongValue('body', '/value', JSON.stringify(value), response.json.value),
  );
}
