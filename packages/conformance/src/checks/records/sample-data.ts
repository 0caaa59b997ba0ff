/** Fills an empty workspace with the examples of the contract, so that the other checks have data. */
import { createHash } from 'node:crypto';
import { getList, getRows } from '../../contract/lists.ts';
import { getSuccess, type Json } from '../../contract/operation.ts';
import type { Session } from '../../session/session.ts';
import { waitForJob } from './jobs.ts';

/** The age of the newest interaction, in milliseconds: it is in each window that the checks select. */
const AGE_MS = 600_000;

/** Submits the examples of scans and of interactions, unless the workspace has agents. */
export async function createSampleData(session: Session): Promise<void> {
  const list = session.getOperation('listAgents');
  // The first page isn't kept, because it changes.
  const page = await session.send(session.cell(list.id, 'response'), list, session.buildRequest(list, session.scope), {
    statuses: [getSuccess(list).status],
  });
  if (page.status !== getSuccess(list).status || getRows(page.body, getList(list)).length > 0) return;
  for (const document of createScanDocuments(session)) await scan(session, document);
  const [agent_id] = await session.getRowIds(list, session.scope);
  await ingestInteractions(session, agent_id);
  if (agent_id !== undefined) await attachEvaluations(session, agent_id);
}

/** Returns the scans of the examples, each of a target of its own. */
function createScanDocuments(session: Session): Json[] {
  const { examples = [] } = session.getOperation('submitScan').requestBody ?? {};
  return examples
    .filter(({ error_message }) => error_message === undefined)
    .map(({ asset_id: _, ...document }) => {
      const asset = {
        key: 'scanned-asset',
        stable_key: String(document.target),
        object_type: 'asset',
        aispm_friendly_name: String(document.target),
        asset_type: 'repository',
      };
      const { objects, rules = [], occurrences } = document as Record<string, Json[]>;
      return {
        ...document,
        objects: [asset, ...(objects ?? [])],
        rules: [...rules, RULE],
        occurrences: [...(occurrences ?? []), ...(objects ?? []).slice(0, 2).map(createOccurrence)],
      };
    });
}

/** A rule in addition to those of the examples, so that there are several issues. */
const RULE = {
  rule_id: 'aispm-conformance.sample',
  object_types: ['agent', 'model'],
  source: 'external',
  severity: 'low',
};

function createOccurrence({ key, stable_key }: Json): Json {
  const fingerprint = createHash('sha256').update(String(stable_key)).digest('hex');
  return { fingerprint, rule_id: RULE.rule_id, object_key: key, message: 'A finding of the conformance suite.' };
}

async function scan(session: Session, body: Json): Promise<void> {
  const submit = session.getOperation('submitScan');
  const states = session.cell(submit.id, 'states');
  const parts = { path: session.scope, query: {}, headers: {}, body };
  const submitted = await session.send(states, submit, parts, { statuses: [202], note: 'sample data' });
  if (!submitted.isValid) return;
  await waitForJob(session, {
    cell: states,
    operation: session.getOperation('getScan'),
    path: { ...session.scope, id: submitted.json.scan_id },
    hasEnded: ({ finished_at }) => finished_at !== null,
    check: () => undefined,
  });
}

/** Stores the interactions of the examples, as those of an agent of the workspace, a minute apart. */
async function ingestInteractions(session: Session, agent_id: string | undefined): Promise<void> {
  const ingest = session.getOperation('ingestLlmInteractions');
  const examples = ingest.requestBody?.examples.flatMap(({ interactions }) => interactions as Json[]) ?? [];
  const interactions = examples.map((example, index) => {
    const started = Date.now() - AGE_MS - index * 60_000;
    return {
      ...example,
      agent_id: agent_id ?? null,
      tool_calls: [],
      started_at: new Date(started).toISOString(),
      finished_at: new Date(started + 1000).toISOString(),
    };
  });
  const parts = { path: session.scope, query: {}, headers: {}, body: { interactions } };
  await session.send(session.cell(ingest.id, 'response'), ingest, parts, { statuses: [201], note: 'sample data' });
}

/** Attaches two evaluations, which are detached at the end of the run. */
async function attachEvaluations(session: Session, agent_id: string): Promise<void> {
  const attach = session.getOperation('createAgentEvaluation');
  const detach = session.getOperation('deleteAgentEvaluation');
  const response = session.cell(attach.id, 'response');
  const ids = await session.getRowIds(session.getOperation('listEvaluations'), session.scope);
  for (const evaluation_id of ids.slice(0, 2)) {
    const body = { agent_id, evaluation_id, name: `${session.name} sample` };
    const parts = { path: session.scope, query: {}, headers: {}, body };
    const attached = await session.send(response, attach, parts, { statuses: [201], note: 'sample data' });
    if (!attached.isValid) return;
    const path = { ...session.scope, id: attached.json.id };
    session.onCleanup(() => session.send(response, detach, { path, query: {}, headers: {} }, { statuses: [204] }));
  }
}
