/** The filters of the long lists, from the contract, with values that few records or none have. */
import { createHash } from 'node:crypto';
import { isFilterParameter } from '@aispm/openapi';
import {
  OPERATIONS,
  type Operation,
  type OperationId,
  resolve,
  type Schema,
} from '../../src/platform/contract/contract.ts';

/** When the last interactions of the measured workspaces happened. */
export const END = '2026-11-15T00:00:00Z';

/** The lists that grow with the inventory, the findings, the calls and the scans of a company. */
export const LONG_LISTS = [
  'listAgents',
  'listModels',
  'listTools',
  'listMcpServers',
  'listAispmAssets',
  'listLocations',
  'listFineGrainedIssues',
  'listLlmInteractions',
  'listChanges',
] as const satisfies readonly OperationId[];

/** A list with one filter. */
export interface FilteredList {
  operation: OperationId;
  filter: string;
  value: string;
  /** For {@link Meter}. */
  path: string;
}

/** Values of enumerations that the needles of {@link fillTenants} have. */
const NEEDLES: Record<string, string> = {
  severity: 'critical',
  status: 'suppressed',
  object_type: 'agent',
  lifecycle_status: 'inactive',
  guardrail_outcome: 'BLOCKED',
  is_destructive: 'true',
  has_issues: 'true',
  has_assignee: 'true',
  due_before: END,
  include_deleted: 'true',
  rule_id: 'rule40',
  issue_id: 'issue40',
  aispm_object_id: 'tool2',
  trace_id: createHash('md5').update('needle').digest('hex'),
  id: 'tool2',
  kind: 'rule_changed',
  since: new Date(Date.parse(END) - 5_000).toISOString(),
  after: '0000000000000500',
  first_seen_since: new Date(Date.parse(END) - 5_000).toISOString(),
  updated_since: new Date(Date.parse(END) - 5_000).toISOString(),
  start_time: END,
  end_time: new Date(Date.parse(END) - 31 * 24 * 3_600_000).toISOString(),
};

/** Lists all filters of a list, each with a value that few records have, and texts also with one that none has. */
export function listFilters(operationId: OperationId): FilteredList[] {
  const { path, parameters } = getOperation(operationId);
  const start = path.replace(/^\//, '').replace('tenants/{tenant_id}/workspaces/{workspace_id}', '{workspace}');
  return parameters
    .filter(({ in: location, name }) => location === 'query' && isFilterParameter(name))
    .flatMap(({ name, schema }) => {
      const { enum: values } = toItem(schema as Schema);
      const few = NEEDLES[name] ?? values?.[0] ?? 'needle';
      return [String(few), ...(few === 'needle' ? ['nobody'] : [])].map((value) => ({
        operation: operationId,
        filter: name,
        value,
        path: `${start}?${new URLSearchParams({ [name]: value })}`,
      }));
    });
}

/** Returns two values of each filter of objects that has only some: one for few objects, and one for the others. */
export function listEnumerations(): Record<string, { few: string; many: string }> {
  const parameters = LONG_LISTS.flatMap((operationId) => getOperation(operationId).parameters);
  return Object.fromEntries(
    parameters.flatMap(({ name, schema }) => {
      const { enum: values } = toItem(schema as Schema);
      const isOfObjects = values && isFilterParameter(name) && !(name in NEEDLES);
      return isOfObjects ? [[name, { few: String(values[0]), many: String(values.at(-1)) }]] : [];
    }),
  );
}

function getOperation(operationId: OperationId): Operation {
  const operation = OPERATIONS.get(operationId);
  if (!operation) throw new Error(`There is no operation ${operationId}.`);
  return operation;
}

/** Returns the schema of a value, which may be one of several. */
function toItem(schema: Schema): Schema {
  const { items = schema } = resolve<Schema>(schema);
  return resolve<Schema>(items as Schema);
}
