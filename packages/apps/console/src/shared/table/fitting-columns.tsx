import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import type { ColumnType } from '../contract/types.ts';
import { countOf } from '../text/count.ts';
import { Button } from '../ui/button.tsx';
import type { DataColumn } from './columns.ts';

/** Minimum widths of columns by type, in `em`. */
const WIDTHS: Record<ColumnType, number> = {
  severity: 7.5,
  number: 4.5,
  time: 9.6,
  boolean: 4.5,
  enum: 6,
  id: 9.5,
  agent: 10,
  string: 9,
  structure: 9,
};
/** Column types with values of unknown length. They share the remaining width with the first column. */
const GROWING: readonly ColumnType[] = ['string', 'structure'];
/** Minimum width of the first column, unless its type has one, and its share of the remaining width. */
const FIRST_WIDTH = 14;
const FIRST_SHARE = 2;
/** Width of the checkbox column, in `em`. */
export const SELECT_WIDTH = 2.25;
/** Widths in `em`: a letter of a value and of a heading, the padding, and the arrow of sortable headings. */
const LETTER_WIDTH = 0.65;
const BOLD_WIDTH = 0.7;
const SPACE_WIDTH = 1.4;
const ARROW_WIDTH = 1;

interface FittingOptions {
  columns: readonly DataColumn[];
  /** Whether to omit the last columns if they don't fit. */
  canOmit: boolean;
  /** Names of sortable columns. */
  sortable: readonly string[];
  /** Type of the first column, which is never omitted. */
  firstType: ColumnType;
  hasSelection: boolean;
}

/** The part of a table that fits its frame. */
interface Fitting {
  columns: readonly DataColumn[];
  /** Minimum width of the table, in `em`. */
  minWidth: number;
  /** The style of the first column's `<col>`. */
  firstStyle: CSSProperties | undefined;
  /** Returns the style of another column's `<col>`. */
  styleOf: (column: DataColumn) => CSSProperties | undefined;
  /** Explains how to see columns that aren't visible; empty if all are. */
  hint: ReactNode;
}

/** Omits the last columns of a table if they don't fit, until the user asks for all of them. */
export function useFittingColumns(frame: RefObject<HTMLElement | null>, options: FittingOptions): Fitting {
  const { columns: all, canOmit, sortable, firstType, hasSelection } = options;
  const [isComplete, setComplete] = useState(false);
  const width = useWidth(frame);
  const isFirstGrowing = GROWING.includes(firstType);
  const firstWidth = isFirstGrowing ? FIRST_WIDTH : WIDTHS[firstType];
  const fixedWidth = firstWidth + (hasSelection ? SELECT_WIDTH : 0);
  const count = countFitting(all, sortable, width - fixedWidth);
  // The same array each time, so that rows aren't rerendered.
  const fitting = useMemo(() => all.slice(0, count), [all, count]);
  const columns = canOmit && !isComplete && count < all.length ? fitting : all;
  const minWidth = columns.reduce((sum, column) => sum + widthOf(column, sortable), fixedWidth);
  const omitted = all.length - count;
  const hint = (
    <>
      {minWidth > width && 'Scroll horizontally to see all columns. '}
      {canOmit && omitted > 0 && (
        <>
          {!isComplete && `${countOf(omitted, 'hidden column')}. `}
          <Button kind="quiet" onClick={() => setComplete(!isComplete)}>
            {isComplete ? 'Show only columns that fit' : 'Show all columns'}
          </Button>
        </>
      )}
    </>
  );
  const growing = columns.filter(({ type }) => GROWING.includes(type));
  const share = Math.max(0, width - minWidth) / ((isFirstGrowing ? FIRST_SHARE : 0) + growing.length);
  // A growing first column takes the remaining width, so it isn't measured.
  const firstStyle = isFirstGrowing ? undefined : { width: `${firstWidth}em` };
  const styleOf = (column: DataColumn) => {
    const columnWidth = widthOf(column, sortable) + (growing.includes(column) ? share : 0);
    return Number.isFinite(columnWidth) ? { width: `${columnWidth}em` } : undefined;
  };
  return { columns, minWidth, firstStyle, styleOf, hint };
}

/** Returns how many leading columns fit a width in `em`. */
function countFitting(columns: readonly DataColumn[], sortable: readonly string[], width: number): number {
  let left = width;
  const end = columns.findIndex((column) => {
    left -= widthOf(column, sortable);
    return left < 0;
  });
  return end === -1 ? columns.length : end;
}

/** The inner width of an element in `em`. It's infinite until measured, which happens before the first paint. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => setWidth(current.clientWidth / Number.parseFloat(getComputedStyle(current).fontSize));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Returns the minimum width of a column in `em`, based on its type, heading and enumerated values. */
function widthOf({ name, type, label, values = [], cell }: DataColumn, sortable: readonly string[]): number {
  const heading = label.length * BOLD_WIDTH + (sortable.includes(name) ? ARROW_WIDTH : 0);
  const known = type === 'enum' ? values.map((value) => value.label.length * LETTER_WIDTH) : [];
  return Math.max(cell?.minWidth ?? WIDTHS[type], ...[heading, ...known].map((width) => width + SPACE_WIDTH));
}
