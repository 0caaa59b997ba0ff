import type { Change } from '@aispm/client';
import { labelOf } from '../../shared/contract/labels.ts';
import { readLabel } from '../../shared/contract/read-label.ts';

/** What a change means for its subject: a word, and the icon next to it. */
export interface Mark {
  icon: string;
  label: string;
}

const NEW: Mark = { icon: 'plus', label: 'New' };
const CHANGED: Mark = { icon: 'change', label: 'Changed' };
const GONE: Mark = { icon: 'minus', label: 'Gone' };

const MARKS: Readonly<Record<string, Mark>> = {
  object_appeared: NEW,
  object_changed: CHANGED,
  object_disappeared: GONE,
  relation_appeared: NEW,
  relation_disappeared: GONE,
  issue_opened: { ...NEW, label: 'Opened' },
  issue_changed: CHANGED,
  issue_resolved: { icon: 'evaluation', label: 'Resolved' },
  rule_changed: CHANGED,
};

/** Icons of the final statuses of jobs. */
const ENDS: Readonly<Record<string, string>> = { completed: 'evaluation', failed: 'issue', cancelled: 'close' };

/** Returns the mark of a change. Kinds of later versions of the contract are split into words. */
export function markOf({ kind, status }: Pick<Change, 'kind' | 'status'>): Mark {
  const known = MARKS[kind];
  if (known !== undefined) return known;
  if (kind.endsWith('_ended') && status !== null) return { icon: ENDS[status] ?? 'change', label: readLabel(status) };
  return { ...CHANGED, label: readLabel(kind) };
}

/** Verbs of relations, by edge and, where it matters, type of the source. */
const VERBS: Readonly<Record<string, string>> = {
  models: 'uses',
  'mcp_server tools': 'offers',
  tools: 'calls',
  mcp_servers: 'connects to',
  sub_agents: 'delegates to',
};

/** Returns the verb between the ends of a relation: "calls". Edges without one are named. */
export function verbOf({ edge, object_type }: Pick<Change, 'edge' | 'object_type'>): string {
  if (edge === null) return '';
  return VERBS[`${object_type} ${edge}`] ?? VERBS[edge] ?? `(${labelOf('EdgeName', edge).toLowerCase()})`;
}

/** Describes what else a change says: the changed fields, and the status of an issue that has another one. */
export function detailsOf({ changed_fields, kind, status }: Change): string {
  const fields = changed_fields.map((field) =>
    field === 'status' && status !== null && kind.startsWith('issue_')
      ? `Status: ${labelOf('IssueStatus', status)}`
      : readLabel(field),
  );
  return fields.join(', ');
}

/** Changes of one day. */
export interface Day {
  /** The day in the browser's time zone, such as "Wed Nov 18 2026". */
  key: string;
  changes: Change[];
}

/** Groups changes, which are ordered by time, by day in the browser's time zone. */
export function groupByDay(changes: readonly Change[]): Day[] {
  const days = new Map<string, Change[]>();
  for (const change of changes) {
    const key = new Date(change.occurred_at).toDateString();
    const known = days.get(key);
    if (known === undefined) days.set(key, [change]);
    else known.push(change);
  }
  return [...days].map(([key, ofDay]) => ({ key, changes: ofDay }));
}

let format: Intl.DateTimeFormat | undefined;

/** Names a day: "Today", "Yesterday", "Wednesday, November 18". Days of other years have the year. */
export function nameDay(key: string, now: Date): string {
  if (key === now.toDateString()) return 'Today';
  if (key === new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).toDateString()) return 'Yesterday';
  format ??= new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' });
  const date = new Date(key);
  const year = date.getFullYear() === now.getFullYear() ? '' : `, ${date.getFullYear()}`;
  return `${format.format(date)}${year}`;
}
