/** Creates a view, exports it, and deletes it. */
import { getList, getRows } from '../contract/lists.ts';
import type { Json, Operation } from '../contract/operation.ts';
import { fillPath } from '../http/request.ts';
import { findPathValues } from '../run/path-values.ts';
import type { CheckedResponse } from '../run/sender.ts';
import type { Session } from '../run/session.ts';
import { formatValue, wrongText, wrongValue } from '../run/violations.ts';
import { checkFiles, walkView } from './export-files.ts';
import { sendTwice } from './idempotency.ts';
import { isTransition, waitForJob } from './jobs.ts';
import { assertLocation } from './location.ts';

/** The states that may follow a state of an export. */
const TRANSITIONS = { queued: ['running', 'failed', 'completed'], running: ['completed', 'failed'] };

/** Creates a view and exports it. */
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
}

/** Deletes the view, and requests it afterwards. */
export async function deleteViews(session: Session): Promise<void> {
  const { sets } = await findPathValues(session, session.getOperation('deleteView'));
  const [path] = sets;
  if (!path) return;
  const removed = await sendDelete(session, path, [204]);
  if (!removed.isValid) return;
  const states = session.cell('deleteView', 'states');
  for (const [id, note] of [
    ['getView', 'after its deletion'],
    ['deleteView', 'a second time'],
  ] as const) {
    const request = { path, query: {}, headers: {} };
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
  session.addRecord(get.path, exportPath);
  await startSecondExport(session, exportPath);
  const ended = await waitForExport(session, exportPath);
  if (ended?.json.export_status !== 'completed') return;
  session.addRecord('/views/{id}/export/{export_workflow_id}', exportPath);
  await checkFiles(session, exportPath, view, before);
}

/** A second request returns the export in progress; another one is correct only when the first has ended. */
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
      const { export_status: status, export_path: file } = response.json;
      response.assert(!previous || isTransition(TRANSITIONS, previous.export_status, status), () =>
        wrongValue('body', '/export_status', `a state that may follow ${previous?.export_status}`, status),
      );
      const expected = status === 'completed' ? fillPath(download.path, path) : '';
      response.assert(file === expected, () =>
        wrongText('body', '/export_path', expected || 'empty until it is completed', formatValue(file)),
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
