/**
 * Triages an issue, alone and in a batch, and an occurrence, and reads the history. Only comments change, and they're restored.
 */
import { randomUUID } from 'node:crypto';
import { getList, getRows } from '../contract/lists.ts';
import type { Json } from '../contract/operation.ts';
import type { OperationId } from '../contract/operation-id.ts';
import { findPathValues } from '../session/path-values.ts';
import type { CheckedResponse } from '../session/sender.ts';
import type { Session } from '../session/session.ts';
import { wrongValue } from '../session/violations.ts';
import { assertLogged } from './changes.ts';
import { assertCodes } from './records/batch-results.ts';

const OTHER_VERSION = '"no-such-version"';

/** Bodies that violate the rules for status and reason. */
const INVALID_UPDATES: Json[] = [
  { status: 'suppressed' },
  { status: 'suppressed', status_reason: 'fixed' },
  { status: 'open', status_reason: 'accepted_risk' },
  { status_reason: 'accepted_risk' },
];

/** Triages the first issue of the list. */
export async function triageIssue(session: Session): Promise<void> {
  const update = session.getOperation('updateIssue');
  const { sets, reason } = await findPathValues(session, update);
  if (reason) return session.cell(update.id, 'response').skip(reason.kind, reason.text);
  const [path] = sets;
  const before = await readIssue(session, path);
  if (!before.isValid) return;
  await sendInvalidUpdates(session, path, before);
  await updateWithPreconditions(session, path, before);
  await assertHistory(session, path);
  await updateInBatch(session, path, before.json);
}

/** Triages the first occurrence of the list. */
export async function triageOccurrence(session: Session): Promise<void> {
  const update = session.getOperation('updateFineGrainedIssue');
  const { sets, reason } = await findPathValues(session, update);
  const [path] = sets;
  if (!path) {
    for (const check of ['response', 'preconditions'])
      session.cell(update.id, check).skip(reason?.kind ?? 'no-data', reason?.text ?? 'there is no data');
    return;
  }
  const cell = session.cell(update.id, 'response');
  const read = () => session.send(cell, session.getOperation('getFineGrainedIssue'), parts(path), { statuses: [200] });
  const before = await read();
  if (!before.isValid) return;
  for (const body of INVALID_UPDATES) {
    const expected = { statuses: [400], note: JSON.stringify(body), isInvalid: true };
    await session.send(session.cell(update.id, 'invalid'), update, { ...parts(path), body }, expected);
  }
  const send = (status_comment: unknown, version: string | undefined, status: number, note: string) =>
    session.send(
      status === 412 ? session.cell(update.id, 'preconditions') : cell,
      update,
      { ...parts(path), headers: { 'If-Match': version }, body: { status_comment } },
      { statuses: [status], note },
    );
  const { etag } = before.headers;
  await send(session.name, OTHER_VERSION, 412, 'If-Match with another version');
  assertComment(await read(), before.json.status_comment);
  const changed = await send(session.name, etag, 200, 'If-Match with the version');
  if (!changed.isValid) return;
  assertComment(changed, session.name);
  changed.assert(changed.headers.etag !== etag, () =>
    wrongValue('header', 'ETag', 'another one after a change', changed.headers.etag),
  );
  await send(session.name, etag, 412, 'If-Match with the previous version');
  await assertOccurrenceHistory(session, path, before.json);
  await send(before.json.status_comment, undefined, 200, 'the previous comment');
  assertComment(await read(), before.json.status_comment);
}

function assertComment(response: CheckedResponse, comment: unknown): void {
  response.assert(response.json.status_comment === comment, () =>
    wrongValue('body', '/status_comment', JSON.stringify(comment), response.json.status_comment),
  );
}

/** Expects the last change of an occurrence to be first in the history of its issue. */
async function assertOccurrenceHistory(session: Session, path: Json, occurrence: Json): Promise<void> {
  const operation = session.getOperation('listIssueHistory');
  const { fine_grained_issue_id, issue_id } = occurrence;
  const request = { path: { ...path, id: issue_id }, query: { fine_grained_issue_id }, headers: {} };
  const page = await session.send(session.cell(operation.id, 'response'), operation, request, { statuses: [200] });
  const [newest] = getRows(page.body, getList(operation));
  const { status_comment } = (newest?.occurrence_after ?? {}) as Json;
  page.assert(newest?.fine_grained_issue_id === fine_grained_issue_id && status_comment === session.name, () =>
    wrongValue('body', '/items/0/occurrence_after/status_comment', session.name, newest),
  );
}

async function readIssue(session: Session, path: Json): Promise<CheckedResponse> {
  const get = session.getOperation('getIssue');
  const response = await session.send(session.cell(get.id, 'response'), get, parts(path), { statuses: [200] });
  response.assert(response.json.etag === response.headers.etag, () =>
    wrongValue('body', '/etag', String(response.headers.etag), response.json.etag),
  );
  return response;
}

