import type { ReactNode } from 'react';
import styles from './table.module.css';

/** A column of a {@link Table}. */
export interface TableColumn<Row> {
  label: string;
  render: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  isNumber?: boolean;
  /** Whether the cell names its row; at most one column. */
  isHeader?: boolean;
}

/** Tables with more columns than these are scrolled in narrow windows. */
const MAX_NARROW = 3;

/** A table of a few rows, all of which exist in the page. `DataTable` is for lists of any length. */
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

/** What a wide table is scrolled in; keyboards can reach it (WCAG 2.1.1). */
function Frame({ label, isWide, children }: { label: string; isWide: boolean; children: ReactNode }) {
  if (!isWide) return children;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, keyboards cannot scroll the table.
    // biome-ignore lint/a11y/useSemanticElements: it is no set of fields.
    <div role="group" aria-label={label} tabIndex={0} className={styles.frame}>
      {children}
    </div>
  );
}
