import type { ReactNode } from 'react';
import type { TableRow } from '../contract/table-row.ts';
import type { Column } from '../contract/types.ts';

/** A column of a `DataTable`. */
export interface DataColumn extends Column {
  /** Replaces the column's usual cells. */
  cell?: CustomCell;
}

/** A cell that shows more than one property. It must not be higher than a row. */
export interface CustomCell {
  /** The minimum width of the column, in `em`. */
  minWidth: number;
  render: (row: TableRow) => ReactNode;
}
