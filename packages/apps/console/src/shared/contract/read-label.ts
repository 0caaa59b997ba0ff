/** Words with their own spelling. */
const WORDS: Record<string, string> = {
  ai: 'AI',
  aispm: 'AISPM',
  api: 'API',
  http: 'HTTP',
  id: 'ID',
  ids: 'IDs',
  llm: 'LLM',
  mcp: 'MCP',
  oauth2: 'OAuth 2',
  ok: 'OK',
  ui: 'UI',
  url: 'URL',
  purl: 'package URL',
  usd: 'USD',
  sha: 'SHA',
};

/** Labels of names whose words wouldn't make a good label. */
const LABELS: Record<string, string> = {
  is_builtin: 'Built in',
  aispm_friendly_name: 'Object name',
  aispm_object_id: 'ID',
  max_definitive_severity: 'Severity',
  definitive_severity: 'Severity',
  total_issues_count: 'Issues',
  critical_issues_count: 'Critical',
  high_issues_count: 'High',
  sub_agent_count: 'Sub-agents',
  sub_agents: 'Sub-agents',
  entity: 'List',
  reopen_count: 'Times reopened',
  total_priority_affected_elements: 'Affected (critical and high)',
  critical_element_count: 'Affected (critical)',
  high_element_count: 'Affected (high)',
  rule_name: 'Rule',
  asset_name: 'Name',
  total_affected_elements: 'Affected',
  fine_grained_issue_count: 'Occurrences',
  duration_ms: 'Duration (ms)',
  latency_ms: 'Latency (ms)',
  latest_run_status: 'Latest run',
  score: 'Score (0 to 1)',
  latest_scored_run_finished_at: 'Last scored',
  ASC: 'Ascending',
  DESC: 'Descending',
};

/**
 * Converts a name or value of the contract to a label: `last_seen_at` is "Last seen", `is_current` "Current", `mcp_server` "MCP
 * server", `streamable-http` "Streamable HTTP", `BLOCKED` "Blocked".
 */
export function readLabel(name: string): string {
  if (Object.hasOwn(LABELS, name)) return LABELS[name] ?? name;
  const words = name
    .replace(/^[A-Z]{2,}$/, (capitals) => capitals.toLowerCase())
    .replace(/^(aispm|is|num)_(?=.)/, '')
    .replace(/_at$/, '')
    .replace(/_count$/, 's')
    .split(/[_-]/)
    .map((word) => (Object.hasOwn(WORDS, word) ? WORDS[word] : word));
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
