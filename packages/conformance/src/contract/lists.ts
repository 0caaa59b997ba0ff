/** Operations that list rows, and the rows of their pages. */
import { findPaging, findRowField, type PagingKind } from '@aispm/openapi';
import { getSuccess, type Json, type Operation, type Schema } from './operation.ts';

/** A list and the location of its rows. */
export interface List {
  paging: PagingKind;
  /** `items` of a page; `rows` of a table, whose `header` names the columns. */
  field: 'items' | 'rows';
  /** The schema of a row; undefined for a table. */
  row: Schema | undefined;
}

/** Returns how an operation lists rows; undefined when it does not. */
export function findList(operation: Operation): List | undefined {
  if (operation.method !== 'GET') return undefined;
  const paging = findPaging(operation.parameters)?.kind;
  const properties = getSuccess(operation).response.schema?.properties ?? {};
  const field = findRowField(properties);
  if (!paging || !field) return undefined;
  return { paging, field, row: field === 'items' ? properties.items?.items : undefined };
}

/**
 * Returns how an operation lists rows.
 *
 * @throws {Error} when it does not
 */
export function getList(operation: Operation): List {
  const list = findList(operation);
  if (!list) throw new Error(`The operation ${operation.id} is not a list.`);
  return list;
}

/** Returns the rows of a page as records, including the rows of a table. */
export function getRows(body: unknown, { field }: List): Json[] {
  const page = (body ?? {}) as Json;
  const rows = Array.isArray(page[field]) ? (page[field] as unknown[]) : [];
  if (field === 'items') return rows as Json[];
  const header = page.header as string[];
  return rows.map((row) => Object.fromEntries((row as unknown[]).map((cell, index) => [header[index], cell])));
}

/**
 * Returns the identifier of a row: its field with the name of a path parameter, otherwise `id`, otherwise the
 * first field whose name ends in `_id`.
 *
 * @param parameter name of the path parameter that identifies such a row, when there is one
 */
export function getRowId(row: Json, list: List, parameter?: string): string {
  const names = list.row?.properties ? Object.keys(list.row.properties) : Object.keys(row);
  const name =
    [parameter, 'id'].find((candidate) => candidate !== undefined && names.includes(candidate)) ??
    names.find((candidate) => candidate.endsWith('_id')) ??
    names[0];
  return String(row[name ?? '']);
}
