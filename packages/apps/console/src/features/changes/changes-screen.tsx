import { type Change, isApiError, listChanges } from '@aispm/client';
import { infiniteQueryOptions, queryOptions } from '@aispm/react-query';
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { contractQuery } from '../../shared/contract/load-contract.ts';
import type { Filter } from '../../shared/contract/types.ts';
import { EVERYTHING, startOf } from '../../shared/links/period.ts';
import { FilterBar } from '../../shared/list/filter-bar.tsx';
import { type ListState, useListState } from '../../shared/list/list-state.ts';
import { countOf, formatNumber } from '../../shared/text/count.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState, ErrorState, Loading } from '../../shared/ui/states.tsx';
import { ChangeRow } from './change-row.tsx';
import styles from './changes.module.css';
import { groupByDay, nameDay } from './describe.ts';
import { PeriodChoice, usePeriod } from './period-choice.tsx';

/** Filters of the operation that the period takes the place of. */
const NOT_OFFERED = ['id', 'since', 'after'];

/** What changed in the workspace since a moment, by day. The URL contains the period and the filters. */
export function ChangesScreen() {
  const { data: contract } = useSuspenseQuery(contractQuery('listChanges'));
  const filters = contract.filters.filter(({ name }) => !NOT_OFFERED.includes(name));
  const state = useListState({ ...contract, filters }, undefined);
  const { name } = usePeriod();
  const since = startOf(name, new Date());
  const { query, changes, total } = useChanges({ ...state.params, ...(since !== undefined && { since }) });
  return (
    <section aria-label="Changes" className={styles.screen}>
      <div className={styles.title}>
        <h1>Changes {total !== undefined && <span className={styles.total}>{formatNumber(total)}</span>}</h1>
        <PeriodChoice />
      </div>
      <Kinds filter={filters.find((filter) => filter.name === 'kind')} state={state} />
      <FilterBar filters={filters} state={state} nameOf={() => undefined} />
      {query.error !== null ? (
        <Failure error={query.error} retry={query.refetch} />
      ) : query.isPending ? (
        <Loading rows={12} />
      ) : changes.length === 0 ? (
        <NoChanges state={state} />
      ) : (
        <Days changes={changes} />
      )}
      <div className={styles.footer}>
        <p role="status">
          {changes.length > 0 &&
            (query.hasNextPage
              ? `The first ${countOf(changes.length, 'change')}, oldest first`
              : `All ${countOf(changes.length, 'change')}, oldest first`)}
        </p>
        {query.hasNextPage && (
          <Button isDisabled={query.isFetching} onClick={() => query.fetchNextPage()}>
            Show later changes
          </Button>
        )}
      </div>
    </section>
  );
}

/** Loads the pages, and the total in parallel with the second one, so that counting doesn't delay the first changes. */
function useChanges(params: Record<string, unknown>) {
  const client = useWorkspaceClient();
  const query = useInfiniteQuery(infiniteQueryOptions(client, listChanges, params));
  const count = useQuery({
    ...queryOptions(client, listChanges, { ...params, page_size: 1, include_total: true }),
    enabled: query.isSuccess && query.hasNextPage,
  });
  const changes: Change[] = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return { query, changes, total: query.isSuccess && !query.hasNextPage ? changes.length : count.data?.total };
}

function Days({ changes }: { changes: readonly Change[] }) {
  return groupByDay(changes).map((day) => (
    <section key={day.key} aria-label={nameDay(day.key, new Date())} className={styles.day}>
      <h2>{nameDay(day.key, new Date())}</h2>
      <ul className={styles.rows}>
        {day.changes.map((change) => (
          <ChangeRow key={change.change_id} change={change} />
        ))}
      </ul>
    </section>
  ));
}

/** Groups of kinds, by what their names begin with. Kinds without a group are jobs that ended. */
const GROUPS = [
  { prefix: 'object_', label: 'Objects' },
  { prefix: 'relation_', label: 'Relations' },
  { prefix: 'issue_', label: 'Issues' },
  { prefix: 'rule_', label: 'Rules' },
];

/** Selects all kinds of changes, or those of a group. The filters below select single kinds. */
function Kinds({ filter, state }: { filter: Filter | undefined; state: ListState }) {
  if (filter === undefined) return null;
  const all = filter.values.map(({ value }) => value);
  const isJob = (kind: string) => !GROUPS.some(({ prefix }) => kind.startsWith(prefix));
  const choices = [
    { label: 'All', kinds: [] as string[] },
    ...GROUPS.map(({ prefix, label }) => ({ label, kinds: all.filter((kind) => kind.startsWith(prefix)) })),
    { label: 'Scans, runs and exports', kinds: all.filter(isJob) },
  ];
  const selected = [...(state.filters.get(filter.name) ?? [])].sort().join();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flexible box with its legend inside.
    <div role="group" aria-label="Kinds of changes" className={styles.kinds}>
      {choices.map(({ label, kinds }) => (
        <Button
          key={label}
          kind="quiet"
          aria-pressed={kinds.toSorted().join() === selected}
          onClick={() => state.setFilter(filter, kinds)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

function NoChanges({ state }: { state: ListState }) {
  const { setPeriod } = usePeriod();
  if (state.filters.size > 0) {
    return (
      <EmptyState title="No changes match" action={<Button onClick={state.clear}>Remove all filters</Button>}>
        Try removing a filter.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nothing changed"
      action={<Button onClick={() => setPeriod(EVERYTHING)}>Show all changes that are kept</Button>}
    >
      Nothing changed in this period. Scans, evaluations and triage make changes.
    </EmptyState>
  );
}

/** Explains what to do about changes that aren't kept any longer, or about another error. */
function Failure({ error, retry }: { error: Error; retry: () => unknown }) {
  const { name, setPeriod } = usePeriod();
  if (!isApiError(error) || error.reason !== 'changes_removed') return <ErrorState error={error} retry={retry} />;
  return (
    <EmptyState
      title="Not all of these changes are kept"
      action={
        <Button onClick={() => (name === EVERYTHING ? retry() : setPeriod(EVERYTHING))}>
          Show all changes that are kept
        </Button>
      }
    >
      The service removes old changes, some of this period included. Choose a later start, or see all that are kept. The
      lists of objects and issues show the current state.
    </EmptyState>
  );
}
