/** Compares the counts of interactions with their list. */
import { getList } from '../../contract/lists.ts';
import { findParameter, type Json, type Operation } from '../../contract/operation.ts';
import type { Session } from '../../session/session.ts';
import { walk } from '../lists/walk.ts';
import { findListById } from './lists.ts';
import { assertAgreement, type Comparison, readSummary } from './measure.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The longest window that the check requests, in days. */
const MAX_DAYS = 30;
/** Number of hours before the first interaction that a window includes. */
const QUIET_HOURS = 2;
/** The filter for the outcome of an interaction, and its field. */
const OUTCOME = 'guardrail_outcome';

/** Returns whether an operation returns counts of interactions. */
export function isInteractionCounts(properties: object): boolean {
  return ['total', 'ok', 'blocked', 'redacted', 'alerted'].every((name) => name in properties);
}

/** Compares the counts of the window that starts with one interaction and ends with the newest one; both are inside. */
export async function checkInteractionCounts(session: Session, operation: Operation): Promise<void> {
  const cell = session.cell(operation.id, 'counts');
  const source = findListById(session.operations, 'llm_interaction_id');
  if (!source) return;
  const subject = { operation: source, list: getList(source), cell, path: session.scope };
  const outcomes = (findParameter(source, 'query', OUTCOME)?.schema.items?.enum ?? []) as string[];
  await assertAgreement(async () => {
    const { rows } = await walk(session, subject, { page_size: 100 });
    const end = Math.max(...rows.map(toTime));
    const inside = rows.filter((row) => toTime(row) > end - MAX_DAYS * DAY);
    if (inside.length === 0) {
      cell.skip('no-data', `${source.id} returns no record`);
      return [];
    }
    const first = Math.min(...inside.map(toTime));
    const comparisons: Comparison[] = [];
    // The second window starts with hours that have no interactions.
    for (const start of [first, first - QUIET_HOURS * HOUR]) {
      comparisons.push(...(await compareWindow(session, operation, inside, { start, end, outcomes })));
    }
    return comparisons;
  });
}

async function compareWindow(
  session: Session,
  operation: Operation,
  inside: Json[],
  { start, end, outcomes }: { start: number; end: number; outcomes: string[] },
): Promise<Comparison[]> {
  const window = { start_time: new Date(start).toISOString(), end_time: new Date(end).toISOString() };
  const response = await readSummary(session, operation, { path: session.scope, query: window });
  if (!response) return [];
  const compare = (pointer: string, got: unknown, expected: unknown, what: string): Comparison => ({
    response,
    pointer,
    got,
    expected,
    source: `${what} from ${window.start_time} up to ${window.end_time}`,
  });
  const compareCounts = (pointer: string, counts: Json, counted: Json[], what: string): Comparison[] => [
    compare(`${pointer}/total`, counts.total, counted.length, what),
    ...outcomes.map((outcome) => {
      const expected = counted.filter((row) => row[OUTCOME] === outcome).length;
      const name = outcome.toLowerCase();
      return compare(`${pointer}/${name}`, counts[name], expected, `${what} with ${outcome}`);
    }),
  ];
  const { results, agents, categories } = response.json as {
    results?: Record<string, Json>;
    agents?: Json[];
    categories?: Json[];
  };
  return [
    ...compareCounts('', response.json, inside, 'the interactions'),
    ...(results
      ? [
          compare('/results', Object.keys(results), listHours(start, end), 'the hours'),
          ...Object.entries(results).flatMap(([hour, counts]) => {
            const ofHour = inside.filter((row) => Math.floor(toTime(row) / HOUR) * HOUR === Date.parse(hour));
            return compareCounts(`/results/${hour}`, counts, ofHour, 'the interactions of the hour');
          }),
        ]
      : []),
    ...(agents ? compareAgents(agents, inside, compare, compareCounts) : []),
    ...(categories ? compareCategories(categories, inside, compare) : []),
  ];
}

function toTime({ started_at }: Json): number {
  return Date.parse(String(started_at));
}

type Compare = (pointer: string, got: unknown, expected: unknown, what: string) => Comparison;

function listHours(start: number, end: number): string[] {
  const hours: string[] = [];
  for (let time = Math.floor(start / HOUR) * HOUR; time <= end; time += HOUR) {
    hours.push(new Date(time).toISOString().replace('.000', ''));
  }
  return hours;
}

/** Compares the entries of agents: the most active first, interactions without an agent last. */
function compareAgents(
  agents: readonly Json[],
  rows: Json[],
  compare: Compare,
  compareCounts: (pointer: string, counts: Json, counted: Json[], what: string) => Comparison[],
): Comparison[] {
  const totals = agents.filter(({ agent_id }) => agent_id !== null).map(({ total }) => Number(total));
  const hasOthers = rows.some(({ agent_id }) => agent_id === null);
  return [
    compare(
      '/agents',
      totals,
      totals.toSorted((a, b) => b - a),
      'the agents with the most interactions first',
    ),
    compare(
      '/agents',
      agents.findIndex(({ agent_id }) => agent_id === null),
      hasOthers ? agents.length - 1 : -1,
      'the position of the entry without an agent',
    ),
    ...agents.flatMap((counts, index) => {
      const ofAgent = rows.filter(({ agent_id }) => agent_id === counts.agent_id);
      return compareCounts(`/agents/${index}`, counts, ofAgent, 'the interactions of the agent');
    }),
  ];
}

/** Compares the categories that guardrails checked, with their numbers of interactions. */
function compareCategories(categories: readonly Json[], rows: Json[], compare: Compare): Comparison[] {
  const expected = new Map<unknown, number>();
  for (const { guardrail_results } of rows) {
    const own = new Set(((guardrail_results ?? []) as Json[]).map(({ category }) => category));
    for (const category of own) expected.set(category, (expected.get(category) ?? 0) + 1);
  }
  const sort = (totals: Iterable<[unknown, number]>) =>
    [...totals].sort(([a, one], [b, other]) => other - one || (String(a) < String(b) ? -1 : 1));
  const got = categories.map(({ category, total }): [unknown, number] => [category, Number(total)]);
  return [compare('/categories', got, sort(expected), 'the categories, those with the most interactions first')];
}
