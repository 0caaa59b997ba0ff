import type { CallOptions, Client } from './client.js';
import type { OperationMetadata, PagingStyle } from './runtime/metadata.js';
import { type Row, type Table, type TableBody, tableRows } from './table.js';

/** An operation that answers with one page at a time. */
export interface PagedOperation<Params, Page> {
  /** Gets one page. */
  (client: Client, params: Params, options?: CallOptions): Promise<Page>;
  /** What the contract says about the operation. */
  readonly metadata: OperationMetadata & { readonly paging: PagingStyle };
}

/** Settings of {@link paginate}; those of a call go for each page. */
export interface PaginateOptions extends CallOptions {
  /** How many items to give at most, 0 or more; also how many are seen on the pages before the last. Default: no limit. */
  readonly limit?: number | undefined;
  /** Whether to ask for the next page while the current one is worked on. Default: false. */
  readonly prefetch?: boolean | undefined;
}

/** What is on a page: an item of a list, or a row of a table by column name. */
export type ItemOf<Page> = Page extends { readonly items: readonly (infer Item)[] }
  ? Item
  : Page extends Table<TableBody<infer Cell>, infer Column>
    ? Row<Column, Cell>
    : never;

/** All items of a list, asked for page by page as they are used. Every new loop starts again at the first page. */
export interface Pages<Page> extends AsyncIterable<ItemOf<Page>> {
  /** The pages as they are sent. */
  pages(): AsyncIterable<Page>;
}

/** What all pages have in common, and what one style has. */
interface AnyPage {
  readonly items?: readonly unknown[];
  readonly cursor?: string;
  readonly page?: number;
  readonly total_pages?: number;
}

/**
 * All items of a list, whatever way it is paged, from the page that `params` ask for on. Leaving the loop asks for
 * nothing more.
 *
 * @throws Error when the service names a page that it has named before, which would never end; all errors of the operation.
 * @example
 * const params = { tenant_id: 'halden-freight', workspace_id: 'production' };
 * for await (const rule of paginate(client, listRules, params, { limit: 100 })) console.log(rule.rule_name);
 */
export function paginate<Params extends object, Page>(
  client: Client,
  operation: PagedOperation<Params, Page>,
  params: NoInfer<Params>,
  { limit = Infinity, prefetch, ...options }: PaginateOptions = {},
): Pages<Page> {
  const { id, paging } = operation.metadata;
  const position = paging === 'numbered' ? 'page' : 'cursor';
  const itemsOf = (page: AnyPage): readonly unknown[] =>
    paging === 'tabular' ? tableRows(page as TableBody<unknown>) : (page.items ?? []);

  async function* pages(): AsyncGenerator<Page & AnyPage> {
    const seen = new Set([(params as Record<string, unknown>)[position]]);
    const { signal } = options;
    const controller = new AbortController();
    const abort = (): void => controller.abort(signal?.reason);
    signal?.addEventListener('abort', abort);
    const get = (at?: unknown): Promise<Page> => {
      if (at !== undefined && seen.has(at)) throw new Error(`${id}: ${position} ${JSON.stringify(at)} came twice`);
      signal?.throwIfAborted();
      seen.add(at);
      const there = at === undefined ? params : { ...params, [position]: at };
      return operation(client, there, { ...options, signal: controller.signal });
    };
    try {
      let left = limit;
      for (let next: Promise<Page> | undefined = left > 0 ? get() : undefined; next; ) {
        const page: Page & AnyPage = (await next) as Page & AnyPage;
        left -= itemsOf(page).length;
        const { cursor, page: number = 1, total_pages = 1 } = page;
        const at = paging === 'numbered' ? number < total_pages && number + 1 : cursor;
        const more = left > 0 && at;
        next = more && prefetch ? get(at) : undefined;
        // It may fail while nobody waits for it yet; whoever comes for it still gets the error.
        next?.catch(() => undefined);
        yield page;
        if (more) next ??= get(at);
      }
    } finally {
      signal?.removeEventListener('abort', abort);
      controller.abort();
    }
  }

  return {
    pages,
    async *[Symbol.asyncIterator]() {
      let left = limit;
      for await (const page of pages()) {
        for (const item of itemsOf(page)) {
          if (left <= 0) return;
          left -= 1;
          yield item as ItemOf<Page>;
        }
      }
    },
  };
}
