/** A row of a list: its properties by name. */
export type TableRow = Record<string, unknown>;
