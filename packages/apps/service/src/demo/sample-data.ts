/** The sample data of the contract, as records. */
import { readFileSync } from 'node:fs';
import { findLatestEvent, findShift, shiftTimes } from '@aispm/domain';
import type {
  Agent,
  AgentEvaluationRecord,
  AuditEntry,
  Change,
  Evaluation,
  EvaluationRun,
  EvaluationRunResult,
  FineGrainedIssue,
  Issue,
  IssueHistoryEntry,
  LlmInteraction,
  Location,
  McpServer,
  Model,
  Neighbourhood,
  Rule,
  RuleListItem,
  Scan,
  ScanDocument,
  ScanResult,
  TabularResult,
  Tool,
  View,
} from '@aispm/types';
import type { Workspace } from '../platform/database/rows.ts';

/** The workspace of the sample data. */
export const SAMPLE_WORKSPACE = { tenantId: 'halden-freight', workspaceId: 'production' };

const examples = JSON.parse(readFileSync(new URL('../generated/sample-data.json', import.meta.url), 'utf8')) as Record<
  string,
  Record<string, unknown>
>;

/**
 * Collects the unique records from the examples of a list and of a single record. Examples of the unfiltered list take
 * precedence; others only add missing fields.
 */
function collectRecords<Record extends object>(list: string, get: string | undefined, id: keyof Record): Record[] {
  const isUnfiltered = (name: string) => /^all_/.test(name);
  const pages = Object.entries(examples[list] ?? {}).sort(
    ([a], [b]) => Number(isUnfiltered(b)) - Number(isUnfiltered(a)),
  );
  const single = get === undefined ? [] : (Object.values(examples[get] ?? {}) as Record[]);
  const found = new Map<unknown, Record>();
  for (const record of [...pages.flatMap(([, page]) => (page as { items: Record[] }).items), ...single]) {
    found.set(record[id], { ...record, ...found.get(record[id]) });
  }
  return [...found.values()];
}

/** Converts the rows of tabular examples to objects, each asset once. */
function collectRows(operation: string): Record<string, unknown>[] {
  const pages = Object.values(examples[operation] ?? {}) as TabularResult[];
  const rows = pages.flatMap(({ header, rows }) =>
    rows.map((row) => Object.fromEntries(row.map((cell, index) => [header[index] ?? '', cell]))),
  );
  return [...new Map(rows.map((row) => [row.asset_id, row])).values()];
}

export const sampleData = {
  agents: collectRecords<Agent>('listAgents', 'getAgent', 'aispm_object_id'),
  models: collectRecords<Model>('listModels', 'getModel', 'aispm_object_id'),
  tools: collectRecords<Tool>('listTools', 'getTool', 'aispm_object_id'),
  mcpServers: collectRecords<McpServer>('listMcpServers', 'getMcpServer', 'aispm_object_id'),
  assets: collectRows('listAssets'),
  neighbourhoods: Object.values(examples.getNeighbourhood ?? {}) as Neighbourhood[],
  locations: collectRecords<Location>('listLocations', 'getLocation', 'location_id'),
  rules: collectRecords<Rule & Partial<RuleListItem>>('listRules', 'getRule', 'rule_id'),
  auditEntries: collectRecords<AuditEntry>('listAuditEntries', 'getAuditEntry', 'audit_entry_id'),
  changes: collectRecords<Change>('listChanges', undefined, 'change_id').toSorted((a, b) =>
    a.change_id < b.change_id ? -1 : 1,
  ),
  issues: collectRecords<Issue>('listIssues', 'getIssue', 'issue_id'),
  issueHistory: collectRecords<IssueHistoryEntry>('listIssueHistory', undefined, 'history_entry_id').toSorted(
    (a, b) => Date.parse(a.changed_at) - Date.parse(b.changed_at),
  ),
  occurrences: collectRecords<FineGrainedIssue>(
    'listFineGrainedIssues',
    'getFineGrainedIssue',
    'fine_grained_issue_id',
  ),
  scans: collectRecords<Scan>('listScans', 'getScan', 'scan_id'),
  scanResults: collectRecords<ScanResult>('listScanResults', undefined, 'scan_result_id'),
  /** The documents that scanners submit. */
  scanDocuments: Object.values(examples.scanDocuments ?? {}) as ScanDocument[],
  evaluations: collectRecords<Evaluation>('listEvaluations', 'getEvaluation', 'id'),
  agentEvaluations: collectRecords<AgentEvaluationRecord>('listAgentEvaluations', 'getAgentEvaluation', 'id'),
  runs: collectRecords<EvaluationRun>('listEvaluationRuns', 'getEvaluationRun', 'id'),
  runResults: collectRecords<EvaluationRunResult>('listEvaluationRunResults', undefined, 'id'),
  interactions: collectRecords<LlmInteraction>('listLlmInteractions', 'getLlmInteraction', 'llm_interaction_id'),
  /** The interactions with content, by identifier. Lists omit the content. */
  contents: Object.fromEntries(
    Object.entries(examples.getLlmInteraction ?? {})
      .filter(([name]) => name.endsWith('_with_content'))
      .map(([, value]) => [(value as LlmInteraction).llm_interaction_id, value as LlmInteraction]),
  ),
  views: collectRecords<View>('listViews', 'getView', 'id'),
};

/** The records of the sample data. */
export type SampleData = typeof sampleData;

/** Returns the sample data with its times shifted, so its latest event happens at the given time, in milliseconds since 1970. */
export function shiftSampleData(now: number): SampleData {
  return shiftTimes(sampleData, findShift(findLatestEvent(Object.values(sampleData).flat()), now));
}

/** The columns that identify a workspace. */
export interface Keys {
  tenant_id: string;
  workspace_id: string;
}

/** Converts the columns to a workspace. */
export function toWorkspace({ tenant_id, workspace_id }: Keys): Workspace {
  return { tenantId: tenant_id, workspaceId: workspace_id };
}
