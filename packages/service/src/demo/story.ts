/** The example story of the contract, record by record. */
import { readFileSync } from 'node:fs';
import type {
  Agent,
  AgentEvaluationRecord,
  Evaluation,
  EvaluationRun,
  EvaluationRunResult,
  FineGrainedIssue,
  Issue,
  LlmInteraction,
  Location,
  McpServer,
  Model,
  Rule,
  RuleListItem,
  Scan,
  ScanDocument,
  ScanResult,
  TabularResult,
  Tool,
  View,
} from '@aispm/types';

/** Where the story takes place. */
export const STORY_WORKSPACE = { tenantId: 'halden-freight', workspaceId: 'production' };

const examples = JSON.parse(readFileSync(new URL('../generated/story.json', import.meta.url), 'utf8')) as Record<
  string,
  Record<string, unknown>
>;

/**
 * The records of lists and of single answers, each once. A whole list shows the present; other examples only add what it leaves
 * out.
 */
function records<Record extends object>(list: string, get: string | undefined, id: keyof Record): Record[] {
  const isWhole = (name: string) => /^(all|whole)_/.test(name);
  const pages = Object.entries(examples[list] ?? {}).sort(([a], [b]) => Number(isWhole(b)) - Number(isWhole(a)));
  const single = get === undefined ? [] : (Object.values(examples[get] ?? {}) as Record[]);
  const found = new Map<unknown, Record>();
  for (const record of [...pages.flatMap(([, page]) => (page as { items: Record[] }).items), ...single]) {
    found.set(record[id], { ...record, ...found.get(record[id]) });
  }
  return [...found.values()];
}

/** Rows of tables as objects with the names of the columns. */
function table(operation: string): Record<string, unknown>[] {
  const pages = Object.values(examples[operation] ?? {}) as TabularResult[];
  const rows = pages.flatMap(({ header, rows }) =>
    rows.map((row) => Object.fromEntries(row.map((cell, index) => [header[index] ?? '', cell]))),
  );
  return [...new Map(rows.map((row) => [row.asset_id, row])).values()];
}

export const story = {
  agents: records<Agent>('listAgents', 'getAgent', 'aispm_object_id'),
  models: records<Model>('listModels', 'getModel', 'aispm_object_id'),
  tools: records<Tool>('listTools', 'getTool', 'aispm_object_id'),
  mcpServers: records<McpServer>('listMcpServers', 'getMcpServer', 'aispm_object_id'),
  assets: table('listAssets'),
  locations: records<Location>('listLocations', 'getLocation', 'location_id'),
  rules: records<Rule & Partial<RuleListItem>>('listRules', 'getRule', 'rule_id'),
  issues: records<Issue>('listIssues', 'getIssue', 'issue_id'),
  occurrences: records<FineGrainedIssue>('listFineGrainedIssues', 'getFineGrainedIssue', 'fine_grained_issue_id'),
  scans: records<Scan>('listScans', 'getScan', 'scan_id'),
  scanResults: records<ScanResult>('listScanResults', undefined, 'scan_result_id'),
  /** What scanners send. */
  scanDocuments: Object.values(examples.scanDocuments ?? {}) as ScanDocument[],
  evaluations: records<Evaluation>('listEvaluations', 'getEvaluation', 'id'),
  agentEvaluations: records<AgentEvaluationRecord>('listAgentEvaluations', 'getAgentEvaluation', 'id'),
  runs: records<EvaluationRun>('listEvaluationRuns', 'getEvaluationRun', 'id'),
  runResults: records<EvaluationRunResult>('listEvaluationRunResults', undefined, 'id'),
  interactions: records<LlmInteraction>('listLlmInteractions', 'getLlmInteraction', 'llm_interaction_id'),
  views: records<View>('listViews', 'getView', 'id'),
};

/** What was said in the interactions, by interaction: lists show no content. */
export const contents = new Map(
  Object.entries(examples.getLlmInteraction ?? {})
    .filter(([name]) => name.endsWith('_with_content'))
    .map(([, value]) => [(value as LlmInteraction).llm_interaction_id, value as LlmInteraction]),
);

/** The columns that name a workspace. */
export interface Keys {
  tenant_id: string;
  workspace_id: string;
}
