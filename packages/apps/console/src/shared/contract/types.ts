/** What the console reads from the contract when it is built: `virtual:contract/lists` and `virtual:contract/values`. */
import type { ApiKeyAccess, EvaluationResultStatus, EvaluationSchedule, SuppressionReason } from '@aispm/client';

/** A value of an enumeration. */
export interface EnumValue<Value extends string = string> {
  value: Value;
  label: string;
  /** Empty when the contract has none. */
  description: string;
}

export type FilterType = 'text' | 'enum' | 'boolean' | 'time';

/** A query parameter that selects rows. */
export interface Filter {
  name: string;
  label: string;
  description: string;
  type: FilterType;
  /** Whether several values are allowed; a row then has any of them. */
  isRepeated: boolean;
  /** Empty unless the type is `enum`. */
  values: EnumValue[];
}

export type ColumnType = 'text' | 'enum' | 'severity' | 'number' | 'time' | 'boolean' | 'id' | 'agent' | 'structure';

/** A member of the rows. */
export interface Column {
  name: string;
  label: string;
  description: string;
  type: ColumnType;
  /** The values of an enumeration, or of each element of an array. */
  values?: EnumValue[];
}

/** A list of the contract. */
export interface ListContract {
  filters: Filter[];
  /** Empty when the order cannot be chosen. */
  sorts: EnumValue[];
  defaultSort: string | null;
  hasTotal: boolean;
  /** Maximum number of rows on a page. */
  pageSize: number;
  columns: Column[];
}

/** Enumerations by their name in the contract, the status changes of issues that people may make, and other parts of it. */
export interface Values {
  enumerations: Record<
    | 'ObjectType'
    | 'Severity'
    | 'IssueStatus'
    | 'EdgeName'
    | 'RunStatus'
    | 'RunTrigger'
    | 'EdgeEvidence'
    | 'ExportStatus'
    | 'GuardrailAction'
    | 'GuardrailOutcome'
    | 'GuardrailTarget'
    | 'MessageRole'
    | 'ScanResultKind'
    | 'ScanStatus'
    | 'ScanType',
    EnumValue[]
  > & {
    ApiKeyAccess: EnumValue<ApiKeyAccess>[];
    SuppressionReason: EnumValue<SuppressionReason>[];
    EvaluationSchedule: EnumValue<EvaluationSchedule>[];
    EvaluationResultStatus: EnumValue<EvaluationResultStatus>[];
  };
  transitions: Record<string, string[]>;
  /** Maximum lengths of texts in characters, and maximum sizes of batches. */
  limits: Record<'viewName' | 'agentEvaluationName' | 'issueUpdates', number>;
  /** The entity of views that show a list, by the operation of the list. Lists that no view can show are missing. */
  viewEntities: Record<string, string>;
}
