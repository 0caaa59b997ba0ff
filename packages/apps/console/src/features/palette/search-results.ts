import { listSearchResults, type SearchResult } from '@aispm/client';
import { queryOptions } from '@aispm/react-query';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { OBJECT_TYPES } from '../../shared/contract/object-types.ts';
import type { Search } from '../../shared/links/search.ts';

/** A search result, and the screen that it opens. */
export interface Entry {
  group: string;
  key: string;
  /** A name, possibly untrusted. */
  label: string;
  /** What tells apart entries with the same name, possibly untrusted. */
  context?: string | null;
  /** Path of the screen, relative to the workspace. */
  to: string;
  search: Search;
}

/** Where the results of a type are shown. */
interface Target {
  group: string;
  /** Returns the screen of a record. */
  toScreen: (id: string) => Pick<Entry, 'to' | 'search'>;
}

/** Opens the screen of a record. */
const record = (segment: string) => (id: string) => ({ to: `${segment}/${encodeURIComponent(id)}`, search: {} });

/** The targets of the types of results. */
export const TARGETS: Readonly<Record<string, Target>> = {
  ...Object.fromEntries(
    OBJECT_TYPES.map(({ objectType, segment, plural }) => [objectType, { group: plural, toScreen: record(segment) }]),
  ),
  issue: { group: 'Issues', toScreen: record('issues') },
  rule: { group: 'Rules', toScreen: (rule_id) => ({ to: 'issues', search: { rule_id } }) },
  evaluation: { group: 'Evaluations', toScreen: (evaluation_id) => ({ to: 'evaluations', search: { evaluation_id } }) },
  view: { group: 'Views', toScreen: record('views') },
  scan: { group: 'Scans', toScreen: record('scans') },
};

/** Returns the entry of a result; none for types of later versions of the contract. */
export function toEntries({ result_type, id, name, context }: SearchResult): Entry[] {
  const target = TARGETS[result_type];
  return target
    ? [{ group: target.group, key: `${result_type}/${id}`, label: name, context, ...target.toScreen(id) }]
    : [];
}

/** Searches records of all types. An empty search string has no results. */
export function useSearchResults(query: string): { entries: Entry[]; isPending: boolean; hasMore: boolean } {
  const client = useWorkspaceClient();
  const { data, isFetching } = useQuery({
    ...queryOptions(client, listSearchResults, { query }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  if (query === '') return { entries: [], isPending: false, hasMore: false };
  return {
    entries: (data?.items ?? []).flatMap(toEntries),
    isPending: isFetching,
    hasMore: data !== undefined && data.cursor !== '',
  };
}
