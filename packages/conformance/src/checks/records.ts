/** What the API has no way to undo: a scan, an interaction, and an issue that is set to the status it has. */
import { randomUUID } from 'node:crypto';
import { fault } from '../form.js';
import type { Suite } from '../suite.js';
import { sendTwice } from './repeating.js';
import { checkLocation } from './storage.js';

/** Hands in a scan that failed, which changes nothing else. */
export async function submitScan(suite: Suite): Promise<void> {
  const submit = suite.endpoint('submitScan');
  const body = {
    scan_type: 'code',
    trigger: 'api',
    target: `conformance.invalid/${suite.name}`,
    tool_name: 'aispm-conformance',
    tool_version: '1',
    objects: [],
    edges: [],
    locations: [],
    occurrences: [],
    error_message: 'A test of the API; nothing was scanned.',
  };
  const otherBody = { ...body, tool_version: '2' };
  const submitted = await sendTwice(suite, submit, { path: suite.scope, body, otherBody, statuses: [202] });
  if (!submitted.isRight) return;
  const get = suite.endpoint('getScan');
  const path = { ...suite.scope, id: submitted.json.scan_id };
  checkLocation(submitted, get.path, path);
  const states = suite.cell(submit.id, 'states');
  await suite.send(
    states,
    get,
    { path, query: {}, headers: {} },
    { statuses: [200], note: 'the scan that was handed in' },
  );
}

/** Stores one interaction, and then the same again. */
export async function ingest(suite: Suite): Promise<void> {
  const endpoint = suite.endpoint('ingestLlmInteractions');
  const interaction = {
    llm_interaction_id: randomUUID(),
    operation_name: 'chat',
    provider_name: 'aispm-conformance',
    started_at: new Date().toISOString(),
  };
  const body = { interactions: [interaction] };
  const otherBody = { interactions: [{ ...interaction, llm_interaction_id: randomUUID() }] };
  const stored = await sendTwice(suite, endpoint, { path: suite.scope, body, otherBody, statuses: [201] });
  if (!stored.isRight) return;
  const { stored_count, duplicate_count, rejected_count } = stored.json;
  const sum = Number(stored_count) + Number(duplicate_count) + Number(rejected_count);
  stored.note(sum === 1, () => fault('body', '', 'three numbers that add up to 1', stored.json));
}

/** Sets an issue to what it is already. */
export async function touchIssue(suite: Suite): Promise<void> {
  const update = suite.endpoint('updateIssue');
  const cell = suite.cell(update.id, 'answer');
  const { sets, reason } = await suite.pathSets(update);
  const [path] = sets;
  if (!path) return cell.skip(reason?.kind ?? 'no-data', reason?.text ?? '');
  const read = await suite.send(
    cell,
    suite.endpoint('getIssue'),
    { path, query: {}, headers: {} },
    { statuses: [200] },
  );
  if (!read.isRight) return;
  const { status, status_reason, status_comment } = read.json;
  const body = { status, status_reason, status_comment };
  const touched = await suite.send(cell, update, { path, query: {}, headers: {}, body }, { statuses: [200] });
  if (!touched.isRight) return;
  for (const name of ['status', 'status_reason', 'status_comment'] as const) {
    touched.note(touched.json[name] === body[name], () =>
      fault('body', `/${name}`, String(body[name]), touched.json[name]),
    );
  }
}
