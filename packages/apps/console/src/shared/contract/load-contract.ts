import lists from 'virtual:contract/lists';
import type { ListId } from '../../../build/contract-data.ts';
import type { ListContract } from './types.ts';

const loaded = new Map<ListId, ListContract>();

/** Loads what the contract says of a list, once. Routes begin that together with the screen, which then need not wait for it. */
export async function loadContract(list: ListId): Promise<ListContract> {
  const contract = loaded.get(list) ?? (await lists[list]()).default;
  loaded.set(list, contract);
  return contract;
}

/** The query for what the contract says of a list. */
export function contractQuery(list: ListId) {
  return {
    queryKey: ['contract', list],
    queryFn: () => loadContract(list),
    initialData: () => loaded.get(list),
    staleTime: Number.POSITIVE_INFINITY,
  };
}
