import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import type { Column, ColumnType } from '../contract/types.ts';
import { Button } from '../ui/button.tsx';

/** The least width of columns by their type, in `em`. */
const WIDTHS: Record<ColumnType, number> = {
  severity: 7.5,
  number: 4.5,
  time: 9.6,
  boolean: 4.5,
  enum: 6,
  id: 9.5,
  agent: 10,
  text: 9,
  structure: 9,
};
/** Columns of which nobody knows how long their values are: they share with the first one the width that is left. */
const GROWING: readonly ColumnType[] = ['text', 'structure'];
/** The least width of the first column, unless its type has one, and how many times as much of what is left it gets as others. */
const FIRST_WIDTH = 14;
const FIRST_SHARE = 2;
/** The width of the column of check boxes. */
export const SELECT_WIDTH = 2.5;
/** The width of a letter of values and headings, of the space around a text, and of the arrow beside a sorting heading, in `em`. */
const LETTER_WIDTH = 0.65;
const BOLD_WIDTH = 0.7;
const SPACE_WIDTH = 1.4;
const ARROW_WIDTH = 1;

interface FittingOptions {
  columns: readonly Column[];
  /** Whether columns that have no space may be left out, from the last one on. */
  canOmit: boolean;
  /** Names of the columns that sort the rows. */
  sortable: readonly string[];
  /** Type of the first column, which is always shown. */
  firstType: ColumnType;
  hasSelection: boolean;
}

/** What of a table is shown in the width that its frame has. */
interface Fitting {
  columns: readonly Column[];
  /** The least width of the table, in `em`. */
  minWidth: number;
  /** The style of the element that sets the width of the first column. */
  firstStyle: CSSProperties | undefined;
  /** The style of the element that sets the width of another one. */
  styleOf: (column: Column) => CSSProperties | undefined;
  /** Says what is out of view, and how to see it; nothing if all columns are in view. */
  hint: ReactNode;
}

/** Leaves out the last columns of a table where they have no space, until somebody asks for all of them. */
export function useFittingColumns(frame: RefObject<HTMLElement | null>, options: FittingOptions): Fitting {
  const { columns: all, canOmit, sortable, firstType, hasSelection } = options;
  const [isComplete, setComplete] = useState(false);
  const width = useWidth(frame);
  const isFirstGrowing = GROWING.includes(firstType);
  const firstWidth = isFirstGrowing ? FIRST_WIDTH : WIDTHS[firstType];
  const fixedWidth = firstWidth + (hasSelection ? SELECT_WIDTH : 0);
  const count = countFitting(all, sortable, width - fixedWidth);
  // The same array each time, so that rows need not be rendered again.
  const fitting = useMemo(() => all.slice(0, count), [all, count]);
  const columns = canOmit && !isComplete && count < all.length ? fitting : all;
  const minWidth = columns.reduce((sum, column) => sum + widthOf(column, sortable), fixedWidth);
  const omitted = all.length - count;
  const hint = (
    <>
      {minWidth > width && 'Scroll the table sideways to see all columns. '}
      {canOmit && omitted > 0 && (
        <>
          {!isComplete && `Columns that do not fit here: ${omitted}. `}
          <Button kind="quiet" onClick={() => setComplete(!isComplete)}>
            {isComplete ? 'Show only those that fit' : 'Show all columns'}
          </Button>
        </>
      )}
    </>
  );
  const growing = columns.filter(({ type }) => GROWING.includes(type));
  const share = Math.max(0, width - minWidth) / ((isFirstGrowing ? FIRST_SHARE : 0) + growing.length);
  // A growing first column takes what the others leave, without being measured.
  const firstStyle = isFirstGrowing ? undefined : { width: `${firstWidth}em` };
  const styleOf = (column: Column) => {
    const columnWidth = widthOf(column, sortable) + (growing.includes(column) ? share : 0);
    return Number.isFinite(columnWidth) ? { width: `${columnWidth}em` } : undefined;
  };
  return { columns, minWidth, firstStyle, styleOf, hint };
}

/** Returns how many of the columns, from the first one on, have space in a width in `em`. */
function countFitting(columns: readonly Column[], sortable: readonly string[], width: number): number {
  let left = width;
  const end = columns.findIndex((column) => {
    left -= widthOf(column, sortable);
    return left < 0;
  });
  return end === -1 ? columns.length : end;
}

/** The inner width of an element in its own `em`; unlimited until it has been measured, which is before it is seen. */
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

/** Returns the least width of a column, in `em`: that of its heading and of its longest value, as far as it is known. */
function widthOf({ name, type, label, values = [] }: Column, sortable: readonly string[]): number {
  const heading = label.length * BOLD_WIDTH + (sortable.includes(name) ? ARROW_WIDTH : 0);
  const known = type === 'enum' ? values.map((value) => value.label.length * LETTER_WIDTH) : [];
  return Math.max(WIDTHS[type], ...[heading, ...known].map((width) => width + SPACE_WIDTH));
}
