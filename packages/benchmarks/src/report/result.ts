/** What a benchmark found, as data: the report renders it for the terminal and for `BENCHMARKS.md`. */
export interface Result {
  /** How the figures were measured, and at which size: complete sentences in Markdown. */
  description: string;
  table: Table;
  /** The same with other data: further tables, each below sentences that say what differs. */
  variants?: Variant[];
  /** What could not be measured, with the reason, and what else the figures show: one complete sentence each. */
  notes: string[];
  /** Figures beyond their limits: one complete sentence each. The command fails when there are any. */
  missed: string[];
  /** The figure that stands for the benchmark on the front page. */
  headline?: Headline;
}

/** Figures of the same benchmark with other data. */
export interface Variant {
  /** How the figures were measured, and at which size: complete sentences in Markdown. */
  description: string;
  table: Table;
}

/** Rows of figures. The first column says what was measured. */
export interface Table {
  columns: string[];
  /** Cells in the order of the columns, formatted for people. */
  rows: string[][];
}

/** A figure with its meaning. */
export interface Headline {
  /** Such as `1,234 B`. */
  value: string;
  /** What the value is and what it compares with; continues a sentence. */
  meaning: string;
}
