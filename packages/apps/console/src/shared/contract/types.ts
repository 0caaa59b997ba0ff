/** What the build reads from the contract: `virtual:contract/lists` and `virtual:contract/values`. */
import type {
  ApiKeyAccess,
  EvaluationResultStatus,
  EvaluationSchedule,
  EventKind,
  Severity,
  SuppressionReason,
} from '@aispm/client';
import type { ENUMERATIONS } from './enumerations.ts';

/** A value of an enumeration. */
export interface EnumValue<Value extends string = string> {
  value: Value;
  label: string;
  /** Empty if the contract has none. */
  description: string;
}

/** Determines the control of a filter. */
export type FilterType = 'string' | 'enum' | 'boolean' | 'time';

/** A query parameter that filters rows. */
export interface Filter {
  name: string;
  label: string;
  description: string;
  type: FilterType;
  /** Whether the filter accepts several values, of which rows match any. */
  isRepeated: boolean;
  /** Empty unless the type is `enum`. */
  values: EnumValue[];
}

/** Determines how a column formats its values. */
export type ColumnType = 'string' | 'enum' | 'severity' | 'number' | 'time' | 'boolean' | 'id' | 'agent' | 'structure';

/** A property of the rows. */
export interface Column {
  name: string;
  label: string;
  description: string;
  type: ColumnType;
  /** The values of an enumeration, or of an array's elements. */
  values?: EnumValue[];
}

/** A list of the contract. */
export interface ListContract {
  filters: Filter[];
  /** Empty if users can't choose the order. */
  sorts: EnumValue[];
  defaultSort: string | null;
  hasTotal: boolean;
  /** Maximum number of rows on a page. */
  pageSize: number;
  columns: Column[];
}

/** Enumerations whose values are sent to the API. */
type TypedEnumerations = {
  ApiKeyAccess: EnumValue<ApiKeyAccess>[];
  EventKind: EnumValue<EventKind>[];
  Severity: EnumValue<Severity>[];
  SuppressionReason: EnumValue<SuppressionReason>[];
  EvaluationSchedule: EnumValue<EvaluationSchedule>[];
  EvaluationResultStatus: EnumValue<EvaluationResultStatus>[];
};

/** Enumerations, status transitions and limits of the contract. */
export interface Values {
  enumerations: Record<Exclude<(typeof ENUMERATIONS)[number], keyof TypedEnumerations>, EnumValue[]> &
    TypedEnumerations;
  /** The statuses that users can change each issue status to. */
  transitions: Record<string, string[]>;
  /** Maximum lengths of strings in characters, and maximum sizes of batches. */
  limits: Record<
    | 'viewName'
    | 'settingsReason'
    | 'agentEvaluationName'
    | 'webhookName'
    | 'webhookUrl'
    | 'issueUpdates'
    | 'objectUpdates',
    number
  >;
  /** The entity of views by list. Lists without views are missing. */
  viewEntities: Record<string, string>;
}
