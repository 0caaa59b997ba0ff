import values from 'virtual:contract/values';
import type { PagedOperation } from '@aispm/client';
import { infiniteQueryOptions, queryOptions } from '@aispm/react-query';
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import type { ListId } from '../../../build/contract-data.ts';
import { useWorkspaceClient } from '../api/api.tsx';
import { contractQuery } from '../contract/load-contract.ts';
import type { TableRow } from '../contract/table-row.ts';
import type { Column, ListContract } from '../contract/types.ts';
import { AgentNames, useAgentNames } from '../objects/agent-names.tsx';
import { DataTable, type FirstColumn, useEarlyRowKeys } from '../table/data-table.tsx';
import type { Selection } from '../table/selection.ts';
import { countOf, formatNumber } from '../text/count.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { FilterBar } from './filter-bar.tsx';
import styles from './list-screen.module.css';
import { type InitialSort, type ListState, useListState } from './list-state.ts';
import { useStoredColumns } from './stored-columns.ts';
import { type ViewContent, ViewMenu } from './view-menu.tsx';

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
  /** The same beside an open row, where there is less space. Default: all of them. */
  columnsBeside?: readonly string[];
  first: FirstColumn;
  /** What to do when the list is empty without filters. */
  empty: ReactNode;
  actions?: ReactNode;
  currentId?: string | undefined;
  /** Lets the person select rows. Filters end a selection, so that nothing unseen is selected. */
  selection?: Selection;
  /** What stands above the table. */
  children?: ReactNode;
}

