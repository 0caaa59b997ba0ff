declare const columns: unique symbol;

/** A table as the service returns it, with the names of its known columns; it may have more. */
export type Table<Body, Column extends string> = Body & {
  /** Exists only in the types, where {@link tableRows} reads the names of the columns. */
  readonly [columns]?: Column;
};

/** A row by column name: the contract's columns, and any that were added later. */
export type Row<Column extends string, Cell> = { readonly [Name in Column]: Cell } & {
  readonly [added: string]: Cell | undefined;
};

/** The properties of a table that contain its rows. */
export interface TableBody<Cell> {
  /** Names of the columns. */
  readonly header: readonly string[];
  /** The cells of each row, in the order of the header. */
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * Converts the rows of a table to objects by column name, regardless of the order of columns.
 *
 * @example
 * const assets = await listAssets(client, { tenant_id: 'halden-freight', workspace_id: 'production' });
 * for (const asset of tableRows(assets)) console.log(asset.asset_name, asset.critical_issues_count);
 */
export function tableRows<Cell, Column extends string = never>({
  header,
  rows,
}: Table<TableBody<Cell>, Column>): Row<Column, Cell>[] {
  return rows.map((row) => Object.fromEntries(row.map((cell, index) => [header[index], cell])) as Row<Column, Cell>);
}
