/** Looks for the changes that the run makes in the log of changes. */
import { getList, getRows } from '../contract/lists.ts';
import type { Json, Operation } from '../contract/operation.ts';
import type { OperationId } from '../contract/operation-id.ts';
import type { Session } from '../session/session.ts';
import { wrongValue } from '../session/violations.ts';

/** The operation that lists the log, oldest changes first. */
const LOG = 'listChanges';
const PAGE_SIZE = 100;

/** The operations whose effect is looked for. */
const LOGGED: readonly OperationId[] = [
  'updateAgent',
  'updateModel',
  'updateTool',
  'updateMcpServer',
  'updateObjects',
  'updateIssue',
  'updateIssues',
  'stopScan',
];

/** Returns whether the run makes changes with an operation that are in the log. */
export function makesChanges({ id }: Operation): boolean {
  return LOGGED.includes(id as OperationId);
}

/** A change that a run has made. */
interface ExpectedChange {
  /** When the record was changed, according to the server. */
  since: unknown;
  /** Its fields in the log; at least `kind` and `subject_id`. */
  change: Json;
  /** A field that was changed. Default: any. */
  field?: string;
}

/** The last change of each record that a run has seen: the log is read on from there, because times may be equal. */
const lastSeen = new WeakMap<Session, Map<unknown, string>>();

/** Expects a change once in the log. */
export async function assertLogged(
  session: Session,
  operation: OperationId,
  { since, change, field }: ExpectedChange,
): Promise<void> {
  const log = session.getOperation(LOG);
  const seen = lastSeen.get(session) ?? new Map<unknown, string>();
  lastSeen.set(session, seen);
  const after = seen.get(change.subject_id);
  const query = { since, kind: [change.kind], page_size: PAGE_SIZE, ...(after && { after }) };
  const request = session.buildRequest(log, session.scope, { query });
  const page = await session.send(session.cell(operation, 'changes'), log, request, { statuses: [200] });
  if (!page.isValid) return;
  const rows = getRows(page.json, getList(log));
  const found = rows.filter(
    (row) =>
      Object.entries(change).every(([name, value]) => row[name] === value) &&
      (field === undefined || (row.changed_fields as string[]).includes(field)),
  );
  const expected = `one change with ${JSON.stringify(change)}${field ? ` and ${field} in changed_fields` : ''}`;
  page.assert(found.length === 1, () => wrongValue('body', '/items', expected, rows));
  const last = found.at(-1)?.change_id;
  if (typeof last === 'string') seen.set(change.subject_id, last);
}
