/** Makes a view, exports it, and deletes it. */
import { type Endpoint, type Json, type List, listOf, rowsOf } from '../endpoint.js';
import { fault, remark, show } from '../form.js';
import { fillPath } from '../request.js';
import type { Suite } from '../suite.js';
import { checkFiles, walkView } from './export-files.js';
import { sendTwice } from './repeating.js';
import { checkLocation } from './storage.js';
import { follow, isMove } from './waiting.js';

/** The states of an export, and where each leads. */
const MOVES = { queued: ['running', 'failed', 'completed'], running: ['completed', 'failed'] };

/** Makes a view and has it exported. */
export async function beginViews(suite: Suite): Promise<void> {
  const [create, get, list] = ['createView', 'getView', 'listViews'].map((id) => suite.endpoint(id)) as [
    Endpoint,
    Endpoint,
    Endpoint,
  ];
  const body: Json = { ...create.body?.examples[0], name: suite.name };
  const otherBody = { ...body, name: `${suite.name} again` };
  const created = await sendTwice(suite, create, { path: {}, body, otherBody, statuses: [201] });
  if (!created.isRight) return;
  const path = { id: created.json.id };
  suite.made('/views/{id}', path);
  suite.afterwards(() => remove(suite, path, [204, 404]));
  checkLocation(created, '/views/{id}', path);
  created.note(created.json.name === suite.name, () => fault('body', '/name', suite.name, created.json.name));
  const read = await suite.send(
    suite.cell('getView', 'answer'),
    get,
    { path, query: {}, headers: {} },
    { statuses: [200] },
  );
  if (read.isRight) read.note(read.json.id === path.id, () => fault('body', '/id', String(path.id), read.json.id));
  const query = { name: suite.name };
  const found = await suite.send(
    suite.cell('listViews', 'answer'),
    list,
    { path: {}, query, headers: {} },
    { statuses: [200] },
  );
  const ids = rowsOf(found.body, listOf(list) as List).map(({ id }) => id);
  found.note(ids.includes(path.id), () => fault('body', '/items', `the view ${path.id} that was created`, ids));
  await exportIt(suite, path, created.json);
}

async function exportIt(suite: Suite, path: Json, view: Json): Promise<void> {
  const start = suite.endpoint('exportView');
  const state = suite.endpoint('getViewExport');
  const download = suite.endpoint('downloadViewExport');
  const before = await walkView(suite, view);
  const started = await sendTwice(suite, start, { path, statuses: [200] });
  if (!started.isRight) return;
  const { export_workflow_id } = started.json;
  const own = { ...path, export_workflow_id };
  suite.made(state.path, own);
  const states = suite.cell(start.id, 'states');
  const again = await suite.send(states, start, { path, query: {}, headers: {} }, { statuses: [200], note: 'again' });
  if (again.isRight) {
    // Another one is right only when the first had ended by then.
    const isSame = again.json.export_workflow_id === export_workflow_id;
    const first = isSame
      ? again
      : await suite.send(states, state, { path: own, query: {}, headers: {} }, { statuses: [200] });
    again.note(isSame || hasEnded(first.json), () =>
      fault('body', '/export_workflow_id', `${export_workflow_id}, which is under way`, again.json.export_workflow_id),
    );
  }
  const ended = await follow(suite, suite.cell(state.id, 'states'), state, own, {
    hasEnded,
    check: (answer, before) => {
      const { export_status: to, export_path: file } = answer.json;
      answer.note(!before || isMove(MOVES, before.export_status, to), () =>
        fault('body', '/export_status', `a state that follows ${before?.export_status}`, to),
      );
      const wanted = to === 'completed' ? fillPath(download, own) : '';
      answer.note(file === wanted, () =>
        remark('body', '/export_path', wanted || 'nothing until it is completed', show(file)),
      );
    },
  });
  if (ended?.json.export_status !== 'completed') return;
  suite.made('/views/{id}/export/{export_workflow_id}', own);
  await checkFiles(suite, own, view, before);
}

function hasEnded({ export_status }: Json): boolean {
  return export_status === 'completed' || export_status === 'failed';
}

/** Deletes the view; then it is gone. */
export async function endViews(suite: Suite): Promise<void> {
  const { sets } = await suite.pathSets(suite.endpoint('deleteView'));
  const [path] = sets;
  if (!path) return;
  const states = suite.cell('deleteView', 'states');
  const removed = await remove(suite, path, [204]);
  if (!removed.isRight) return;
  const get = suite.endpoint('getView');
  await suite.send(states, get, { path, query: {}, headers: {} }, { statuses: [404], note: 'after it was deleted' });
  await suite.send(
    states,
    suite.endpoint('deleteView'),
    { path, query: {}, headers: {} },
    { statuses: [404], note: 'a second time' },
  );
}

function remove(suite: Suite, path: Json, statuses: number[]) {
  return suite.send(
    suite.cell('deleteView', 'answer'),
    suite.endpoint('deleteView'),
    { path, query: {}, headers: {} },
    { statuses },
  );
}
