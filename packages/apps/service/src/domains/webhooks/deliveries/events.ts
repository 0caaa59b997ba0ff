/** Writes the events of changes: which changes are events, and what is in them. */
import { createHash } from 'node:crypto';
import type { EventKind, ObjectType } from '@aispm/types';
import { type Selectable, sql } from 'kysely';
import type { Changes } from '../../../generated/tables.ts';
import { OPERATIONS, type OperationId } from '../../../platform/contract/contract.ts';
import type { Db } from '../../../platform/database/dialect.ts';
import { anyOf, inSameWorkspace, inWorkspace, type Workspace } from '../../../platform/database/rows.ts';

/** A row of the log of changes. */
export type Change = Pick<
  Selectable<Changes>,
  | 'position'
  | 'occurred_at'
  | 'kind'
  | 'subject_id'
  | 'object_type'
  | 'definitive_severity'
  | 'status'
  | 'changed_fields'
>;

/** An event for a receiver. */
export interface Event {
  position: number;
  /** What it is about. */
  subject: string;
  /** The same for each attempt and each replay. */
  message_id: string;
  /** The body of the request. */
  payload: string;
}

/** Selects events: of these kinds and, if they have one, of these severities. Empty lists select all. */
export interface EventFilters {
  kinds: readonly string[];
  severities: readonly string[];
}

/** Data of an event by the name of its field. */
type Data = Readonly<Record<string, unknown>>;

/** How the events of a kind are written. */
interface Source {
  kind: EventKind;
  /** Reads what changes don't contain: the records that still exist, each with its identifier as `id`. */
  load: (db: Db, workspace: Workspace, ids: readonly string[]) => Promise<({ id: string } & Data)[]>;
  /** Returns the fields of the data in the order of the contract, without those of the workspace and without the path. */
  toData: (change: Change, record: Data) => Data;
  /** The operation that reads the record, and the values of its path. */
  toPath: (change: Change, record: Data) => readonly [OperationId, Readonly<Record<string, string>>];
}

const issueSource: Omit<Source, 'kind'> = {
  load: (db, workspace, ids) =>
    db
      .selectFrom('issues')
      .innerJoin('rules', (join) =>
        join.on(inSameWorkspace('rules', 'issues')).onRef('rules.rule_id', '=', 'issues.rule_id'),
      )
      .select(['issues.issue_id as id', 'issues.rule_id', 'rules.rule_name'])
      .where(inWorkspace('issues', workspace))
      .where('issues.issue_id', '=', anyOf(ids))
      .execute(),
  toData: ({ subject_id, definitive_severity, status, changed_fields }, { rule_id, rule_name }) => ({
    issue_id: subject_id,
    rule_id,
    rule_name,
    definitive_severity,
    status,
    changed_fields,
  }),
  toPath: ({ subject_id: id }) => ['getIssue', { id }],
};

/** The operation that reads an object of each type. */
const OBJECT_OPERATIONS: Record<ObjectType, OperationId> = {
  agent: 'getAgent',
  model: 'getModel',
  tool: 'getTool',
  mcp_server: 'getMcpServer',
  asset: 'getAsset',
  location: 'getLocation',
};

const objectSource: Omit<Source, 'kind'> = {
  load: (db, workspace, ids) =>
    db
      .selectFrom('objects')
      .select(['aispm_object_id as id', 'aispm_friendly_name as name'])
      .where(inWorkspace('objects', workspace))
      .where('aispm_object_id', '=', anyOf(ids))
      .execute(),
  toData: ({ subject_id, object_type }, { name }) => ({ object_id: subject_id, object_type, object_name: name }),
  toPath: ({ subject_id: id, object_type }) => [OBJECT_OPERATIONS[object_type as ObjectType], { id }],
};

