import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import styles from './table.module.css';

/** A column of a {@link Table}. */
export interface TableColumn<Row> {
  label: string;
  render: (row: Row) => ReactNode;
  /** Whether to align the column to the right. */
  isNumber?: boolean;
  /** Whether the cells are row headers. Up to one column can be. */
  isHeader?: boolean;
}

/** Tables with more columns scroll in narrow windows. */
const MAX_NARROW = 3;

/** A table of a few rows, all of which are rendered. `DataTable` is for lists of any length. */
export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
}: {
  /** The accessible name. */
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
}) {
  return (
    <Frame label={label} isWide={columns.length > MAX_NARROW}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" data-number={column.isNumber}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map((column) =>
                column.isHeader ? (
                  <th key={column.label} scope="row">
                    {column.render(row)}
                  </th>
                ) : (
                  <td key={column.label} data-number={column.isNumber}>
                    {column.render(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Frame>
  );
}

/** The scrollable area of a wide table, which keyboards can reach (WCAG 2.1.1). */
function Frame({ label, isWide, children }: { label: string; isWide: boolean; children: ReactNode }) {
  return isWide ? <WideFrame label={label}>{children}</WideFrame> : children;
}

function WideFrame({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const hint = useId();
  const isScrolled = useOverflow(frame);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: it isn't a set of fields. */}
      <div
        ref={frame}
        role="group"
        aria-label={label}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards couldn't scroll the table without it.
        tabIndex={0}
        className={styles.frame}
      >
        {children}
      </div>
      <p id={hint} className={styles.hint}>
        {isScrolled && 'Scroll horizontally to see all columns.'}
      </p>
    </>
  );
}

/** Whether the content of an element is wider than the element. */
function useOverflow(element: RefObject<HTMLElement | null>): boolean {
  const [isWider, setWider] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() => setWider(current.scrollWidth > current.clientWidth));
    for (const observed of [current, ...current.children]) observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return isWider;
}
