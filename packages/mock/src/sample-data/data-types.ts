/** The types of the records of a mock, as programs create and change them; inferred from the contract. */
import type {
  Agent,
  AgentEdge,
  AgentEvaluationRecord,
  ApiKey,
  Asset,
  AssetEdge,
  Evaluation,
  EvaluationRun,
  FineGrainedIssue,
  Issue,
  LlmInteraction,
  Location,
  LocationEdge,
  McpServer,
  McpServerEdge,
  Model,
  ModelEdge,
  Rule,
  Scan,
  Tool,
  ToolEdge,
  View,
} from '@aispm/types';

/** A record, or its identifier. */
export type RecordReference =
  | string
  | { readonly aispm_object_id: string }
  | { readonly asset_id: string }
  | { readonly location_id: string };

/** The objects that a new object is related to, by edge. */
export type RelatedObjects<Edge extends string> = {
  readonly [Name in Edge]?: RecordReference | readonly RecordReference[];
};

/** Reads and deletes the records of one list. */
export interface DataReader<Item> {
  /** Lists all records. */
  list(): Item[];
  /** Returns a record with its current counts; undefined when there is none with this identifier. */
  get(id: string): Item | undefined;
  /**
   * Deletes a record and its dependent records: the occurrences of an issue or an object, the locations of an asset, and the
   * runs of an attached evaluation.
   *
   * @throws {SettingError} when it doesn't exist
   */
  delete(id: string): void;
}

/**
 * The records of one list.
 *
 * `Item` is a record, `Counted` are the properties that the mock computes, and `Related` contains what a new record refers to.
 */
export interface DataList<Item, Counted extends keyof Item = never, Related = never> extends DataReader<Item> {
  /**
   * Creates a record.
   *
   * @param fields the properties to set; all others get plausible values
   * @param related what the record refers to
   * @returns the record with its current counts
   * @throws {SettingError} when it wouldn't conform to the contract
   */
  create(fields?: Partial<Omit<Item, Counted>>, related?: Related): Item;
  /**
   * Changes properties of a record.
   *
   * @throws {SettingError} when it doesn't exist, or wouldn't conform to the contract
   */
  update(id: string, fields: Partial<Omit<Item, Counted>>): Item;
}

/** A list of objects of the graph. */
export interface ObjectList<Item, Counted extends keyof Item, Edge extends string>
  extends DataList<Item, Counted, RelatedObjects<Edge>> {
  /**
   * Relates two objects, in both directions.
   *
   * @throws {SettingError} when one of them doesn't exist, or the edge can't connect them
   */
  relate(from: RecordReference, edge: Edge, to: RecordReference): void;
  /** Removes the relation of two objects, if they are related. */
  unrelate(from: RecordReference, edge: Edge, to: RecordReference): void;
}

/** The counts of an object's issues. */
type IssueCounts = 'total_issues_count' | 'critical_issues_count' | 'high_issues_count';
type NodeCounts = IssueCounts | 'max_definitive_severity' | 'object_type';
/** The counts of an issue's occurrences. */
type ElementCounts =
  | 'object_types'
  | 'critical_element_count'
  | 'high_element_count'
  | 'total_priority_affected_elements'
  | 'total_affected_elements'
  | 'fine_grained_issue_count';

/** The objects that an issue affects. */
export interface AffectedObjects {
  /** Each gets an occurrence of the issue, in its asset and at its location. */
  readonly objects?: RecordReference | readonly RecordReference[];
}

/** The records that {@link MockData.in} selects. */
export interface DataScope {
  /** With `workspace_id`: the records of one workspace. Default: of all workspaces; for reads, of the default workspace. */
  tenant_id?: string;
  workspace_id?: string;
  /** The stored records of a token, in a stateful mock. Default: the initial records of all tokens. */
  token?: string;
}

/** The records of a mock. Counts, edges, dashboards, histograms and tables are computed from them. */
export interface MockData {
  readonly agents: ObjectList<
    Agent,
    NodeCounts | 'model_count' | 'tool_count' | 'mcp_server_count' | 'sub_agent_count',
    AgentEdge
  >;
  readonly models: ObjectList<Model, NodeCounts | 'agent_count', ModelEdge>;
  readonly tools: ObjectList<Tool, NodeCounts | 'agent_count', ToolEdge>;
  readonly mcpServers: ObjectList<McpServer, NodeCounts | 'agent_count' | 'tool_count', McpServerEdge>;
  readonly assets: ObjectList<Asset, IssueCounts | 'ai_object_count', AssetEdge>;
  readonly locations: ObjectList<Location, 'object_type', LocationEdge>;
  readonly rules: DataList<Rule>;
  readonly issues: DataList<Issue, ElementCounts, AffectedObjects>;
  /** The occurrences of issues. */
  readonly fineGrainedIssues: DataList<FineGrainedIssue, 'object_type' | 'aispm_friendly_name'>;
  readonly scans: DataList<Scan>;
  /** The catalogue of evaluations. */
  readonly evaluations: DataList<Evaluation>;
  /** The evaluations that are attached to agents. */
  readonly agentEvaluations: DataList<AgentEvaluationRecord>;
  readonly evaluationRuns: DataList<EvaluationRun>;
  readonly llmInteractions: DataList<LlmInteraction>;
  /** The views of the tenant. */
  readonly views: DataList<View>;
  /** The API keys as lists show them. No request can use a created one: for keys that work, set `tokens`. */
  readonly apiKeys: DataList<ApiKey>;
  /** Returns the records of one workspace, or of one token. */
  in(scope: DataScope): MockData;
}

/** Creates records before the first request. */
export type SeedFunction = (data: MockData) => void | Promise<void>;
