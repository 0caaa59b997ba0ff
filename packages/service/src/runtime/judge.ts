/** The rules that a reported interaction has to keep beyond its form. */
import type { NewLlmInteraction } from '@aispm/types';
import { type ErrorDetails, unprocessable } from '../http/errors.ts';
import { compare, instantOf } from './instant.ts';

/** Longest time that one call may take, in milliseconds: 31 days. */
const LONGEST_MS = 31 * 24 * 60 * 60 * 1000;

/** What a report refers to and the workspace has. */
export interface Known {
  agentIds: ReadonlySet<string>;
  toolIds: ReadonlySet<string>;
}

/**
 * What is wrong with a report; empty when it can be stored.
 *
 * @param place of the report in the request, such as `body/interactions/0`
 */
export function faultsOf(report: NewLlmInteraction, place: string, known: Known): ErrorDetails {
  const { agent_id, started_at, finished_at, tool_calls = [] } = report;
  const faults: Record<string, string> = {};
  if (agent_id != null && !known.agentIds.has(agent_id)) faults[`${place}/agent_id`] = 'no agent has this identifier';
  tool_calls.forEach(({ tool_id }, index) => {
    if (tool_id === null || known.toolIds.has(tool_id)) return;
    faults[`${place}/tool_calls/${index}/tool_id`] = 'no tool has this identifier';
  });
  const start = instantOf(started_at);
  if (!isStorable(start.ms)) faults[`${place}/started_at`] = 'must lie in the years from 1 to 9999';
  if (finished_at == null) return faults;
  const end = instantOf(finished_at);
  if (!isStorable(end.ms)) faults[`${place}/finished_at`] = 'must lie in the years from 1 to 9999';
  else if (compare(end, start) < 0) faults[`${place}/finished_at`] = 'must not be before started_at';
  else if (end.ms - start.ms > LONGEST_MS) faults[`${place}/finished_at`] = 'must be at most 31 days after started_at';
  return faults;
}

/** The error of one rejected interaction. */
export function rejection(faults: ErrorDetails) {
  return unprocessable(faults).body;
}

/** The years that four digits can write. */
const [EARLIEST, LATEST] = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** Whether an instant can be stored and written with four digits for its year. */
export function isStorable(ms: number): boolean {
  return ms >= EARLIEST && ms <= LATEST;
}
