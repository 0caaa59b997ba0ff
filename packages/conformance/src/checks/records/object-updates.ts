/** Changes labels and owners of objects, one by one and in a batch, and restores them. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Json, Operation } from '../../contract/operation.ts';
import type { OperationId } from '../../contract/operation-id.ts';
import { ContractError } from '../../core/errors.ts';
import { findPathValues } from '../../session/path-values.ts';
import type { Cell } from '../../session/results.ts';
import type { CheckedResponse } from '../../session/sender.ts';
import type { Session } from '../../session/session.ts';
import { wrongValue } from '../../session/violations.ts';
import { assertLogged } from '../changes.ts';
import { assertCodes } from './batch-results.ts';

const OTHER_VERSION = '"no-such-version"';

/** The operations that read an object whose labels and owners can be changed. */
const OBJECT_READS: readonly OperationId[] = ['getAgent', 'getModel', 'getTool', 'getMcpServer'];

/** Updates one object of each type. */
export async function updateObjects(session: Session, operations: readonly Operation[]): Promise<void> {
  for (const update of operations) {
    const { sets, reason } = await findPathValues(session, update);
    const [path] = sets;
    if (path) await updateObject(session, update, path);
    else
      for (const check of ['response', 'preconditions']) {
        session.cell(update.id, check).skip(reason?.kind ?? 'no-data', reason?.text ?? 'there is no data');
      }
  }
}

async function updateObject(session: Session, update: Operation, path: Json): Promise<void> {
  const get = session.findOperation('GET', update.path);
  if (get === undefined) throw new ContractError(`It has no GET ${update.path}, which the checks need.`);
  const cell = session.cell(update.id, 'response');
  const preconditions = session.cell(update.id, 'preconditions');
  const read = () => session.send(cell, get, { path, query: {}, headers: {} }, { statuses: [200] });
  const send = (body: Json, version: string | undefined, status: number, note: string) =>
    session.send(
      status === 412 ? preconditions : cell,
      update,
      { path, query: {}, headers: { 'If-Match': version }, body },
      { statuses: [status], note },
    );

  const before = await read();
  if (!before.isValid) return;
  const { labels, owners } = before.json as { labels: Json; owners: unknown };
  const set = { labels: { [session.name]: 'set' } };
  await send(set, OTHER_VERSION, 412, 'If-Match with another version');
  assertAnnotations(await read(), labels, owners);
  const { etag } = before.headers;
  const changed = await send(set, etag, 200, 'If-Match with the version');
  if (!changed.isValid) return;
  assertAnnotations(changed, { ...labels, ...set.labels }, owners);
  changed.assert(changed.headers.etag !== etag, () =>
    wrongValue('header', 'ETag', 'another one after a change', changed.headers.etag),
  );
  await send(set, etag, 412, 'If-Match with the previous version');
  await assertChangeLogged(session, update.id as OperationId, changed, 'labels');
  const restored = await send({ labels: { [session.name]: null }, owners }, undefined, 200, 'the previous values');
  if (restored.isValid) assertAnnotations(restored, labels, owners);
}

/** Updates one object of each type in a batch, next to updates that must be rejected, and restores them. */
export async function updateObjectBatch(session: Session, [batch]: readonly Operation[]): Promise<void> {
  if (!batch) return;
  const cell = session.cell(batch.id, 'response');
  const objects = await findObjects(session, cell);
  const [first] = objects;
  if (!first) return cell.skip('no-data', 'there are no objects');
  const send = (updates: Json[], note: string) =>
    session.send(
      cell,
      batch,
      { path: first.path, query: {}, headers: {}, body: { updates } },
      { statuses: [200], note },
    );
  const toUpdate = ({ id }: FoundObject, change: Json) => ({
    aispm_object_id: id,
    labels: { [session.name]: 'set' },
    add_owners: [session.name],
    ...change,
  });
  const conflict = await send([toUpdate(first, { if_match: OTHER_VERSION })], 'if_match with another version');
  assertCodes(conflict, [412]);
  assertAnnotations(await first.read(), first.before.json.labels as Json, first.before.json.owners);
  const mixed = await send(
    [
      toUpdate(first, { aispm_object_id: randomUUID() }),
      ...objects.map((object) => toUpdate(object, { if_match: object.before.headers.etag })),
      toUpdate(first, {}),
    ],
    'with an unknown and a repeated object',
  );
  assertCodes(mixed, [404, ...objects.map(() => undefined), 422]);
  for (const [index, { before, read }] of objects.entries()) {
    const { labels, owners } = before.json as { labels: Json; owners: string[] };
    const after = await read();
    assertAnnotations(after, { ...labels, [session.name]: 'set' }, [...owners, session.name]);
    await assertChangeLogged(session, batch.id as OperationId, after, 'owners');
    const { etag } = ((mixed.json.results ?? []) as Json[])[index + 1] ?? {};
    mixed.assert(etag === after.headers.etag, () =>
      wrongValue('body', `/results/${index + 1}/etag`, String(after.headers.etag), etag),
    );
  }
  const restored = objects.map(({ id }) => ({
    aispm_object_id: id,
    labels: { [session.name]: null },
    remove_owners: [session.name],
  }));
  await send(restored, 'the previous values');
  for (const { before, read } of objects)
    assertAnnotations(await read(), before.json.labels as Json, before.json.owners);
}

/** An object of the server. */
interface FoundObject {
  id: string;
  path: Json;
  before: CheckedResponse;
  read: () => Promise<CheckedResponse>;
}

/** Finds one object of each type. */
async function findObjects(session: Session, cell: Cell): Promise<FoundObject[]> {
  const found: FoundObject[] = [];
  for (const id of OBJECT_READS) {
    const get = session.getOperation(id);
    const [path] = (await findPathValues(session, get)).sets;
    if (!path) continue;
    const read = () => session.send(cell, get, { path, query: {}, headers: {} }, { statuses: [200] });
    const before = await read();
    if (before.isValid) found.push({ id: String(before.json.aispm_object_id), path, before, read });
  }
  return found;
}

/** Expects the change of an object in the log. */
async function assertChangeLogged(session: Session, id: OperationId, { json }: CheckedResponse, field: string) {
  const { aispm_object_id: subject_id, object_type, updated_at } = json;
  await assertLogged(session, id, {
    since: updated_at,
    change: { kind: 'object_changed', subject_id, object_type },
    field,
  });
}

/** Asserts the labels and owners of an object. */
function assertAnnotations(response: CheckedResponse, labels: Json, owners: unknown): void {
  response.assert(isDeepStrictEqual(response.json.labels, labels), () =>
    wrongValue('body', '/labels', JSON.stringify(labels), response.json.labels),
  );
  response.assert(isDeepStrictEqual(response.json.owners, owners), () =>
    wrongValue('body', '/owners', JSON.stringify(owners), response.json.owners),
  );
}
