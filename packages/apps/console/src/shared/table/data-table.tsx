import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useCallback, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import type { TableRow } from '../contract/table-row.ts';
import type { Column, ColumnType } from '../contract/types.ts';
import { isTyping, useKeyPresses } from '../keys/key-presses.ts';
import { toVisibleText } from '../text/visible-text.ts';
import { Cell } from './cell.tsx';
import type { DataColumn } from './columns.ts';
import styles from './data-table.module.css';
import { SELECT_WIDTH, useFittingColumns } from './fitting-columns.tsx';
import type { Selection } from './selection.ts';

/** The first column of a {@link DataTable}, which identifies the row, usually with a link. */
export interface FirstColumn {
  label: string;
  /** The property that it shows. */
  field: string;
  /** Its type in the contract. Default: string. */
  type?: ColumnType;
  render: (row: TableRow) => ReactNode;
}

/** Properties of {@link DataTable}. */
export interface DataTableProps {
  /** The accessible name. */
  label: string;
  columns: readonly DataColumn[];
  /** Whether to omit the last columns if they don't fit the window. Otherwise the table scrolls horizontally. */
  canOmitColumns?: boolean;
  rows: readonly TableRow[];
  /** The property that identifies a row. */
  idField: string;
  /** The first column. A new object rerenders all rows. */
  first: FirstColumn;
  /** The column that sorts the rows, the columns that can, and the function that changes the order. */
  sort: {
    column: string | null;
    isDescending: boolean;
    sortable: readonly string[];
    change: (column: string) => void;
  };
  /** The total number of rows, if it's known. */
  total: number | undefined;
  /** Called when the user scrolls near the end of the loaded rows. */
  onEnd: () => void;
  /** The row chosen with {@link useEarlyRowKeys}. */
  wanted: WantedRow;
  /** The row that is open next to the table. */
  currentId?: string | undefined;
  /** The selected rows. Without it, rows aren't selectable. */
  selection?: Selection | undefined;
}

/** The height of `--row-height`. */
const ROW_HEIGHT = 36;
/** The next page is loaded when fewer rows are left below. */
const ROWS_BEFORE_END = 50;
/** Rows rendered above and below the visible ones, so that scrolling doesn't show gaps. */
const OVERSCAN = 6;
/**
 * A table of any length, which only renders visible rows. `j` and `k` move between rows, `x` selects a row, and `Shift`
 * with `x` or a click extends the selection.
 */
export function DataTable(props: DataTableProps) {
  const { label, columns: all, canOmitColumns = false, rows, idField, first, sort, total, onEnd } = props;
  const { currentId, selection } = props;
  const frame = useRef<HTMLDivElement>(null);
  const hint = useId();
  const {
    columns,
    minWidth,
    firstStyle,
    styleOf,
    hint: hintText,
  } = useFittingColumns(frame, {
    columns: all,
    canOmit: canOmitColumns,
    sortable: sort.sortable,
    firstType: first.type ?? 'string',
    hasSelection: selection !== undefined,
  });
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (lastIndex >= rows.length - ROWS_BEFORE_END) onEnd();
  }, [lastIndex, rows.length, onEnd]);
  useRowKeys(frame, rows.length, virtualizer.scrollToIndex, props.wanted);
  const select = useRowSelection(rows, idField, selection);
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <>
      <div ref={frame} className={styles.frame}>
        <table
          aria-label={label}
          aria-describedby={hint}
          aria-rowcount={total === undefined ? -1 : total + 1}
          className={styles.table}
          style={{ minWidth: `${minWidth}em` }}
        >
          <colgroup>
            {selection !== undefined && <col style={{ width: `${SELECT_WIDTH}em` }} />}
            <col style={firstStyle} />
            {columns.map((column) => (
              <col key={column.name} style={styleOf(column)} />
            ))}
          </colgroup>
          <Head columns={columns} sort={sort} firstLabel={first.label}>
            {selection !== undefined && (
              <td className={styles.select}>
                <SelectLoaded {...{ rows, idField, total, selection }} />
              </td>
            )}
          </Head>
          <tbody>
            <Space height={before} />
            {items.map(({ index }) => {
              const row = rows[index] ?? {};
              const id = String(row[idField]);
              return (
                <Row
                  key={id}
                  {...{ row, index, columns, first, select }}
                  isCurrent={id === currentId}
                  isSelected={selection?.rows.has(id)}
                />
              );
            })}
            <Space height={after} />
          </tbody>
        </table>
      </div>
      <p id={hint} className={styles.hint}>
        {hintText}
      </p>
    </>
  );
}

/** Selects and deselects all loaded rows. It's mixed unless these are all rows of the list. */
function SelectLoaded({
  rows,
  idField,
  total,
  selection,
}: Pick<DataTableProps, 'rows' | 'idField' | 'total'> & { selection: Selection }) {
  const count = selection.rows.size;
  const isMixed = count > 0 && count < (total ?? Number.POSITIVE_INFINITY);
  return (
    <input
      ref={(input) => {
        if (input !== null) input.indeterminate = isMixed;
      }}
      type="checkbox"
      aria-label="Select all loaded rows"
      checked={rows.every((row) => selection.rows.has(String(row[idField])))}
      onChange={({ target }) =>
        // Rows that aren't loaded can be selected, too.
        target.checked
          ? selection.set(
              rows.map((row) => [String(row[idField]), row]),
              true,
            )
          : selection.clear()
      }
    />
  );
}

