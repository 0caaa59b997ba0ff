import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Filter, ListContract } from '../contract/types.ts';
import { type Search, valuesOf } from '../links/search.ts';

/** The state of a list in the URL. */
export interface ListState {
  /** The values of each active filter. */
  filters: ReadonlyMap<string, string[]>;
  sort: string | null;
  isDescending: boolean;
  /** The selected columns; undefined for the default ones. */
  columns: readonly string[] | undefined;
  /** The parameters of the operation. */
  params: Record<string, unknown>;
  setFilter: (filter: Filter, values: string[]) => void;
  clear: () => void;
  setSort: (column: string) => void;
  setColumns: (names: readonly string[]) => void;
}

/** The order of a list whose URL doesn't specify one. */
export interface InitialSort {
  sort: string;
  order: 'ASC' | 'DESC';
}

/** Reads and changes the state of a list in the page's URL, so that users can share it. */
export function useListState(contract: ListContract, initial: InitialSort | undefined): ListState {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const change = (next: Search) => void navigate({ to: '.', search: next, replace: true });
  const filters = readFilters(contract, search);
  const [requestedSort] = valuesOf(search, 'sort');
  const sort =
    contract.sorts.find(({ value }) => value === requestedSort)?.value ?? initial?.sort ?? contract.defaultSort;
  const [order = initial !== undefined && sort === initial.sort ? initial.order : 'ASC'] = valuesOf(search, 'order');
  const isDescending = order === 'DESC';
  const { columns } = search;
  return {
    filters,
    sort,
    isDescending,
    columns: columns === undefined ? undefined : [columns].flat(),
    params: toParams(contract, filters, sort, isDescending),
    setFilter: ({ name }, values) => change({ ...search, [name]: values }),
    clear: () => change(omit(search, [...filters.keys()])),
    setSort: (column) => change({ ...search, sort: column, order: nextOrder(column, sort, isDescending) }),
    setColumns: (names) => change({ ...search, columns: [...names] }),
  };
}

/** The first click sorts names in ascending order, and everything else in descending order. */
function nextOrder(column: string, sort: string | null, isDescending: boolean): 'ASC' | 'DESC' {
  if (column === sort) return isDescending ? 'ASC' : 'DESC';
  return column.endsWith('name') ? 'ASC' : 'DESC';
}

/** Returns the active filters. Names and values that the contract doesn't define are ignored. */
export function readFilters({ filters }: Pick<ListContract, 'filters'>, search: Search): Map<string, string[]> {
  return new Map(
    filters
      .map((filter): [string, string[]] => [
        filter.name,
        valuesOf(search, filter.name).filter((value) => isValid(filter, value)),
      ])
      .filter(([, values]) => values.length > 0),
  );
}

function isValid({ type, values }: Filter, value: string): boolean {
  if (type === 'boolean') return value === 'true' || value === 'false';
  if (type === 'time') return !Number.isNaN(Date.parse(value));
  return type === 'string' ? value !== '' : values.some((known) => known.value === value);
}

/** Converts the state to parameters of the list operation. */
function toParams(
  contract: ListContract,
  filters: ReadonlyMap<string, string[]>,
  sort: string | null,
  isDescending: boolean,
): Record<string, unknown> {
  const params: Record<string, unknown> = { page_size: contract.pageSize };
  if (sort !== null) Object.assign(params, { sort, order: isDescending ? 'DESC' : 'ASC' });
  for (const filter of contract.filters) {
    const values = filters.get(filter.name);
    if (values === undefined) continue;
    const converted = values.map((value) => (filter.type === 'boolean' ? value === 'true' : value));
    params[filter.name] = filter.isRepeated ? converted : converted[0];
  }
  return params;
}

function omit(search: Search, names: readonly string[]): Search {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)));
}
