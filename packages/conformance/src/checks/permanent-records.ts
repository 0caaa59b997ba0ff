/** Creates what the API cannot delete: a scan and an interaction. */
import { randomUUID } from 'node:crypto';
import type { Session } from '../run/session.ts';
import { wrongValue } from '../run/violations.ts';
import { sendTwice } from './idempotency.ts';
import { assertLocation } from './location.ts';

/** Submits a failed scan, which changes nothing else. */
export async function submitScan(session: Session): Promise<void> {
  const submit = session.getOperation('submitScan');
  const body = {
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
}
