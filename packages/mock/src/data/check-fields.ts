/** Checks the properties that programs set. */
import type { JsonObject } from '../bundled/openapi.ts';
import { SettingError } from '../core/errors.ts';
import type { RecordName } from '../sample-data/factories.ts';

const ISSUE_COUNTS = ['total_issues_count', 'critical_issues_count', 'high_issues_count'];
const NODE_COUNTS = [...ISSUE_COUNTS, 'max_definitive_severity'];

/** The properties that the mock computes from relations and issues. */
const COMPUTED: Readonly<Partial<Record<RecordName, readonly string[]>>> = {
  agents: [...NODE_COUNTS, 'model_count', 'tool_count', 'mcp_server_count', 'sub_agent_count'],
  models: [...NODE_COUNTS, 'agent_count'],
  tools: [...NODE_COUNTS, 'agent_count'],
  mcpServers: [...NODE_COUNTS, 'agent_count', 'tool_count'],
  assets: [...ISSUE_COUNTS, 'ai_object_count'],
  issues: [
    'object_types',
    'critical_element_count',
    'high_element_count',
    'total_priority_affected_elements',
    'total_affected_elements',
    'fine_grained_issue_count',
  ],
};

/** The properties that refer to another record, and the list with the records. */
export const REFERENCES: Readonly<Record<string, RecordName>> = {
  rule_id: 'rules',
  issue_id: 'issues',
  agent_id: 'agents',
  asset_id: 'assets',
  mcp_server_id: 'mcpServers',
  evaluation_id: 'evaluations',
  agent_evaluation_id: 'agentEvaluations',
};

/**
 * Checks that a program doesn't set what the mock computes. The current values are allowed, so that a record can be copied.
 *
 * @throws {SettingError} with the first such property
 */
export function checkComputed(name: RecordName, fields: JsonObject, current: JsonObject): void {
  const computed = COMPUTED[name]?.find(
    (field) => fields[field] !== undefined && JSON.stringify(fields[field]) !== JSON.stringify(current[field]),
  );
  if (computed === undefined) return;
  throw new SettingError(
    `The mock computes ${computed} in ${name} from its relations and issues; change those instead of the property.`,
  );
}

/** @throws {SettingError} for a name that isn't one of the known ones, because ignoring it would do something else */
export function checkNames(value: object, known: readonly string[], what: string): void {
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const expected = known.length > 0 ? `use one of ${known.join(', ')}` : 'it has none';
  throw new SettingError(`"${unknown}" isn't ${what}; ${expected}.`);
}
