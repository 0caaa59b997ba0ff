import type { Client } from './client.ts';
import type { CallOptions } from './options.ts';
import type { OperationMetadata, PagingStyle } from './request/metadata.ts';
import { type Row, type Table, type TableBody, tableRows } from './table.ts';

/** An operation whose response is one page of a list. */
export interface PagedOperation<Params, Page> {
  /** Requests one page. */
  (client: Client, params: Params, options?: CallOptions): Promise<Page>;
  /** The part of the contract that describes the operation. */
  readonly metadata: OperationMetadata & { readonly paging: PagingStyle };
}

/** Options of {@link paginate}. Those of a call apply to the request of each page. */
export interface PaginateOptions extends CallOptions {
  /** The maximum number of items, 0 or more. Pages end with the one that contains the last of them. Default: no limit. */
  readonly limit?: number | undefined;
  /** Whether to request the next page while the program uses the current one. Default: false. */
  readonly prefetch?: boolean | undefined;
}

/** An item of a page: a member of `items`, or a row of a table by column name. */
export type PageItem<Page> = Page extends { readonly items: readonly (infer Item)[] }
  ? Item
  : Page extends Table<TableBody<infer Cell>, infer Column>
    ? Row<Column, Cell>
    : never;

/** All items of a list. Pages are requested when they are used. Every new loop starts again at the first page. */
export interface PagedList<Page> extends AsyncIterable<PageItem<Page>> {
  /** Iterates over the pages as the service returns them. */
  pages(): AsyncIterable<Page>;
}

/** The members of pages of any style that lead to their items and to the next page. */
interface AnyPage {
  readonly items?: readonly unknown[];
  readonly cursor?: string;
  readonly page?: number;
  readonly total_pages?: number;
}

/**
 * Iterates over all items of a list, however it is paged, beginning with the page that `params` select. A loop that ends
 * early requests no further page.
 *
 * @throws Error when the service returns a cursor or page number a second time, because the loop would never end; all errors of
 *   the operation.
 * @example
 * const params = { tenant_id: 'halden-freight', workspace_id: 'production' };
 * for await (const rule of paginate(client, listRules, params, { limit: 100 })) console.log(rule.rule_name);
 */
export function paginate<Params extends object, Page>(
  client: Client,
  operation: PagedOperation<Params, Page>,
  params: NoInfer<Params>,
  { limit = Infinity, prefetch, ...options }: PaginateOptions = {},
): PagedList<Page> {
  const { id, paging } = operation.metadata;
  const pageParameter = paging === 'numbered' ? 'page' : 'cursor';
  const getItems = (page: AnyPage): readonly unknown[] =>
    paging === 'tabular' ? tableRows(page as TableBody<unknown>) : (page.items ?? []);

  async function* pages(): AsyncGenerator<Page & AnyPage> {
    const requested = new Set([(params as Record<string, unknown>)[pageParameter]]);
    const { signal } = options;
    const controller = new AbortController();
    const abort = (): void => controller.abort(signal?.reason);
    signal?.addEventListener('abort', abort);
    const requestPage = (page?: unknown): Promise<Page> => {
      if (page !== undefined && requested.has(page)) {
        throw new Error(`${id}: the service returned ${pageParameter} ${JSON.stringify(page)} twice`);
      }
      signal?.throwIfAborted();
      requested.add(page);
      const pageParams = page === undefined ? params : { ...params, [pageParameter]: page };
      return operation(client, pageParams, { ...options, signal: controller.signal });
    };
    try {
      let remaining = limit;
      for (let next: Promise<Page> | undefined = remaining > 0 ? requestPage() : undefined; next; ) {
        const page: Page & AnyPage = (await next) as Page & AnyPage;
        remaining -= getItems(page).length;
        const { cursor, page: number = 1, total_pages = 1 } = page;
        const nextPage = paging === 'numbered' ? number < total_pages && number + 1 : cursor;
        const hasNext = remaining > 0 && nextPage;
        next = hasNext && prefetch ? requestPage(nextPage) : undefined;
        // It may fail before the loop awaits it, which must not count as an unhandled rejection.
        next?.catch(() => undefined);
        yield page;
        if (hasNext) next ??= requestPage(nextPage);
      }
    } finally {
      signal?.removeEventListener('abort', abort);
      controller.abort();
    }
  }

  return {
    pages,
    async *[Symbol.asyncIterator]() {
      let remaining = limit;
      for await (const page of pages()) {
        for (const item of getItems(page)) {
          if (remaining <= 0) return;
          remaining -= 1;
          yield item as PageItem<Page>;
        }
      }
    },
  };
}