/** A row. It's memoized, so that scrolling doesn't rerender it. */
const Row = memo(function Row({
  row,
  index,
  columns,
  first,
  isCurrent,
  isSelected,
  select,
}: {
  row: TableRow;
  index: number;
  columns: readonly DataColumn[];
  first: FirstColumn;
  isCurrent: boolean;
  /** Undefined if rows aren't selectable. */
  isSelected: boolean | undefined;
  select: (index: number, isRange: boolean) => void;
}) {
  return (
    <tr data-index={index} aria-rowindex={index + 2} aria-current={isCurrent ? 'true' : undefined}>
      {isSelected !== undefined && (
        <td className={styles.select}>
          <input
            type="checkbox"
            aria-label={`Select ${toVisibleText(String(row[first.field]))}`}
            checked={isSelected}
            onChange={(event) => select(index, (event.nativeEvent as MouseEvent).shiftKey)}
          />
        </td>
      )}
      <th scope="row">{first.render(row)}</th>
      {columns.map((column) => (
        <td key={column.name} data-type={column.type}>
          {column.cell ? column.cell.render(row) : <Cell column={column} value={row[column.name]} />}
        </td>
      ))}
    </tr>
  );
});

/** A spacer for the rows that aren't visible. Its `visibility` hides it from screen readers. */
function Space({ height }: { height: number }) {
  return height === 0 ? null : <tr className={styles.space} style={{ height }} />;
}

/** The headings. `children` come first. */
function Head({
  columns,
  sort,
  firstLabel,
  children,
}: Pick<DataTableProps, 'columns' | 'sort'> & { firstLabel: string; children: ReactNode }) {
  const nameColumn = sort.sortable.find((name) => name.endsWith('name')) ?? '';
  const first = { name: nameColumn, label: firstLabel, description: '', type: 'string' as const };
  return (
    <thead>
      <tr aria-rowindex={1}>
        {children}
        {[first, ...columns].map((column) => (
          <HeadCell key={column.name} column={column} sort={sort} />
        ))}
      </tr>
    </thead>
  );
}

function HeadCell({ column, sort }: { column: Column; sort: DataTableProps['sort'] }) {
  const isSorted = sort.column === column.name;
  const direction = isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined;
  return (
    <th scope="col" aria-sort={direction} data-type={column.type} title={column.description}>
      {sort.sortable.includes(column.name) ? (
        <button type="button" className={styles.sort} onClick={() => sort.change(column.name)}>
          {column.label}
          <span aria-hidden="true">{isSorted ? (sort.isDescending ? ' ↓' : ' ↑') : ''}</span>
        </button>
      ) : (
        column.label
      )}
    </th>
  );
}

/** Returns the function that toggles a row or, with `isRange`, all rows from the last one. `x` does the same. */
function useRowSelection(
  rows: readonly TableRow[],
  idField: string,
  selection: Selection | undefined,
): (index: number, isRange: boolean) => void {
  const last = useRef<string>(undefined);
  // The function stays the same while rows load and are selected, so that rows aren't rerendered.
  const current = useRef({ rows, selection });
  useLayoutEffect(() => {
    current.current = { rows, selection };
  });
  const select = useCallback(
    (index: number, isRange: boolean) => {
      const { rows, selection } = current.current;
      const idOf = (row: TableRow) => String(row[idField]);
      const row = rows[index];
      if (selection === undefined || row === undefined) return;
      const isSelected = !selection.rows.has(idOf(row));
      const from = isRange ? rows.findIndex((candidate) => idOf(candidate) === last.current) : -1;
      const [start, end] = from < 0 ? [index, index] : [Math.min(from, index), Math.max(from, index)];
      selection.set(
        rows.slice(start, end + 1).map((selected) => [idOf(selected), selected]),
        isSelected,
      );
      last.current = idOf(row);
    },
    [idField],
  );
  useKeyPresses((event) => {
    if (event.key.toLowerCase() !== 'x' || isTyping(event)) return;
    const index = document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index;
    if (index !== undefined) select(Number(index), event.shiftKey);
  });
  return select;
}

/** How many rows each key moves. */
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** The row that gets focus as soon as it's rendered. */
export type WantedRow = React.RefObject<number | undefined>;

/** Handles `j` and `k` while the rows load. The table then focuses the chosen row. */
export function useEarlyRowKeys(isLoading: boolean): WantedRow {
  const wanted = useRef<number>(undefined);
  useKeyPresses((event) => {
    const step = STEPS[event.key];
    if (step === undefined || !isLoading || isTyping(event)) return;
    event.preventDefault();
    wanted.current = Math.max((wanted.current ?? -1) + step, 0);
  });
  return wanted;
}

/** Moves focus between the links of rows with `j` and `k`, and restores it when scrolling removes rows. */
function useRowKeys(
  frame: React.RefObject<HTMLDivElement | null>,
  count: number,
  scrollTo: (index: number) => void,
  wanted: WantedRow,
): void {
  const want = useEffectEvent((index: number) => {
    wanted.current = Math.min(index, count - 1);
    scrollTo(wanted.current);
  });
  useLayoutEffect(() => {
    if (wanted.current !== undefined) want(wanted.current);
  }, [wanted]);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const link = frame.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] a`);
    if (link === null || link === undefined) return;
    wanted.current = undefined;
    link.focus({ preventScroll: true });
  });
  useKeyPresses((event) => {
    const step = STEPS[event.key];
    if (step === undefined || isTyping(event)) return;
    const focused = document.activeElement?.closest<HTMLElement>('[data-index]');
    const isInside = focused && frame.current?.contains(focused);
    // Focus may be in the row that is open next to the table.
    const row = isInside ? focused : frame.current?.querySelector<HTMLElement>('[aria-current]');
    const next = row ? Number(row.dataset.index) + step : 0;
    if (next < 0 || next >= count) return;
    event.preventDefault();
    scrollTo(next);
    const link = frame.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`);
    if (link) link.focus({ preventScroll: true });
    else wanted.current = next;
  });
}
