/** The rules for reported interactions that JSON Schema can't express. */
import { MAX_DURATION_MS } from '@aispm/domain';
import {
  findEndViolation,
  isStorableTimestamp,
  parseTimestamp,
  UNSUPPORTED_NUMBER,
  UNSUPPORTED_TEXT,
  UNSUPPORTED_TIMESTAMP,
} from '@aispm/openapi';
import type { NewLlmInteraction } from '@aispm/types';
import { type ErrorDetails, unprocessable } from '../../platform/http/errors/errors.ts';
import { UNSEARCHABLE_TEXT } from '../../platform/redaction/redaction.ts';

/** Detail: the service would remove the interaction right away. */
export const EXPIRED = 'is before the retention period of interactions';

/** The objects of the workspace that the reports refer to. */
export interface KnownObjects {
  agentIds: ReadonlySet<string>;
  toolIds: ReadonlySet<string>;
}

/**
 * Returns the violations of a report, by location; empty if it can be stored.
 *
 * @param location the location of the report in the request, such as `body/interactions/0`
 */
export function findViolations(report: NewLlmInteraction, location: string, known: KnownObjects): ErrorDetails {
  const { agent_id, started_at, finished_at, tool_calls = [] } = report;
  const violations: Record<string, string> = {};
  const add = (field: string, message: string) => {
    violations[`${location}/${field}`] = message;
  };
  if (agent_id != null && !known.agentIds.has(agent_id)) add('agent_id', 'no agent has this identifier');
  tool_calls.forEach(({ tool_id }, index) => {
    if (tool_id === null || known.toolIds.has(tool_id)) return;
    add(`tool_calls/${index}/tool_id`, 'no tool has this identifier');
  });
  const start = parseTimestamp(started_at);
  if (!isStorableTimestamp(start)) add('started_at', UNSUPPORTED_TIMESTAMP);
  if (finished_at == null) return violations;
  const end = parseTimestamp(finished_at);
  const violation = isStorableTimestamp(end) ? findEndViolation(start, end, MAX_DURATION_MS) : UNSUPPORTED_TIMESTAMP;
  if (violation !== undefined) add('finished_at', violation);
  return violations;
}

/** Returns the error of one rejected interaction. Its reason is an unsupported value or an unknown object, if there's one. */
export function toRejection(violations: ErrorDetails) {
  if (
    Object.values(violations).some((problem) =>
      [UNSEARCHABLE_TEXT, UNSUPPORTED_TIMESTAMP, UNSUPPORTED_NUMBER, UNSUPPORTED_TEXT].includes(problem),
    )
  )
    return unprocessable('invalid_body', violations).body;
  const isUnknown = Object.keys(violations).some((location) => /\/(agent_id|tool_id)$/.test(location));
  return unprocessable(isUnknown ? 'unknown_reference' : 'invalid_time_window', violations).body;
}
