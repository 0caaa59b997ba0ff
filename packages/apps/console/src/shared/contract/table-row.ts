/** A row of a list of the contract: its members by name. */
export type TableRow = Record<string, unknown>;
