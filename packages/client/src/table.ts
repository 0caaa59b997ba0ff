declare const columns: unique symbol;

/** A table as it is sent, that is known to have these columns, and perhaps more. */
export type Table<Sent, Column extends string> = Sent & {
  /** Only in the types: it lets {@link tableRows} name the columns. */
  readonly [columns]?: Column;
};

/** A row by column name: the columns that the contract shows, and any that were added since. */
export type Row<Column extends string, Cell> = { readonly [Name in Column]: Cell } & {
  readonly [added: string]: Cell | undefined;
};

/** The parts of a table that its rows are made of. */
export interface TableBody<Cell> {
  /** Names of the columns. */
  readonly header: readonly string[];
  /** The cells of each row, in the order of the header. */
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * The rows of a table by column name, whatever order the columns come in.
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
