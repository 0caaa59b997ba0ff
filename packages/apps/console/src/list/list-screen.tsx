import lists from 'virtual:contract/lists';
import type { PagedOperation } from '@aispm/client';
import { infiniteQueryOptions, queryOptions } from '@aispm/react-query';
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import type { ListId } from '../../build/contract-data.ts';
import { useWorkspaceClient } from '../api/api.tsx';
import type { Column, ListContract } from '../contract/types.ts';
import { DataTable, type TableRow } from '../ui/data-table.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { FilterBar } from './filter-bar.tsx';
import styles from './list-screen.module.css';
import { type InitialSort, type ListState, useListState } from './list-state.ts';

// biome-ignore lint/suspicious/noExplicitAny: each list has parameters and pages of its own.
type ListOperation = PagedOperation<any, any>;

interface ListPage {
  items: TableRow[];
  /** Of lists with a cursor, on request. */
  total?: number;
  /** Of lists with page numbers. */
  total_count?: number;
}

export interface ListScreenProps {
  title: string;
  /** Whether the list is a part of a screen that has a heading of its own. */
  isPart?: boolean;
  list: ListId;
  operation: ListOperation;
  /** Parameters that the screen sets, which are therefore no filters. */
  fixed?: Record<string, unknown>;
  idField: string;
  /** Default: that of the contract. */
  initialSort?: InitialSort;
  /** The columns that are shown unless others are selected. */
  columns: readonly string[];
  /** The content of the first column. */
  first: { label: string; render: (row: TableRow) => ReactNode };
  /** What to do when the list is empty without filters. */
  empty: ReactNode;
  actions?: ReactNode;
  currentId?: string | undefined;
}

/** The page of a list: title and number, filters, table. Everything that selects rows is in the address. */
export function ListScreen(props: ListScreenProps) {
  const { data: contract } = useSuspenseQuery({
    queryKey: ['contract', props.list],
    queryFn: async () => (await lists[props.list]()).default,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { fixed = {} } = props;
  const usable = {
    ...contract,
    filters: contract.filters.filter(({ name }) => !(name in fixed)),
    // Beside an open row, the requests are those of the row.
    hasTotal: contract.hasTotal && props.currentId === undefined,
  };
  return <LoadedList {...props} contract={usable} state={useListState(usable, props.initialSort)} />;
}

function LoadedList(props: ListScreenProps & { contract: ListContract; state: ListState }) {
  const { title, contract, state, first } = props;
  const Heading = props.isPart ? 'h2' : 'h1';
  const { rows, total, query } = useRows(props);
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const columns = selectColumns(contract, state.columns ?? props.columns);
  return (
    <section aria-label={title}>
      <div className={styles.title}>
        <Heading>
          {title} {total !== undefined && <span className={styles.total}>{total.toLocaleString('en')}</span>}
        </Heading>
        <div className={styles.actions}>
          {props.actions}
          <ColumnChoice columns={contract.columns} selected={columns} change={state.setColumns} />
        </div>
      </div>
      <FilterBar filters={contract.filters} state={state} />
      {query.error !== null ? (
        <ErrorState error={query.error} retry={query.refetch} />
      ) : query.isPending ? (
        <Loading rows={12} />
      ) : rows.length === 0 ? (
        <NoRows {...props} />
      ) : (
        <DataTable
          label={title}
          {...{ columns, rows, first, total, onEnd, currentId: props.currentId }}
          rowId={(row) => String(row[props.idField])}
          sort={{
            column: state.sort,
            isDescending: state.isDescending,
            sortable: contract.sorts.map(({ value }) => value),
            change: state.setSort,
          }}
        />
      )}
      <p className={styles.footer} role="status">
        {query.isSuccess &&
          rows.length > 0 &&
          `${rows.length.toLocaleString('en')} rows loaded${hasNextPage ? '' : ', all of them'}`}
      </p>
    </section>
  );
}

/** Loads the pages, and the total beside them, because counting must not delay the first rows. */
function useRows({
  operation,
  contract,
  state,
  fixed,
}: ListScreenProps & { contract: ListContract; state: ListState }) {
  const client = useWorkspaceClient();
  const params = { ...state.params, ...fixed };
  const query = useInfiniteQuery(infiniteQueryOptions(client, operation, params));
  const pages: ListPage[] = query.data?.pages ?? [];
  const canCount = contract.hasTotal && operation.metadata.paging === 'cursor' && query.hasNextPage;
  const count = useQuery({
    ...queryOptions(client, operation, { ...params, page_size: 1, include_total: true }),
    enabled: canCount && query.isSuccess,
  });
  const rows = pages.flatMap(({ items }) => items);
  const counted = pages[0]?.total_count ?? (count.data as ListPage | undefined)?.total;
  return { query, rows, total: query.isSuccess && !query.hasNextPage ? rows.length : counted };
}

function selectColumns(contract: ListContract, names: readonly string[]): Column[] {
  return names.flatMap((name) => contract.columns.find((column) => column.name === name) ?? []);
}

function NoRows({ title, empty, state }: ListScreenProps & { state: ListState }) {
  if (state.filters.size === 0) return empty;
  return (
    <EmptyState title={`No ${title.toLowerCase()} match`}>
      The filters exclude all of them.{' '}
      <button type="button" onClick={state.clear}>
        Remove all filters
      </button>
    </EmptyState>
  );
}
