/** The records of each list, typed by the contract. */
import type {
  Agent,
  AgentEvaluationRecord,
  ApiKey,
  Asset,
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
  Rule,
  Scan,
  ScanResult,
  Tool,
  Webhook,
} from '@aispm/types';
import type { JsonObject } from '../bundled/openapi.ts';
import type { OperationId } from '../core/contract-types.ts';

/** The records of the lists that the code refers to, by the operation that lists them. */
interface ContractRecords {
  listAgents: Agent;
  listModels: Model;
  listTools: Tool;
  listMcpServers: McpServer;
  listAispmAssets: Asset;
  listLocations: Location;
  listRules: Rule;
  listIssues: Issue;
  listIssueHistory: IssueHistoryEntry;
  listFineGrainedIssues: FineGrainedIssue;
  listScans: Scan;
  listScanResults: ScanResult;
  listEvaluations: Evaluation;
  listAgentEvaluations: AgentEvaluationRecord;
  listEvaluationRuns: EvaluationRun;
  listEvaluationRunResults: EvaluationRunResult;
  listLlmInteractions: LlmInteraction;
  listApiKeys: ApiKey;
  listChanges: Change;
  listWebhooks: Webhook;
}

/** A record of a list. It can have more properties, which a revision of the contract adds. */
export type RecordOf<List extends OperationId> = JsonObject &
  (List extends keyof ContractRecords ? ContractRecords[List] : unknown);
