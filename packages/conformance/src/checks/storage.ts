/** Writes, reads and deletes an entry of the client storage. */
import { isDeepStrictEqual } from 'node:util';
import { type Json, listOf, rowsOf } from '../endpoint.js';
import { fault } from '../form.js';
import type { Answer, Suite } from '../suite.js';

/** The operations of client storage, and a key of the run's own. */
function storage(suite: Suite) {
  const put = suite.endpoint('putClientStorageEntry');
  const path = Object.fromEntries(
    put.parameters.filter((one) => one.in === 'path').map((one): [string, string] => [one.name, suite.name]),
  );
  return {
    put,
    path,
    get: suite.endpoint('getClientStorageEntry'),
    list: suite.endpoint('listClientStorage'),
    remove: suite.endpoint('deleteClientStorageEntry'),
  };
}

const NONE = '"no-such-version"';

/** Writes an entry, replaces it, and breaks every condition. */
export async function beginStorage(suite: Suite): Promise<void> {
  const { put, get, list, remove, path } = storage(suite);
  const [answer, conditions] = [suite.cell(put.id, 'answer'), suite.cell(put.id, 'conditions')];
  const write = (body: Json, headers: Json, statuses: number[], note: string, cell = conditions) =>
    suite.send(cell, put, { path, query: {}, headers, body }, { statuses, note });
  const read = () =>
    suite.send(suite.cell(get.id, 'answer'), get, { path, query: {}, headers: {} }, { statuses: [200] });
  const first = { value: { from: suite.name, list: [1, 'two', null] } };
  const second = { value: { from: suite.name, changed: true } };

  suite.afterwards(() =>
    suite.send(suite.cell(remove.id, 'answer'), remove, { path, query: {}, headers: {} }, { statuses: [204, 404] }),
  );
  await write(first, { 'If-Match': NONE }, [412], 'If-Match where nothing is');
  const created = await write(first, { 'If-None-Match': '*' }, [201], 'a new entry', answer);
  if (!created.isRight) return;
  suite.made(get.path, path);
  checkLocation(created, get.path, path);
  const stored = await read();
  checkValue(stored, first);
  const { etag = '' } = stored.headers;
  stored.note(etag === created.headers.etag, () => fault('header', 'ETag', created.headers.etag ?? '', etag));
  await write(second, { 'If-None-Match': '*' }, [412], 'If-None-Match where something is');
  await write(second, { 'If-Match': NONE }, [412], 'If-Match with another version');
  checkValue(await read(), first);
  const replaced = await write(second, { 'If-Match': etag }, [200], 'If-Match with the version', answer);
  if (!replaced.isRight) return;
  const reread = await read();
  checkValue(reread, second);
  reread.note(reread.headers.etag !== etag, () =>
    fault('header', 'ETag', 'another one after a change', reread.headers.etag),
  );
  await write(first, { 'If-Match': etag }, [412], 'If-Match with the old version');
  const keys = await suite.send(suite.cell(list.id, 'answer'), list, suite.request(list, path), { statuses: [200] });
  const rows = rowsOf(keys.body, listOf(list) as NonNullable<ReturnType<typeof listOf>>);
  keys.note(
    rows.some(({ key }) => key === suite.name),
    () => fault('body', '/items', `the key ${suite.name}`, rows),
  );
}

/** Deletes the entry: not in another version, then once, and no second time. */
export async function endStorage(suite: Suite): Promise<void> {
  const { get, remove, path } = storage(suite);
  const states = suite.cell(remove.id, 'states');
  const send = (headers: Json, statuses: number[], note: string, cell = states) =>
    suite.send(cell, remove, { path, query: {}, headers }, { statuses, note });
  const there = await suite.send(states, get, { path, query: {}, headers: {} }, { statuses: [200] });
  if (!there.isRight) return;
  const conditions = suite.cell(remove.id, 'conditions');
  await send({ 'If-Match': NONE }, [412], 'If-Match with another version', conditions);
  await send({ 'If-Match': there.headers.etag }, [204], 'If-Match with the version', suite.cell(remove.id, 'answer'));
  await suite.send(states, get, { path, query: {}, headers: {} }, { statuses: [404], note: 'after it was deleted' });
  await send({}, [404], 'a second time');
}

function checkValue(answer: Answer, { value }: Json): void {
  if (!answer.isRight) return;
  answer.note(isDeepStrictEqual(answer.json.value, value), () =>
    fault('body', '/value', JSON.stringify(value), answer.json.value),
  );
}

/** `Location` leads to the record. */
export function checkLocation(answer: Answer, template: string, path: Json): void {
  const wanted = template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const { location = '' } = answer.headers;
  answer.note(location.endsWith(wanted), () => fault('header', 'Location', `…${wanted}`, location));
}
