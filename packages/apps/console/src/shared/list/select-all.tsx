import { useEffect, useRef, useState } from 'react';
import { useWorkspaceClient } from '../api/api.tsx';
import type { TableRow } from '../contract/table-row.ts';
import type { Selection } from '../table/selection.ts';
import { formatNumber } from '../text/count.ts';
import { Button } from '../ui/button.tsx';
import { explain } from '../ui/states.tsx';
import styles from './bulk.module.css';
import { type ListOperation, loadPages } from './load-pages.ts';

/** The most rows that can be selected at once. They're loaded with a request for each page. */
const MAX_SELECTED = 10_000;

/** Properties of {@link SelectAll}. */
export interface SelectAllProps {
  selection: Selection;
  /** The loaded rows. */
  rows: readonly TableRow[];
  idField: string;
  /** The number of rows that match the filters; undefined until it's known. */
  total: number | undefined;
  operation: ListOperation;
  /** The parameters of the list, with its filters. */
  params: Readonly<Record<string, unknown>>;
}

/** Selects the rows that match the filters but aren't loaded, once all loaded ones are selected. */
export function SelectAll(props: SelectAllProps) {
  const { selection, rows, idField, total } = props;
  const { load, stop, isLoading, error } = useLoading(props);
  const count = selection.rows.size;
  if (count === 0 || !rows.every((row) => selection.rows.has(String(row[idField])))) return null;
  const isAll = total !== undefined && count >= total;
  return (
    <div className={styles.all} role="status">
      <span>
        {isLoading
          ? `${formatNumber(count)}${total === undefined ? '' : ` of ${formatNumber(total)}`} selected…`
          : isAll
            ? `All ${formatNumber(total)} that match are selected.`
            : count >= MAX_SELECTED
              ? `${formatNumber(count)} of ${total === undefined ? 'more' : formatNumber(total)} are selected, which is the maximum. Filter the list to select others.`
              : `${formatNumber(count)} loaded rows are selected.`}
        {error !== undefined && ` No further rows were selected. ${explain(error)}`}
      </span>
      {isLoading ? (
        <Button kind="quiet" onClick={stop}>
          Stop
        </Button>
      ) : (
        !isAll &&
        count < MAX_SELECTED && (
          <Button kind="quiet" onClick={load}>
            {labelOf(total)}
          </Button>
        )
      )}
    </div>
  );
}

function labelOf(total: number | undefined): string {
  if (total === undefined) return 'Select all that match';
  return total > MAX_SELECTED
    ? `Select the first ${formatNumber(MAX_SELECTED)} of ${formatNumber(total)} that match`
    : `Select all ${formatNumber(total)} that match`;
}

/** Loads rows into the selection until there are no more, the selection is full, or the user stops it. */
function useLoading({ selection, operation, params, idField }: SelectAllProps) {
  const client = useWorkspaceClient();
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<unknown>();
  const loading = useRef<AbortController>(undefined);
  const key = JSON.stringify(params);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters select other rows.
  useEffect(() => () => loading.current?.abort(), [key]);
  async function load() {
    const controller = new AbortController();
    loading.current = controller;
    setLoading(true);
    setError(undefined);
    try {
      await loadPages(client, operation, params, {
        max: MAX_SELECTED,
        signal: controller.signal,
        onPage: (page) =>
          selection.set(
            page.map((row) => [String(row[idField]), row]),
            true,
          ),
      });
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure);
    } finally {
      if (loading.current === controller) setLoading(false);
    }
  }
  return { load, stop: () => loading.current?.abort(), isLoading, error };
}
