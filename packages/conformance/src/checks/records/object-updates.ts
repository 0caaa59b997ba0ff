/** Changes labels and owners of an object, and restores them. */
import { isDeepStrictEqual } from 'node:util';
import type { Json, Operation } from '../../contract/operation.ts';
import { ContractError } from '../../core/errors.ts';
import { findPathValues } from '../../session/path-values.ts';
import type { CheckedResponse } from '../../session/sender.ts';
import type { Session } from '../../session/session.ts';
import { wrongValue } from '../../session/violations.ts';

const OTHER_VERSION = '"no-such-version"';

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
  const restored = await send({ labels: { [session.name]: null }, owners }, undefined, 200, 'the previous values');
  if (restored.isValid) assertAnnotations(restored, labels, owners);
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
