import values from 'virtual:contract/values';
import { infiniteQueryOptions, queryOptions } from '@aispm/react-query';
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { useWorkspaceClient } from '../api/api.tsx';
import type { ListId } from '../contract/lists.ts';
import { contractQuery } from '../contract/load-contract.ts';
import type { TableRow } from '../contract/table-row.ts';
import type { Column, ListContract } from '../contract/types.ts';
import { AgentNames, useAgentNames } from '../objects/agent-names.tsx';
import type { CustomCell, DataColumn } from '../table/columns.ts';
import { DataTable, type FirstColumn, useEarlyRowKeys } from '../table/data-table.tsx';
import type { Selection } from '../table/selection.ts';
import { countOf, formatNumber } from '../text/count.ts';
import { inSentence } from '../text/in-sentence.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { FilterBar } from './filter-bar.tsx';
import styles from './list-screen.module.css';
import { type InitialSort, type ListState, useListState } from './list-state.ts';
import type { ListOperation } from './load-pages.ts';
import { SelectAll } from './select-all.tsx';
import { useStoredColumns } from './stored-columns.ts';
import { type ViewContent, ViewMenu } from './view-menu.tsx';

interface ListPage {
  items: TableRow[];
  /** In lists with a cursor, on request. */
  total?: number;
  /** In lists with page numbers. */
  total_count?: number;
}

/** Properties of {@link ListScreen}. */
export interface ListScreenProps {
  title: string;
  /** Whether the list is part of a screen with its own heading. */
  isPart?: boolean;
  list: ListId;
  operation: ListOperation;
  /** Parameters that the screen sets. They aren't offered as filters. */
  fixed?: Record<string, unknown>;
  idField: string;
  /** Default: the contract's. */
  initialSort?: InitialSort;
  /** The default columns. */
  columns: readonly string[];
  /** The default columns next to an open row, where there's less space. Default: all of them. */
  columnsBeside?: readonly string[];
  first: FirstColumn;
  /** Cells that show more than the property of their column, by the name of the property. */
  cells?: Readonly<Record<string, CustomCell>>;
  /** Shown when the list is empty without filters. */
  empty: ReactNode;
  actions?: ReactNode;
  currentId?: string | undefined;
  /** Makes rows selectable. Changing filters clears the selection, so that no hidden rows are selected. */
  selection?: Selection;
  /** Shown above the table. */
  children?: ReactNode;
}

/** The same object each time, so that rows aren't rerendered. */
const NO_CELLS: Readonly<Record<string, CustomCell>> = {};

/** The page of a list: title and total, filters, table. The URL contains everything that selects rows. */
export function ListScreen(props: ListScreenProps) {
  const { data: contract } = useSuspenseQuery(contractQuery(props.list));
  const { fixed = {} } = props;
  const usable = {
    ...contract,
    filters: contract.filters.filter(({ name }) => !(name in fixed)),
    // Next to an open row, requests for the row take precedence.
    hasTotal: contract.hasTotal && props.currentId === undefined,
  };
  return <LoadedList {...props} contract={usable} state={useListState(usable, props.initialSort)} />;
}

function LoadedList(props: ListScreenProps & { contract: ListContract; state: ListState }) {
  const { title, contract, state, idField } = props;
  const Heading = props.isPart ? 'h2' : 'h1';
  const { rows, total, query, params } = useRows(props);
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const stored = useStoredColumns(props.list, state.columns === undefined && props.currentId === undefined);
  const isLoading = query.isPending || stored.isLoading;
  const wanted = useEarlyRowKeys(isLoading);
  const filterKey = JSON.stringify([...state.filters]);
  const clearSelection = props.selection?.clear;
  // biome-ignore lint/correctness/useExhaustiveDependencies: changing filters clears the selection.
  useEffect(() => clearSelection?.(), [filterKey, clearSelection]);
  const usual = props.currentId === undefined ? props.columns : (props.columnsBeside ?? props.columns);
  const names = state.columns ?? (props.currentId === undefined ? stored.stored : undefined) ?? usual;
  const { choosable, columns, typedFirst } = useColumns(props, names);
  const content = viewContent(props, columns);
  const lastPage = (query.data?.pages as ListPage[] | undefined)?.at(-1)?.items;
  const agentNames = useAgentNames(
    columns.some(({ type }) => type === 'agent') && !stored.isLoading ? lastPage : undefined,
    [props.list, state.params, query.data?.pages.length],
    // In addition to the requests for the rows and, once per session, for the stored columns: three in total.
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
      {props.selection !== undefined && hasNextPage && (
        <SelectAll {...{ rows, total, idField }} {...props} selection={props.selection} params={params} />
      )}
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

/** Returns the columns that users can choose, those with the given names, and the first column with its type. */
function useColumns(
  { contract, first, cells = NO_CELLS }: ListScreenProps & { contract: ListContract },
  names: readonly string[],
) {
  const choosable = useMemo(
    () =>
      contract.columns
        .filter(({ name }) => name !== first.field)
        .map((column): DataColumn => {
          const cell = cells[column.name];
          return cell === undefined ? column : { ...column, cell };
        }),
    [contract.columns, first.field, cells],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names, because parsing the URL creates a new array each time.
  const columns = useMemo(() => selectColumns(choosable, names), [choosable, names.join()]);
  const typedFirst = useMemo<FirstColumn>(() => {
    const type = contract.columns.find(({ name }) => name === first.field)?.type;
    return { ...first, ...(type !== undefined && { type }) };
  }, [first, contract.columns]);
  return { choosable, columns, typedFirst };
}

/**
 * Loads the pages, and the total in parallel so that counting doesn't delay the first rows. Lists that show agents get the
 * total with the rows, because their second request is for the names of agents.
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
  return { query, rows, params, total: query.isSuccess && !query.hasNextPage ? rows.length : counted };
}

/** Finds the name for an ID in the rows: `rule_name` for `rule_id`. */
function nameInRows(rows: readonly TableRow[], field: string, id: string): string | undefined {
  const nameField = field === 'aispm_object_id' ? 'aispm_friendly_name' : field.replace(/_id$/, '_name');
  const name = nameField === field ? undefined : rows.find((row) => row[field] === id)?.[nameField];
  return typeof name === 'string' ? name : undefined;
}

function selectColumns(columns: readonly DataColumn[], names: readonly string[]): DataColumn[] {
  return names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
}

/** Returns the view that would show the current list; undefined if there can't be one, as for a record's sublist. */
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
      title={`No ${inSentence(title)} match`}
      action={<Button onClick={state.clear}>Remove all filters</Button>}
    >
      Try removing a filter.
    </EmptyState>
  );
}
