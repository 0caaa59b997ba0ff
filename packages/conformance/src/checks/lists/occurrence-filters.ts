/** Filters of issues by their occurrences: the rows of issues don't have the values. */
import { isOfType } from '@aispm/domain';
import { getList } from '../../contract/lists.ts';
import { findParameter, type Json } from '../../contract/operation.ts';
import type { Session } from '../../session/session.ts';
import { type FilterQuery, MAX_VALUES } from './filter-queries.ts';
import { type FilledList, getMaxPageSize, walk } from './walk.ts';

/** The fields of an occurrence that the filters depend on. */
type Occurrence = Parameters<typeof isOfType>[0] & { issue_id: string; aispm_object_id: string };

/** How a filter selects occurrences. */
interface OccurrenceFilter {
  /** Lists values that select an occurrence. */
  list(occurrence: Occurrence): (string | null)[];
  /** Returns whether a value selects an occurrence. */
  selects(occurrence: Occurrence, value: string): boolean;
}

const FILTERS: Readonly<Record<string, OccurrenceFilter>> = {
  object_type: { list: ({ object_type }) => [object_type, 'asset'], selects: isOfType },
  aispm_object_id: {
    list: ({ aispm_object_id }) => [aispm_object_id],
    selects: ({ aispm_object_id }, value) => aispm_object_id === value,
  },
  asset_id: { list: ({ asset_id }) => [asset_id], selects: ({ asset_id }, value) => asset_id === value },
};

/** Returns whether a filter of a list selects its rows by their occurrences. */
export function isOccurrenceFilter({ operation }: FilledList, name: string): boolean {
  return operation.id === 'listIssues' && Object.hasOwn(FILTERS, name);
}

/** Lists queries with values of occurrences; none when there are more occurrences than a walk reads. */
export async function listOccurrenceQueries(session: Session, subject: FilledList): Promise<FilterQuery[]> {
  const { operation, cell, path } = subject;
  const filters = Object.entries(FILTERS).filter(
    ([name]) => findParameter(operation, 'query', name) && isOccurrenceFilter(subject, name),
  );
  if (filters.length === 0) return [];
  const list = session.getOperation('listFineGrainedIssues');
  const occurrences = { operation: list, list: getList(list), cell, path };
  const { rows, isComplete } = await walk(session, occurrences, { page_size: getMaxPageSize(list) });
  if (!isComplete) return [];
  return filters.flatMap(([name, filter]) => listQueries(name, filter, rows as unknown as Occurrence[]));
}

function listQueries(name: string, { list, selects }: OccurrenceFilter, occurrences: Occurrence[]): FilterQuery[] {
  const values = new Set(occurrences.flatMap(list).filter((value) => value !== null));
  return [...values].slice(0, MAX_VALUES).map((value) => {
    const selected = occurrences.filter((occurrence) => selects(occurrence, value));
    const ids = new Set(selected.map(({ issue_id }) => issue_id));
    return { query: { [name]: [value] }, isMatch: ({ issue_id }: Json) => ids.has(String(issue_id)) };
  });
}
