import { listIssues, listRules, type Workspace } from '@aispm/client';
import { type Operation, queryOptions } from '@aispm/react-query';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { OBJECT_OPERATIONS, OBJECT_TYPES } from '../../shared/contract/object-types.ts';
import type { Search } from '../../shared/links/search.ts';

/** A search result, and the screen that it opens. */
export interface Entry {
  group: string;
  key: string;
  /** A name, possibly untrusted. */
  label: string;
  /** Path of the screen, relative to the workspace. */
  to: string;
  search: Search;
}

type Row = Record<string, unknown>;

/** A list that is searched by name. */
interface Source {
  group: string;
  operation: Operation<Workspace & { page_size: number }, { items: readonly object[] }>;
  /** The query parameter with the text. */
  parameter: string;
  toEntry: (row: Row) => Omit<Entry, 'group'>;
}

const RESULTS_PER_LIST = 5;

/** The lists that are searched. */
export const SOURCES: readonly Source[] = [
  ...OBJECT_TYPES.map(({ segment, plural, idField, nameField }) => ({
    group: plural,
    operation: OBJECT_OPERATIONS[segment].list,
    parameter: 'name',
    toEntry: (row: Row) => ({
      key: String(row[idField]),
      label: String(row[nameField]),
      to: `${segment}/${encodeURIComponent(String(row[idField]))}`,
      search: {},
    }),
  })),
  {
    group: 'Issues',
    operation: listIssues,
    parameter: 'rule_name',
    toEntry: ({ issue_id, rule_name }) => ({
      key: String(issue_id),
      label: String(rule_name),
      to: `issues/${encodeURIComponent(String(issue_id))}`,
      search: {},
    }),
  },
  {
    group: 'Rules',
    operation: listRules,
    parameter: 'rule_name',
    toEntry: ({ rule_id, rule_name }) => ({
      key: String(rule_id),
      label: String(rule_name),
      to: 'issues',
      search: { rule_id: String(rule_id) },
    }),
  },
];

/** Searches all lists by name. An empty search string has no results. */
export function useSearchResults(text: string): { entries: Entry[]; isPending: boolean } {
  const client = useWorkspaceClient();
  const results = useQueries({
    queries: SOURCES.map(({ operation, parameter }) => ({
      ...queryOptions(client, operation, { page_size: RESULTS_PER_LIST, [parameter]: text }),
      enabled: text !== '',
      placeholderData: keepPreviousData,
    })),
  });
  if (text === '') return { entries: [], isPending: false };
  return {
    isPending: results.some(({ isFetching }) => isFetching),
    entries: results.flatMap(({ data }, index) => {
      const source = SOURCES[index];
      return source === undefined
        ? []
        : (data?.items ?? []).map((row) => ({ group: source.group, ...source.toEntry({ ...row }) }));
    }),
  };
}