/** The page of a list: title and number, filters, table. Everything that selects rows is in the address. */
export function ListScreen(props: ListScreenProps) {
  const { data: contract } = useSuspenseQuery(contractQuery(props.list));
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
  const { title, contract, state, first, idField } = props;
  const Heading = props.isPart ? 'h2' : 'h1';
  const { rows, total, query } = useRows(props);
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const stored = useStoredColumns(props.list, state.columns === undefined && props.currentId === undefined);
  const isLoading = query.isPending || stored.isLoading;
  const wanted = useEarlyRowKeys(isLoading);
  const filterKey = JSON.stringify([...state.filters]);
  const clearSelection = props.selection?.clear;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters end the selection.
  useEffect(() => clearSelection?.(), [filterKey, clearSelection]);
  const usual = props.currentId === undefined ? props.columns : (props.columnsBeside ?? props.columns);
  const names = state.columns ?? (props.currentId === undefined ? stored.stored : undefined) ?? usual;
  const choosable = useMemo(
    () => contract.columns.filter(({ name }) => name !== first.field),
    [contract.columns, first.field],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names, not the array, which the address creates anew each time.
  const columns = useMemo(() => selectColumns(choosable, names), [choosable, names.join()]);
  const content = viewContent(props, columns);
  const typedFirst = useMemo<FirstColumn>(() => {
    const type = contract.columns.find(({ name }) => name === first.field)?.type;
    return { ...first, ...(type !== undefined && { type }) };
  }, [first, contract.columns]);
  const lastPage = (query.data?.pages as ListPage[] | undefined)?.at(-1)?.items;
  const agentNames = useAgentNames(
    columns.some(({ type }) => type === 'agent') && !stored.isLoading ? lastPage : undefined,
    [props.list, state.params, query.data?.pages.length],
    // With that for the rows, and that for the stored columns if it was not made before, there are three.
    stored.isRequested ? 1 : 2,
  );
  function changeColumns(names: readonly string[]) {
    state.setColumns(names);
    stored.store(names);
  }
  return (
    <section aria-label={title}>
      <div className={styles.title}>
        <Heading>
          {title} {total !== undefined && <span className={styles.total}>{formatNumber(total)}</span>}
        </Heading>
        <div className={styles.actions}>
          {props.actions}
          {content !== undefined && <ViewMenu content={content} />}
          <ColumnChoice columns={choosable} selected={columns} change={changeColumns} problem={stored.error} />
        </div>
      </div>
      <FilterBar
        filters={contract.filters}
        state={state}
        nameOf={(filter, id) => (filter === 'agent_id' ? agentNames.get(id) : nameInRows(rows, filter, id))}
      />
      {props.children}
      {query.error !== null ? (
        <ErrorState error={query.error} retry={query.refetch} />
      ) : isLoading ? (
        <Loading rows={12} />
      ) : rows.length === 0 ? (
        <NoRows {...props} />
      ) : (
        <AgentNames value={agentNames}>
          <DataTable
            label={title}
            {...{ columns, rows, total, onEnd, idField, wanted }}
            {...{ currentId: props.currentId, selection: props.selection }}
            first={typedFirst}
            canOmitColumns={names === usual}
            sort={{
              column: state.sort,
              isDescending: state.isDescending,
              sortable: contract.sorts.map(({ value }) => value),
              change: state.setSort,
            }}
          />
        </AgentNames>
      )}
      <p className={styles.footer} role="status">
        {query.isSuccess &&
          !isLoading &&
          rows.length > 0 &&
          (hasNextPage ? `${countOf(rows.length, 'row')} loaded` : `All ${countOf(rows.length, 'row')}`)}
      </p>
    </section>
  );
}

/**
 * Loads the pages, and the total beside them, because counting must not delay the first rows. The lists that show agents are counted
 * with their rows, as the request beside them is that for the names of agents.
 */
function useRows({
  operation,
  contract,
  state,
  fixed,
}: ListScreenProps & { contract: ListContract; state: ListState }) {
  const client = useWorkspaceClient();
  const hasAgents = contract.columns.some(({ type }) => type === 'agent');
  const params = { ...state.params, ...fixed, ...(hasAgents && contract.hasTotal && { include_total: true }) };
  const query = useInfiniteQuery(infiniteQueryOptions(client, operation, params));
  const pages = query.data?.pages as ListPage[] | undefined;
  const canCount = contract.hasTotal && !hasAgents && operation.metadata.paging === 'cursor' && query.hasNextPage;
  const count = useQuery({
    ...queryOptions(client, operation, { ...params, page_size: 1, include_total: true }),
    enabled: canCount && query.isSuccess,
  });
  const rows = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const counted = pages?.[0]?.total_count ?? pages?.[0]?.total ?? (count.data as ListPage | undefined)?.total;
  return { query, rows, total: query.isSuccess && !query.hasNextPage ? rows.length : counted };
}

/** Returns the name beside an ID in rows: `rule_name` beside `rule_id`. */
function nameInRows(rows: readonly TableRow[], field: string, id: string): string | undefined {
  const nameField = field === 'aispm_object_id' ? 'aispm_friendly_name' : field.replace(/_id$/, '_name');
  const name = nameField === field ? undefined : rows.find((row) => row[field] === id)?.[nameField];
  return typeof name === 'string' ? name : undefined;
}

function selectColumns(columns: readonly Column[], names: readonly string[]): Column[] {
  return names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
}

/** Returns what a view has to contain to show the list as it is; undefined when no view can, as for a list below a record. */
function viewContent(
  { list, fixed = {}, first, state }: ListScreenProps & { state: ListState },
  columns: readonly Column[],
): ViewContent | undefined {
  const entity = values.viewEntities[list];
  if (entity === undefined || Object.keys(fixed).some((name) => name !== 'order')) return undefined;
  const { page_size: _, ...filters } = state.params;
  return {
    entity: entity as ViewContent['entity'],
    filters: { ...filters, ...fixed } as ViewContent['filters'],
    columns: [first.field, ...columns.map(({ name }) => name)],
  };
}

function NoRows({ title, empty, state }: ListScreenProps & { state: ListState }) {
  if (state.filters.size === 0) return empty;
  return (
    <EmptyState
      title={`No ${title.toLowerCase()} match`}
      action={<Button onClick={state.clear}>Remove all filters</Button>}
    >
      Try removing a filter.
    </EmptyState>
  );
}
