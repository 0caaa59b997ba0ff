import { getClientStorageEntry, listClientStorage, putClientStorageEntry } from '@aispm/client';
import { queryKey } from '@aispm/react-query';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../api/api.tsx';
import type { ListId } from '../contract/lists.ts';

/** The client storage entry with the columns of all lists. */
const ENTRY = { client_id: 'aispm-console', namespace: 'lists', key: 'columns' };

/** Names of columns by list. */
type StoredColumns = Readonly<Record<string, readonly string[]>>;

/**
 * The columns that the user has chosen for a list on any device. They're loaded once per session.
 *
 * @param isNeeded false if the URL specifies the columns, and next to an open row, whose requests take precedence
 * @returns the names, which are undefined for the defaults and while loading; whether this screen requests them; and the
 * function that stores other names
 */
export function useStoredColumns(list: ListId, isNeeded: boolean) {
  const client = useClient();
  const queries = useQueryClient();
  const key = queryKey(client, getClientStorageEntry, ENTRY);
  const { data, isLoading, isFetchedAfterMount } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      // Browsers log a 404 as an error, so the entry is only requested if it exists.
      const { items } = await listClientStorage(client, ENTRY, { signal });
      if (!items.some((item) => item.key === ENTRY.key)) return {};
      return readColumns((await getClientStorageEntry(client, ENTRY, { signal })).value);
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    enabled: isNeeded,
  });
  const { mutate, error } = useMutation({
    scope: { id: 'columns' },
    mutationFn: async (names: readonly string[]) => {
      const stored = queries.getQueryData<StoredColumns>(key) ?? {};
      const value = { ...stored, [list]: [...names] };
      queries.setQueryData(key, value);
      await putClientStorageEntry(client, { ...ENTRY, body: { value } });
    },
  });
  return { stored: data?.[list], isLoading, isRequested: isFetchedAfterMount, store: mutate, error };
}

/** Reads stored columns. Anything but names by list is ignored, because other programs can write to the entry. */
export function readColumns(value: Readonly<Record<string, unknown>>): StoredColumns {
  return Object.fromEntries(
    Object.entries(value).flatMap(([list, names]) =>
      Array.isArray(names) && names.every((name) => typeof name === 'string') ? [[list, names]] : [],
    ),
  );
}
