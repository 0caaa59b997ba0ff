import lists from 'virtual:contract/lists';
import type { ListId } from './lists.ts';
import type { ListContract } from './types.ts';

const loaded = new Map<ListId, ListContract>();

/** Loads the contract of a list once. Routes load it together with the screen, so that the screen doesn't wait for it. */
export async function loadContract(list: ListId): Promise<ListContract> {
  const contract = loaded.get(list) ?? (await lists[list]()).default;
  loaded.set(list, contract);
  return contract;
}

/** The query for the contract of a list. */
export function contractQuery(list: ListId) {
  return {
    queryKey: ['contract', list],
    queryFn: () => loadContract(list),
    initialData: () => loaded.get(list),
    staleTime: Number.POSITIVE_INFINITY,
  };
}