/** The sources of events by the kind of the change. Other changes, such as those of relations, are no events. */
const SOURCES: Readonly<Record<string, Source>> = {
  issue_opened: { kind: 'issue.opened', ...issueSource },
  issue_changed: { kind: 'issue.changed', ...issueSource },
  issue_resolved: { kind: 'issue.resolved', ...issueSource },
  scan_ended: {
    kind: 'scan.ended',
    load: (db, workspace, ids) =>
      db
        .selectFrom('scans')
        .select(['scan_id as id', 'scan_type', 'target'])
        .where(inWorkspace('scans', workspace))
        .where('scan_id', '=', anyOf(ids))
        .execute(),
    toData: ({ subject_id, status }, { scan_type, target }) => ({ scan_id: subject_id, scan_type, target, status }),
    toPath: ({ subject_id: id }) => ['getScan', { id }],
  },
  run_ended: {
    kind: 'run.ended',
    load: (db, workspace, ids) =>
      db
        .selectFrom('evaluation_runs')
        .innerJoin('agent_evaluations', (join) =>
          join
            .on(inSameWorkspace('agent_evaluations', 'evaluation_runs'))
            .onRef('agent_evaluations.id', '=', 'evaluation_runs.agent_evaluation_id'),
        )
        .select([
          'evaluation_runs.id',
          'evaluation_runs.agent_evaluation_id',
          'agent_evaluations.name',
          'evaluation_runs.agent_id',
          'evaluation_runs.score',
        ])
        .where(inWorkspace('evaluation_runs', workspace))
        .where('evaluation_runs.id', '=', anyOf(ids))
        .execute(),
    toData: ({ subject_id, status }, { agent_evaluation_id, name, agent_id, score }) => ({
      run_id: subject_id,
      agent_evaluation_id,
      evaluation_name: name,
      agent_id,
      status,
      score,
    }),
    toPath: ({ subject_id: run_id }) => ['getEvaluationRun', { run_id }],
  },
  export_ended: {
    kind: 'export.ended',
    load: (db, workspace, ids) =>
      db
        .selectFrom('view_exports')
        .select(['export_workflow_id as id', 'view_id', 'view_name'])
        .where(inWorkspace('view_exports', workspace))
        .where('export_workflow_id', '=', anyOf(ids))
        .execute(),
    toData: ({ subject_id, status }, { view_id, view_name }) => ({
      export_workflow_id: subject_id,
      view_id,
      view_name,
      export_status: status,
    }),
    toPath: ({ subject_id: export_workflow_id }, { view_id }) => [
      'getViewExport',
      { id: String(view_id), export_workflow_id },
    ],
  },
  object_appeared: { kind: 'object.appeared', ...objectSource },
  object_disappeared: { kind: 'object.disappeared', ...objectSource },
  rule_changed: {
    kind: 'rule.changed',
    load: (db, workspace, ids) =>
      db
        .selectFrom('rules')
        .select(['rule_id as id', 'rule_name', 'is_enabled'])
        .select(sql`coalesce(severity_override, severity)`.as('definitive_severity'))
        .where(inWorkspace('rules', workspace))
        .where('rule_id', '=', anyOf(ids))
        .execute(),
    toData: ({ subject_id, changed_fields }, { rule_name, is_enabled, definitive_severity }) => ({
      rule_id: subject_id,
      rule_name,
      is_enabled,
      definitive_severity,
      changed_fields,
    }),
    toPath: ({ subject_id: rule_id }) => ['getRule', { rule_id }],
  },
};

/** Reads the changes of a workspace after a position, in their order. */
export function readChanges(db: Db, workspace: Workspace, after: number, limit: number): Promise<Change[]> {
  return db
    .selectFrom('changes')
    .select([
      'position',
      'occurred_at',
      'kind',
      'subject_id',
      'object_type',
      'definitive_severity',
      'status',
      'changed_fields',
    ])
    .where(inWorkspace('changes', workspace))
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Writes the events of changes, in their order: those that the filters select, and whose records still exist. */
export async function writeEvents(
  db: Db,
  workspace: Workspace,
  changes: readonly Change[],
  filters: EventFilters,
): Promise<Event[]> {
  const { kinds, severities } = filters;
  const selected = changes.flatMap((change) => {
    const source = SOURCES[change.kind];
    const isSelected = source && (kinds.length === 0 || kinds.includes(source.kind));
    return isSelected ? [{ change, source }] : [];
  });
  const events: Event[] = [];
  const records = new Map<Source['load'], Map<string, Data>>();
  for (const [load, group] of Map.groupBy(selected, ({ source }) => source.load)) {
    const ids = [...new Set(group.map(({ change }) => change.subject_id))];
    records.set(load, new Map((await load(db, workspace, ids)).map((record) => [record.id, record])));
  }
  for (const { change, source } of selected) {
    const record = records.get(source.load)?.get(change.subject_id);
    if (!record) continue;
    const data = source.toData(change, record);
    const severity = data.definitive_severity;
    if (severity !== undefined && severities.length > 0 && !severities.includes(String(severity))) continue;
    const { tenantId: tenant_id, workspaceId: workspace_id } = workspace;
    const path = createPath(workspace, ...source.toPath(change, record));
    const { position, occurred_at: timestamp } = change;
    events.push({
      position,
      // The kinds of events about the same record start with the same word.
      subject: `${source.kind.split('.')[0]} ${change.subject_id}`,
      message_id: createMessageId([tenant_id, workspace_id, position, timestamp]),
      payload: JSON.stringify({ type: source.kind, timestamp, data: { tenant_id, workspace_id, ...data, path } }),
    });
  }
  return events;
}

/** Returns the path of a record below the base URL. */
function createPath(
  { tenantId, workspaceId }: Workspace,
  operation: OperationId,
  values: Readonly<Record<string, string>>,
): string {
  const { path = '', hasSelectableWorkspace = false } = OPERATIONS.get(operation) ?? {};
  const all: Record<string, string> = { tenant_id: tenantId, workspace_id: workspaceId, ...values };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(all[name] ?? ''));
  const query = new URLSearchParams({ tenant_id: tenantId, workspace_id: workspaceId });
  return hasSelectableWorkspace ? `${filled}?${query}` : filled;
}

/** Derives the identifier of an event, because a replay has the same one. */
function createMessageId(parts: readonly unknown[]): string {
  return `evt_${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}`;
}
