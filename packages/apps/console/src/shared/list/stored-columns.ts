import { getClientStorageEntry, listClientStorage, putClientStorageEntry } from '@aispm/client';
import { queryKey } from '@aispm/react-query';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListId } from '../../../build/contract-data.ts';
import { useClient } from '../api/api.tsx';

/** The entry of the client storage that has the columns of all lists. */
const ENTRY = { client_id: 'aispm-console', namespace: 'lists', key: 'columns' };

/** Names of columns by the list. */
type StoredColumns = Readonly<Record<string, readonly string[]>>;

/**
 * The columns that the person has chosen for a list, on any device; they are loaded once in a session.
 *
 * @param isNeeded false when the address selects the columns, and beside an open row, whose requests come first
 * @returns the names, undefined for the default ones or while they load; whether this screen requests them; and the function that
 * stores others
 */
export function useStoredColumns(list: ListId, isNeeded: boolean) {
  const client = useClient();
  const queries = useQueryClient();
  const key = queryKey(client, getClientStorageEntry, ENTRY);
  const { data, isLoading, isFetchedAfterMount } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      // Browsers report a 404 as an error, so the entry is requested only when there is one.
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

/** Reads what is stored. Anything else than names by list is ignored, because other programs may write there, too. */
export function readColumns(value: Readonly<Record<string, unknown>>): StoredColumns {
  return Object.fromEntries(
    Object.entries(value).flatMap(([list, names]) =>
      Array.isArray(names) && names.every((name) => typeof name === 'string') ? [[list, names]] : [],
    ),
  );
}
