/** The result of a benchmark, which the report renders for the terminal and for `BENCHMARKS.md`. */
export interface Result {
  /** How and at which size the values were measured: complete sentences in Markdown. */
  description: string;
  table: Table;
  /** The same with other data: additional tables, each after sentences about the differences. */
  variants?: Variant[];
  /** What couldn't be measured, with the reason, and other observations: one complete sentence each. */
  notes: string[];
  /** Values beyond their limits: one complete sentence each. The command fails if there are any. */
  missed: string[];
  /** The value that represents the benchmark on the front page. */
  headline?: Headline;
}

/** Results of the same benchmark with other data. */
export interface Variant {
  /** How and at which size the values were measured: complete sentences in Markdown. */
  description: string;
  table: Table;
}

/** Rows of values. The first column describes what was measured. */
export interface Table {
  columns: string[];
  /** Cells in the order of the columns, formatted for reading. */
  rows: string[][];
}

/** A value with its meaning. */
export interface Headline {
  /** Such as `1,234 B`. */
  value: string;
  /** What the value is and what it compares with, as the rest of a sentence. */
  meaning: string;
}
