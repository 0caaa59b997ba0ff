/** Creates records that the API can't delete: a scan and an interaction. */
import { randomUUID } from 'node:crypto';
import type { Json } from '../../contract/operation.ts';
import type { CheckedResponse } from '../../session/sender.ts';
import type { Session } from '../../session/session.ts';
import { wrongValue } from '../../session/violations.ts';
import { assertLogged } from '../changes.ts';
import { sendTwice } from './idempotency.ts';
import { waitForJob } from './jobs.ts';
import { assertLocation } from './location.ts';

/** Creates the document of a failed scan, which changes nothing else. */
function createScanDocument(session: Session): Json {
  return {
    scan_type: 'code',
    trigger: 'api',
    target: `conformance.invalid/${session.name}`,
    tool_name: 'aispm-conformance',
    tool_version: '1',
    objects: [],
    edges: [],
    locations: [],
    occurrences: [],
    error_message: 'A test of the API; nothing was scanned.',
  };
}

/** Submits a failed scan. */
export async function submitScan(session: Session): Promise<void> {
  const submit = session.getOperation('submitScan');
  const body = createScanDocument(session);
  const otherBody = { ...body, tool_version: '2' };
  const submitted = await sendTwice(session, submit, { path: session.scope, body, otherBody, statuses: [202] });
  if (!submitted.isValid) return;
  const get = session.getOperation('getScan');
  const path = { ...session.scope, id: submitted.json.scan_id };
  assertLocation(submitted, get.path, path);
  await session.send(
    session.cell(submit.id, 'states'),
    get,
    { path, query: {}, headers: {} },
    { statuses: [200], note: 'the submitted scan' },
  );
}

/** Submits a failed scan and stops it, unless it has already ended. */
export async function stopScan(session: Session): Promise<void> {
  const submit = session.getOperation('submitScan');
  const stop = session.getOperation('stopScan');
  const get = session.getOperation('getScan');
  const states = session.cell(stop.id, 'states');
  const body = createScanDocument(session);
  const parts = { path: session.scope, query: {}, headers: {}, body };
  const submitted = await session.send(states, submit, parts, { statuses: [202], note: 'to be stopped' });
  if (!submitted.isValid) return;
  const path = { ...session.scope, id: submitted.json.scan_id };
  const stopped = await sendTwice(session, stop, { path, statuses: [202] });
  const isAccepted = stopped.status === 202;
  if (isAccepted) {
    assertStopAccepted(stopped, get.path, path);
    await stopAgain(session, path, stopped.json.cancel_requested_at);
  }
  const ended = await waitForJob(session, {
    cell: states,
    operation: get,
    path,
    hasEnded: ({ finished_at }) => finished_at !== null,
    check: () => undefined,
  });
  if (!ended) return;
  ended.assert(!isAccepted || ended.json.status === 'cancelled', () =>
    wrongValue('body', '/status', 'cancelled, because the stop was accepted', ended.json.status),
  );
  const { scan_id: subject_id, status, finished_at } = ended.json;
  await assertLogged(session, 'stopScan', {
    since: finished_at,
    change: { kind: 'scan_ended', subject_id, status, scan_id: subject_id },
  });
  const late = { path, query: {}, headers: {} };
  await session.send(states, stop, late, { statuses: [409], note: 'after its end' });
}

/** Stops a scan a second time: the time of the first request stays. The scan may have ended in the meantime. */
async function stopAgain(session: Session, path: Json, time: unknown): Promise<void> {
  const stop = session.getOperation('stopScan');
  const parts = { path, query: {}, headers: {} };
  const options = { statuses: [202, 409], note: 'a second time' };
  const repeated = await session.send(session.cell(stop.id, 'states'), stop, parts, options);
  if (repeated.status !== 202) return;
  const { cancel_requested_at } = repeated.json;
  repeated.assert(cancel_requested_at === time, () =>
    wrongValue('body', '/cancel_requested_at', `${time}, the time of the first request`, cancel_requested_at),
  );
}

function assertStopAccepted(stopped: CheckedResponse, template: string, path: Json): void {
  assertLocation(stopped, template, path);
  const { cancel_requested } = stopped.json;
  stopped.assert(cancel_requested === true, () => wrongValue('body', '/cancel_requested', 'true', cancel_requested));
}

/** Ingests one interaction. */
export async function ingestInteraction(session: Session): Promise<void> {
  const operation = session.getOperation('ingestLlmInteractions');
  const interaction = {
    llm_interaction_id: randomUUID(),
    operation_name: 'chat',
    provider_name: 'aispm-conformance',
    started_at: new Date().toISOString(),
  };
  const body = { interactions: [interaction] };
  const otherBody = { interactions: [{ ...interaction, llm_interaction_id: randomUUID() }] };
  const stored = await sendTwice(session, operation, { path: session.scope, body, otherBody, statuses: [201] });
  if (!stored.isValid) return;
  const { stored_count, duplicate_count, rejected_count } = stored.json;
  const sum = Number(stored_count) + Number(duplicate_count) + Number(rejected_count);
  stored.assert(sum === 1, () => wrongValue('body', '', 'three counts with the sum 1', stored.json));
  const cell = session.cell(operation.id, 'response');
  const parts = { path: session.scope, query: {}, headers: {}, body };
  const repeated = await session.send(cell, operation, parts, { statuses: [201], note: 'the same interaction again' });
  repeated.assert(repeated.json.duplicate_count === 1 && repeated.json.stored_count === 0, () =>
    wrongValue('body', '', 'a duplicate, and nothing stored', repeated.json),
  );
}
