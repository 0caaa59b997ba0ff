/** Creates a view, changes it, exports it, and deletes it. */
import { isDeepStrictEqual } from 'node:util';
import { getList, getRows } from '../contract/lists.ts';
import type { Json, Operation } from '../contract/operation.ts';
import { fillPath } from '../contract/request.ts';
import { findPathValues } from '../session/path-values.ts';
import type { CheckedResponse } from '../session/sender.ts';
import type { Session } from '../session/session.ts';
import { formatValue, wrongText, wrongValue } from '../session/violations.ts';
import { checkFiles, walkView } from './export-files.ts';
import { sendTwice } from './records/idempotency.ts';
import { assertRetryAfter, isTransition, waitForJob } from './records/jobs.ts';
import { assertLocation } from './records/location.ts';
import { OTHER_VERSION, updateWithPreconditions } from './records/preconditions.ts';

/** The states that may follow a state of an export. */
const TRANSITIONS = { queued: ['running', 'failed', 'completed'], running: ['completed', 'failed'] };

/** Creates a view, exports it and changes it. */
export async function createViews(session: Session): Promise<void> {
  const create = session.getOperation('createView');
  const get = session.getOperation('getView');
  const list = session.getOperation('listViews');
  const body: Json = { ...create.requestBody?.examples[0], name: session.name };
  const otherBody = { ...body, name: `${session.name} again` };
  const created = await sendTwice(session, create, { path: {}, body, otherBody, statuses: [201] });
  if (!created.isValid) return;
  const path = { id: created.json.id };
  session.addRecord('/views/{id}', path);
  session.onCleanup(() => sendDelete(session, path, [204, 404]));
  assertLocation(created, '/views/{id}', path);
  created.assert(created.json.name === session.name, () =>
    wrongValue('body', '/name', session.name, created.json.name),
  );
  const read = await send(session, get, path);
  if (read.isValid) {
    read.assert(read.json.id === path.id, () => wrongValue('body', '/id', String(path.id), read.json.id));
  }
  const found = await send(session, list, {}, { name: session.name });
  const ids = getRows(found.body, getList(list)).map(({ id }) => id);
  found.assert(ids.includes(path.id), () => wrongValue('body', '/items', `the created view ${path.id}`, ids));
  await exportView(session, path, created.json);
  await updateWithPreconditions(session, {
    update: session.getOperation('updateView'),
    get,
    path,
    body: { name: `${session.name} changed` },
  });
}

/** Deletes the view, and requests it afterwards. */
export async function deleteViews(session: Session): Promise<void> {
  const remove = session.getOperation('deleteView');
  const { sets } = await findPathValues(session, remove);
  const [path] = sets;
  if (!path) return;
  await session.send(
    session.cell(remove.id, 'preconditions'),
    remove,
    { path, query: {}, headers: { 'If-Match': OTHER_VERSION } },
    { statuses: [412], note: 'If-Match with another version' },
  );
  const removed = await sendDelete(session, path, [204]);
  if (!removed.isValid) return;
  const states = session.cell('deleteView', 'states');
  for (const [id, note] of [
    ['getView', 'after its deletion'],
    ['updateView', 'after its deletion'],
    ['listViewExports', 'after its deletion'],
    ['deleteView', 'a second time'],
  ] as const) {
    const body = { name: session.name };
    const request = { path, query: {}, headers: {}, ...(id === 'updateView' && { body }) };
    await session.send(states, session.getOperation(id), request, { statuses: [404], note });
  }
}

async function exportView(session: Session, path: Json, view: Json): Promise<void> {
  const start = session.getOperation('exportView');
  const get = session.getOperation('getViewExport');
  const before = await walkView(session, view);
  const started = await sendTwice(session, start, { path, statuses: [200] });
  if (!started.isValid) return;
  const { export_workflow_id } = started.json;
  const exportPath = { ...path, export_workflow_id };
  assertLocation(started, get.path, exportPath);
  assertRetryAfter(started, hasEnded(started.json));
  session.addRecord(get.path, exportPath);
  await startSecondExport(session, exportPath);
  const ended = await waitForExport(session, exportPath);
  if (ended?.json.export_status !== 'completed') return;
  session.addRecord('/views/{id}/export/{export_workflow_id}', exportPath);
  await assertListed(session, path, ended.json);
  await checkFiles(session, exportPath, view, before);
}

