/** Compares the counts of interactions with their list. */
import { findList, getRows } from '../../contract/lists.ts';
import { findParameter, type Json, type Operation } from '../../contract/operation.ts';
import type { Session } from '../../session/session.ts';
import { findListById } from './lists.ts';
import { assertAgreement, type Comparison, createRowCounter, readSummary } from './measure.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The filter for the outcome of an interaction. */
const OUTCOME = 'guardrail_outcome';

/** Returns whether an operation returns counts of interactions. */
export function isInteractionCounts(properties: object): boolean {
  return ['total', 'ok', 'blocked', 'redacted', 'alerted'].every((name) => name in properties);
}

/** Compares the counts of the window that ends with the newest interaction. */
export async function checkInteractionCounts(session: Session, operation: Operation): Promise<void> {
  const cell = session.cell(operation.id, 'counts');
  const source = findListById(session.operations, 'llm_interaction_id');
  const list = source && findList(source);
  if (!source || !list) return;
  const page = await session.getFirstPage(source, session.scope);
  const starts = getRows(page.body, list).map(({ started_at }) => Date.parse(String(started_at)));
  if (starts.length === 0) return cell.skip('no-data', `${source.id} returns no record`);
  const end = Math.max(...starts) + HOUR;
  const window = { start_time: new Date(end - 30 * DAY).toISOString(), end_time: new Date(end).toISOString() };
  const count = createRowCounter(session, cell);
  const outcomes = (findParameter(source, 'query', OUTCOME)?.schema.items?.enum ?? []) as string[];
  await assertAgreement(async () => {
    const response = await readSummary(session, operation, { path: session.scope, query: window });
    if (!response) return [];
    const compare = async (name: string, filter: Json): Promise<Comparison> => {
      const { count: expected, source: counted } = await count(source, { ...window, ...filter });
      return { response, pointer: `/${name}`, got: Number(response.json[name]), expected, source: counted };
    };
    const comparisons = [await compare('total', {})];
    for (const outcome of outcomes) comparisons.push(await compare(outcome.toLowerCase(), { [OUTCOME]: [outcome] }));
    return [...comparisons, ...comparePartsOf(response, 'results'), ...comparePartsOf(response, 'agents')];
  });
}

/** Compares the sum of the counts per hour, or per agent, with the counts of the window. */
function comparePartsOf(response: Comparison['response'], name: string): Comparison[] {
  const parts = Object.values((response.json[name] ?? {}) as Record<string, Record<string, number>>);
  const isCut = Number(response.json.agent_count) > parts.length;
  if (parts.length === 0 || isCut) return [];
  return ['total', 'ok', 'blocked', 'redacted', 'alerted'].map((field) => ({
    response,
    pointer: `/${field}`,
    got: Number(response.json[field]),
    expected: parts.reduce((sum, part) => sum + Number(part[field]), 0),
    source: `the sum of ${name}`,
  }));
}
