import type { Client } from '../call/client.ts';
import type { OperationMetadata, PagingStyle } from '../call/metadata.ts';
import type { CallOptions } from '../call/options.ts';
import { requireAtLeast } from '../call/settings.ts';
import type { ParamsOf } from '../call/workspace.ts';
import { maxPageSize } from '../generated/paging.ts';
import { type Row, type Table, type TableBody, tableRows } from './table.ts';

/** An operation whose response is one page of a list. */
export interface PagedOperation<Params, Page> {
  /** Requests one page. */
  (client: Client, params: Params, options?: CallOptions): Promise<Page>;
  /** The part of the contract that describes the operation. */
  readonly metadata: OperationMetadata & { readonly paging: PagingStyle };
}

/** Options of {@link paginate}. Call options apply to the request of each page. */
export interface PaginateOptions extends CallOptions {
  /**
   * The maximum number of items, 0 or more. Pages end with the one that contains the last of them, and are no larger than
   * needed, unless `params` select their size. Default: no limit.
   */
  readonly limit?: number | undefined;
  /** Whether to request the next page while the program uses the current one. Default: false. */
  readonly prefetch?: boolean | undefined;
}

/** An item of a page: an element of `items`, or a row of a table by column name. */
export type PageItem<Page> = Page extends { readonly items: readonly (infer Item)[] }
  ? Item
  : Page extends Table<TableBody<infer Cell>, infer Column>
    ? Row<Column, Cell>
    : never;

/** All items of a list. Pages are requested when they are used. Every loop starts at the first page. */
export interface PagedList<Page> extends AsyncIterable<PageItem<Page>> {
  /** Iterates over the pages as the service returns them. */
  pages(): AsyncIterable<Page>;
  /** Returns all items at once. Set `limit` when the list may be long. */
  toArray(): Promise<PageItem<Page>[]>;
}

/** The properties of pages of any style that contain their items and identify the next page. */
interface AnyPage {
  readonly items?: readonly unknown[];
  readonly cursor?: string;
  readonly page?: number;
  readonly total_pages?: number;
}

/** The maximum number of pages without items in sequence; beyond it, the list is considered endless. */
const MAX_EMPTY_PAGES = 100;

/**
 * Iterates over all items of a list with any kind of paging, starting with the page that `params` select. A loop that ends
 * early doesn't request any more pages.
 *
 * @throws Error when the service returns a cursor or page number a second time, or more than 100 pages without items in sequence, because
 *   the loop would never end; TypeError when `limit` is not a number of at least 0; all errors of the operation.
 * @example
 * const params = { tenant_id: 'halden-freight', workspace_id: 'production' };
 * for await (const rule of paginate(client, listRules, params, { limit: 100 })) console.log(rule.rule_name);
 */
export function paginate<Params extends object | undefined, Page, Sender extends Client>(
  client: Sender,
  operation: PagedOperation<Params, Page>,
  params: NoInfer<ParamsOf<Sender, NonNullable<Params>>>,
  { limit = Infinity, prefetch, ...options }: PaginateOptions = {},
): PagedList<Page> {
  const { id, paging, query } = operation.metadata;
  requireAtLeast(id, 0, { limit });
  const pageParameter = paging === 'numbered' ? 'page' : 'cursor';
  const getItems = (page: AnyPage): readonly unknown[] =>
    paging === 'tabular' ? tableRows(page as TableBody<unknown>) : (page.items ?? []);

  async function* pages(): AsyncGenerator<Page & AnyPage> {
    const { [pageParameter]: start, page_size } = params as Record<string, unknown>;
    // Another size would change the page that the caller starts with.
    const sizes = limit < Infinity && start === undefined && page_size === undefined && query?.includes('page_size');
    const firstParams = sizes ? { ...params, page_size: Math.min(Math.ceil(limit), maxPageSize) } : params;
    const requested = new Set([start]);
    const { signal } = options;
    signal?.throwIfAborted();
    const controller = new AbortController();
    // A separate signal, as in `callAfter`. The listener is removed in the end.
    const own = signal && (AbortSignal.any?.([signal]) ?? signal);
    own?.addEventListener('abort', () => controller.abort(signal?.reason), { signal: controller.signal });
    const pageOptions = { ...options, signal: controller.signal };
    // Asynchronous, so that a prefetched page cannot end the loop before the page before it was used.
    const requestPage = async (page?: unknown): Promise<Page> => {
      if (page !== undefined && requested.has(page)) {
        throw new Error(`${id}: the service returned ${pageParameter} ${JSON.stringify(page)} twice`);
      }
      requested.add(page);
      const pageParams = page === undefined ? firstParams : { ...firstParams, [pageParameter]: page };
      return operation(client, pageParams as Params, pageOptions);
    };
    try {
      let remaining = limit;
      let emptyPages = 0;
      for (let next: Promise<Page> | undefined = remaining > 0 ? requestPage() : undefined; next; ) {
        const page: Page & AnyPage = (await next) as Page & AnyPage;
        const { length } = getItems(page);
        remaining -= length;
        emptyPages = length > 0 ? 0 : emptyPages + 1;
        if (emptyPages > MAX_EMPTY_PAGES) {
          throw new Error(`${id}: the service returned ${emptyPages} empty pages in sequence`);
        }
        const { cursor, page: number = 1, total_pages = 1 } = page;
        const nextPage = paging === 'numbered' ? number < total_pages && number + 1 : cursor;
        const hasNext = remaining > 0 && nextPage;
        next = hasNext && prefetch ? requestPage(nextPage) : undefined;
        // It may fail before the loop awaits it, which must not be an unhandled rejection.
        next?.catch(() => undefined);
        yield page;
        if (hasNext) next ??= requestPage(nextPage);
      }
    } finally {
      controller.abort();
    }
  }

  async function* items(): AsyncGenerator<PageItem<Page>> {
    let remaining = limit;
    for await (const page of pages()) {
      for (const item of getItems(page)) {
        if (remaining <= 0) return;
        remaining -= 1;
        yield item as PageItem<Page>;
      }
    }
  }

  return {
    pages,
    [Symbol.asyncIterator]: items,
    async toArray() {
      const array: PageItem<Page>[] = [];
      for await (const item of items()) array.push(item);
      return array;
    },
  };
}
