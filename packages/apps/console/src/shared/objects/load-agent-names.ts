import { getLlmInteractionAgents, listAgents, type WorkspaceClient } from '@aispm/client';
import { loadContract } from '../contract/load-contract.ts';
import type { TableRow } from '../contract/table-row.ts';

/** The known names of agents in a workspace, cached for the session. */
export interface KnownAgents {
  /** Names by ID. */
  readonly names: ReadonlyMap<string, string>;
  /** Where the list of agents continues; undefined at its start, and once it has been loaded completely. */
  readonly cursor: string | undefined;
}

/** Used before any names are loaded. */
export const NO_AGENTS: KnownAgents = { names: new Map(), cursor: undefined };

/** The longest time window that the API counts by agent. */
const MAX_WINDOW_MS = 31 * 24 * 3_600_000;

/**
 * Loads the names of the agents in a page of rows with as few requests as possible. The contract has no list of agents by
 * ID, so names come from the counts of interactions by agent, and otherwise from the list of agents.
 *
 * @param maxRequests how many further requests are allowed
 * @returns the known names, possibly not of all agents
 */
export async function loadAgentNames(
  client: WorkspaceClient,
  rows: readonly TableRow[],
  known: KnownAgents,
  maxRequests: number,
  signal: AbortSignal,
): Promise<KnownAgents> {
  const ids = new Set(rows.flatMap(({ agent_id: id }) => (typeof id === 'string' ? [id] : [])));
  const isComplete = ({ names }: KnownAgents) => [...ids].every((id) => names.has(id));
  const period = windowOf(rows);
  let current = known;
  for (let count = 0; count < maxRequests && !isComplete(current); count += 1) {
    current =
      count === 0 && period !== undefined
        ? await addCounted(client, period, current, signal)
        : await addListed(client, current, signal);
  }
  return current;
}

/** Returns the time window of interactions, shortened to the newest part if it's too long; undefined for other rows. */
function windowOf(rows: readonly TableRow[]): { start_time: string; end_time: string } | undefined {
  if (!rows.some((row) => 'llm_interaction_id' in row)) return undefined;
  const times = rows.map(({ started_at }) => Date.parse(String(started_at)));
  const end = Math.max(...times);
  const start = Math.max(Math.min(...times), end - MAX_WINDOW_MS);
  return { start_time: new Date(start).toISOString(), end_time: new Date(end).toISOString() };
}

async function addCounted(
  client: WorkspaceClient,
  period: { start_time: string; end_time: string },
  { names, cursor }: KnownAgents,
  signal: AbortSignal,
): Promise<KnownAgents> {
  const { agents } = await getLlmInteractionAgents(client, period, { signal });
  return { names: add(names, agents), cursor };
}

async function addListed(
  client: WorkspaceClient,
  { names, cursor: from }: KnownAgents,
  signal: AbortSignal,
): Promise<KnownAgents> {
  const { pageSize } = await loadContract('listAgents');
  const params = { include_deleted: true, page_size: pageSize, ...(from !== undefined && { cursor: from }) };
  const { items, cursor } = await listAgents(client, params, { signal });
  const listed = items.map(({ aispm_object_id, aispm_friendly_name }) => ({
    agent_id: aispm_object_id,
    aispm_friendly_name,
  }));
  return { names: add(names, listed), cursor: cursor === '' ? undefined : cursor };
}

function add(
  names: ReadonlyMap<string, string>,
  agents: readonly { agent_id: string | null; aispm_friendly_name: string | null }[],
): Map<string, string> {
  const added = new Map(names);
  for (const { agent_id: id, aispm_friendly_name: name } of agents)
    if (id !== null && name !== null) added.set(id, name);
  return added;
}