async function sendInvalidUpdates(session: Session, path: Json, before: CheckedResponse): Promise<void> {
  const update = session.getOperation('updateIssue');
  const batch = session.getOperation('updateIssues');
  for (const body of INVALID_UPDATES) {
    const expected = { statuses: [400], note: JSON.stringify(body), isInvalid: true };
    await session.send(session.cell(update.id, 'invalid'), update, { ...parts(path), body }, expected);
    const updates = [{ issue_id: before.json.issue_id, ...body }];
    await session.send(session.cell(batch.id, 'invalid'), batch, { ...parts(path), body: { updates } }, expected);
  }
}

/** Updates the issue with an `If-Match` that no version has, with the current one, and with the previous one. */
async function updateWithPreconditions(session: Session, path: Json, before: CheckedResponse): Promise<void> {
  const update = session.getOperation('updateIssue');
  const preconditions = session.cell(update.id, 'preconditions');
  const body = { status_comment: session.name };
  const send = (version: string | undefined, status: number, note: string, cell = preconditions) =>
    session.send(
      cell,
      update,
      { ...parts(path), headers: { 'If-Match': version }, body },
      { statuses: [status], note },
    );
  const { etag } = before.headers;
  await send(OTHER_VERSION, 412, 'If-Match with another version');
  const unchanged = await readIssue(session, path);
  unchanged.assert(unchanged.json.status_comment === before.json.status_comment, () =>
    wrongValue('body', '/status_comment', 'the comment before the rejected change', unchanged.json.status_comment),
  );
  const changed = await send(etag, 200, 'If-Match with the version', session.cell(update.id, 'response'));
  if (!changed.isValid) return;
  changed.assert(changed.json.status_comment === session.name, () =>
    wrongValue('body', '/status_comment', session.name, changed.json.status_comment),
  );
  changed.assert(changed.headers.etag !== etag, () =>
    wrongValue('header', 'ETag', 'another one after a change', changed.headers.etag),
  );
  await send(etag, 412, 'If-Match with the previous version');
  await assertChangeLogged(session, 'updateIssue', changed);
}

/** Expects the change of an issue in the log. */
async function assertChangeLogged(session: Session, id: OperationId, { json }: CheckedResponse): Promise<void> {
  const { issue_id: subject_id, definitive_severity, status, updated_at } = json;
  await assertLogged(session, id, {
    since: updated_at,
    change: { kind: 'issue_changed', subject_id, definitive_severity, status },
    field: 'status_comment',
  });
}

/** Expects the last change to be first in the history. */
async function assertHistory(session: Session, path: Json): Promise<void> {
  const operation = session.getOperation('listIssueHistory');
  const cell = session.cell(operation.id, 'response');
  const page = await session.send(cell, operation, session.buildRequest(operation, path), { statuses: [200] });
  const [newest] = getRows(page.body, getList(operation));
  const { status_comment } = (newest?.after ?? {}) as Json;
  page.assert(status_comment === session.name, () =>
    wrongValue('body', '/items/0/after/status_comment', session.name, newest),
  );
}

/** Restores the comment in a batch, in which three other updates must be rejected. */
async function updateInBatch(session: Session, path: Json, { issue_id, status_comment }: Json): Promise<void> {
  const operation = session.getOperation('updateIssues');
  const cell = session.cell(operation.id, 'response');
  const { etag } = (await readIssue(session, path)).headers;
  const send = (updates: Json[], note: string) =>
    session.send(cell, operation, { ...parts(path), body: { updates } }, { statuses: [200], note });
  const conflict = await send([{ issue_id, if_match: OTHER_VERSION, status_comment }], 'if_match with another version');
  assertCodes(conflict, [412]);
  const unknown = { issue_id: randomUUID(), status_comment };
  const update = { issue_id, if_match: etag, status_comment };
  const mixed = await send([unknown, update, { issue_id, status_comment }], 'with an unknown and a repeated issue');
  assertCodes(mixed, [404, undefined, 422]);
  const restored = await readIssue(session, path);
  restored.assert(restored.json.status_comment === status_comment, () =>
    wrongValue('body', '/status_comment', JSON.stringify(status_comment), restored.json.status_comment),
  );
  await assertChangeLogged(session, 'updateIssues', restored);
  const results = (mixed.json.results ?? []) as Json[];
  mixed.assert(results[1]?.etag === restored.headers.etag, () =>
    wrongValue('body', '/results/1/etag', String(restored.headers.etag), results[1]?.etag),
  );
}

function parts(path: Json) {
  return { path, query: {}, headers: {} };
}
