/** Creates an evaluation of the catalogue, changes it, attaches it, and deletes it. */
import { getList, getRows } from '../contract/lists.ts';
import type { Json } from '../contract/operation.ts';
import { findPathValues } from '../session/path-values.ts';
import type { Session } from '../session/session.ts';
import { wrongValue } from '../session/violations.ts';
import { sendTwice } from './records/idempotency.ts';
import { assertLocation } from './records/location.ts';
import { OTHER_VERSION, updateWithPreconditions } from './records/preconditions.ts';

/** Creates an evaluation and changes it, and expects that built-in evaluations can't be changed. */
export async function createCatalogueEvaluation(session: Session): Promise<void> {
  const create = session.getOperation('createEvaluation');
  const get = session.getOperation('getEvaluation');
  const update = session.getOperation('updateEvaluation');
  const remove = session.getOperation('deleteEvaluation');
  const body: Json = { ...create.requestBody?.examples[0], name: session.name };
  const otherBody = { ...body, name: `${session.name} again` };
  const created = await sendTwice(session, create, { path: session.scope, body, otherBody, statuses: [201] });
  if (!created.isValid) return;
  const path = { ...session.scope, id: created.json.id };
  session.addRecord(get.path, path);
  session.onCleanup(() =>
    session.send(
      session.cell(remove.id, 'response'),
      remove,
      { path, query: {}, headers: {} },
      { statuses: [204, 404] },
    ),
  );
  assertLocation(created, get.path, path);
  created.assert(created.json.name === session.name, () =>
    wrongValue('body', '/name', session.name, created.json.name),
  );
  created.assert(created.json.is_builtin === false, () =>
    wrongValue('body', '/is_builtin', 'false', created.json.is_builtin),
  );
  await updateWithPreconditions(session, { update, get, path, body: { name: `${session.name} changed` } });
  await refuseBuiltIn(session);
}

/** Expects that a built-in evaluation can be neither changed nor deleted. */
async function refuseBuiltIn(session: Session): Promise<void> {
  const list = session.getOperation('listEvaluations');
  const page = await session.send(session.cell(list.id, 'response'), list, session.buildRequest(list, session.scope), {
    statuses: [200],
  });
  const builtIn = getRows(page.body, getList(list)).find(({ is_builtin }) => is_builtin === true);
  if (!builtIn) return;
  const parts = { path: { ...session.scope, id: builtIn.id }, query: {}, headers: {} };
  const options = { statuses: [403], note: 'of a built-in evaluation' };
  const update = session.getOperation('updateEvaluation');
  const remove = session.getOperation('deleteEvaluation');
  const body = { name: session.name };
  await session.send(session.cell(update.id, 'response'), update, { ...parts, body }, options);
  await session.send(session.cell(remove.id, 'states'), remove, parts, options);
}

/** Tries to delete the evaluation while it is attached and with an outdated `If-Match`, and then deletes it. */
export async function deleteCatalogueEvaluation(session: Session): Promise<void> {
  const get = session.getOperation('getEvaluation');
  const remove = session.getOperation('deleteEvaluation');
  const [path] = (await findPathValues(session, remove)).sets;
  if (!path) return;
  const states = session.cell(remove.id, 'states');
  const parts = { path, query: {}, headers: {} };
  await refuseWhileAttached(session, path);
  await session.send(
    session.cell(remove.id, 'preconditions'),
    remove,
    { ...parts, headers: { 'If-Match': OTHER_VERSION } },
    { statuses: [412], note: 'If-Match with another version' },
  );
  const removed = await session.send(session.cell(remove.id, 'response'), remove, parts, { statuses: [204] });
  if (!removed.isValid) return;
  await session.send(states, get, parts, { statuses: [404], note: 'after its deletion' });
  await session.send(states, remove, parts, { statuses: [404], note: 'a second time' });
}

/** Attaches the evaluation to an agent if there is one, tries to delete it, and detaches it. */
async function refuseWhileAttached(session: Session, path: Json): Promise<void> {
  const remove = session.getOperation('deleteEvaluation');
  const attach = session.getOperation('createAgentEvaluation');
  const detach = session.getOperation('deleteAgentEvaluation');
  const states = session.cell(remove.id, 'states');
  const [agent_id] = await session.getRowIds(session.getOperation('listAgents'), session.scope);
  if (agent_id === undefined) return;
  const body = { agent_id, evaluation_id: path.id, name: session.name };
  const parts = { path: session.scope, query: {}, headers: {}, body };
  const attached = await session.send(states, attach, parts, { statuses: [201], note: 'of the new evaluation' });
  if (!attached.isValid) return;
  const note = 'while it is attached';
  await session.send(states, remove, { path, query: {}, headers: {} }, { statuses: [409], note });
  const attachedPath = { ...session.scope, id: attached.json.id };
  await session.send(states, detach, { path: attachedPath, query: {}, headers: {} }, { statuses: [204] });
}
