import { type PagedOperation, paginate, type WorkspaceClient } from '@aispm/client';
import type { TableRow } from '../contract/table-row.ts';

/** An operation that lists rows. */
// biome-ignore lint/suspicious/noExplicitAny: each list has its own parameters and pages.
export type ListOperation = PagedOperation<any, any>;

/**
 * Loads the rows of a list page by page.
 *
 * @param options.max the most rows to load
 * @param options.onPage called with the rows of each page, but not after an abort
 * @throws an `AbortError` if the signal is aborted
 */
export async function loadPages(
  client: WorkspaceClient,
  operation: ListOperation,
  params: Readonly<Record<string, unknown>>,
  { max, signal, onPage }: { max: number; signal: AbortSignal; onPage: (rows: TableRow[]) => void },
): Promise<void> {
  const size = Number(params.page_size);
  let rows: TableRow[] = [];
  let count = 0;
  const flush = () => {
    signal.throwIfAborted();
    if (rows.length > 0) onPage(rows);
    rows = [];
  };
  for await (const row of paginate(client, operation, params, { signal })) {
    rows.push(row as TableRow);
    count += 1;
    if (rows.length >= size || count >= max) flush();
    if (count >= max) return;
  }
  flush();
}
