/** Updates a record with the preconditions that its operation declares. */
import { isDeepStrictEqual } from 'node:util';
import type { Json, Operation } from '../../contract/operation.ts';
import type { Session } from '../../session/session.ts';
import { wrongValue } from '../../session/violations.ts';

/** An entity tag that no record has. */
export const OTHER_VERSION = '"no-such-version"';

/** A change of a record that has an entity tag. */
export interface ConditionalUpdate {
  update: Operation;
  /** Returns the record with its entity tag. */
  get: Operation;
  path: Json;
  /** A body with a different `name`. */
  body: { name: string };
}

/** Updates a record with an `If-Match` that no version has, with the current one, and with the previous one. */
export async function updateWithPreconditions(session: Session, change: ConditionalUpdate): Promise<void> {
  const { update, get, path, body } = change;
  const preconditions = session.cell(update.id, 'preconditions');
  const withHeaders = (headers: Json) => ({ path, query: {}, headers });
  const read = () => session.send(session.cell(get.id, 'response'), get, withHeaders({}), { statuses: [200] });
  const send = (version: string | undefined, status: number, note: string, cell = preconditions) =>
    session.send(cell, update, { ...withHeaders({ 'If-Match': version }), body }, { statuses: [status], note });
  const before = await read();
  if (!before.isValid) return;
  const { etag } = before.headers;
  await send(OTHER_VERSION, 412, 'If-Match with another version');
  const unchanged = await read();
  unchanged.assert(unchanged.json.name === before.json.name, () =>
    wrongValue('body', '/name', `${before.json.name}, as before the rejected change`, unchanged.json.name),
  );
  const changed = await send(etag, 200, 'If-Match with the version', session.cell(update.id, 'response'));
  if (!changed.isValid) return;
  changed.assert(changed.json.name === body.name, () => wrongValue('body', '/name', body.name, changed.json.name));
  changed.assert(changed.headers.etag !== etag, () =>
    wrongValue('header', 'ETag', 'another one after a change', changed.headers.etag),
  );
  for (const [name, value] of Object.entries(before.json)) {
    if (name in body || name === 'updated_at') continue;
    changed.assert(isDeepStrictEqual(changed.json[name], value), () =>
      wrongValue('body', `/${name}`, `${JSON.stringify(value)}, which is not in the request`, changed.json[name]),
    );
  }
  await send(etag, 412, 'If-Match with the previous version');
}