/** Asserts that the list of exports contains an export with the values that were returned before. */
async function assertListed(session: Session, path: Json, ended: Json): Promise<void> {
  const list = session.getOperation('listViewExports');
  const page = await send(session, list, path);
  const id = ended.export_workflow_id;
  const listed = getRows(page.body, getList(list)).find(({ export_workflow_id }) => export_workflow_id === id);
  page.assert(isDeepStrictEqual(listed, ended), () =>
    wrongValue('body', '/items', `the export ${JSON.stringify(ended)}`, listed),
  );
}

/** Expects that a second request returns the export in progress: a different one is correct only after the first has ended. */
async function startSecondExport(session: Session, exportPath: Json): Promise<void> {
  const start = session.getOperation('exportView');
  const get = session.getOperation('getViewExport');
  const states = session.cell(start.id, 'states');
  const { export_workflow_id, ...path } = exportPath;
  const second = await session.send(
    states,
    start,
    { path, query: {}, headers: {} },
    { statuses: [200], note: 'again' },
  );
  if (!second.isValid) return;
  const isSame = second.json.export_workflow_id === export_workflow_id;
  const first = isSame
    ? second
    : await session.send(states, get, { path: exportPath, query: {}, headers: {} }, { statuses: [200] });
  second.assert(isSame || hasEnded(first.json), () =>
    wrongValue(
      'body',
      '/export_workflow_id',
      `${export_workflow_id}, which is in progress`,
      second.json.export_workflow_id,
    ),
  );
}

function waitForExport(session: Session, path: Json): Promise<CheckedResponse | undefined> {
  const operation = session.getOperation('getViewExport');
  const download = session.getOperation('downloadViewExport');
  return waitForJob(session, {
    cell: session.cell(operation.id, 'states'),
    operation,
    path,
    hasEnded,
    check: (response, previous) => {
      const { export_status: status, export_path: file, finished_at, expires_at, error_message } = response.json;
      response.assert(!previous || isTransition(TRANSITIONS, previous.export_status, status), () =>
        wrongValue('body', '/export_status', `a state that may follow ${previous?.export_status}`, status),
      );
      const expected = status === 'completed' ? fillPath(download.path, path) : '';
      response.assert(file === expected, () =>
        wrongText('body', '/export_path', expected || 'empty until it is completed', formatValue(file)),
      );
      response.assert((finished_at !== null) === hasEnded(response.json), () =>
        wrongValue('body', '/finished_at', hasEnded(response.json) ? 'a time' : 'null until it has ended', finished_at),
      );
      response.assert((expires_at !== null) === (status === 'completed'), () =>
        wrongValue('body', '/expires_at', status === 'completed' ? 'a time' : 'null without a file', expires_at),
      );
      response.assert((error_message !== null) === (status === 'failed'), () =>
        wrongValue('body', '/error_message', status === 'failed' ? 'a reason' : 'null unless it failed', error_message),
      );
    },
  });
}

function hasEnded({ export_status }: Json): boolean {
  return export_status === 'completed' || export_status === 'failed';
}

function send(session: Session, operation: Operation, path: Json, query: Json = {}): Promise<CheckedResponse> {
  const cell = session.cell(operation.id, 'response');
  return session.send(cell, operation, { path, query, headers: {} }, { statuses: [200] });
}

function sendDelete(session: Session, path: Json, statuses: number[]): Promise<CheckedResponse> {
  const operation = session.getOperation('deleteView');
  const cell = session.cell(operation.id, 'response');
  return session.send(cell, operation, { path, query: {}, headers: {} }, { statuses });
}
