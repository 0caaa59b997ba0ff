/**
 * Reads all pages of every list of the service with TanStack Query.
 */
import * as api from '@aispm/client';
import type { ExampleServer } from '@aispm/contract-tests/workflows';
import { type Document, listExamples, listOperations } from '@aispm/openapi';
import { infiniteQueryOptions } from '@aispm/react-query';
import contract from '@aispm/spec/openapi.json' with { type: 'json' };
import { QueryClient } from '@tanstack/react-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedService } from './shared-service.ts';

type List = api.PagedOperation<Record<string, unknown>, { items?: unknown[]; rows?: unknown[] }>;

const document = contract as unknown as Document;
const lists = listOperations(document)
  .map(({ operationId, parameters }) => ({
    id: operationId,
    operation: (api as unknown as Record<string, List>)[operationId] as List,
    params: Object.fromEntries(
      parameters
        .filter(({ required }) => required)
        .map((parameter) => [parameter.name, listExamples(document, parameter)[0]?.value]),
    ),
  }))
  .filter(({ operation }) => operation.metadata.paging);

/** Returns the rows without the last use of an API key, which each request of these tests changes, to the minute. */
const rowsOf = (pages: { items?: unknown[]; rows?: unknown[] }[]): unknown[] =>
  pages
    .flatMap(({ items, rows = [] }) => items ?? rows)
    .map((row) => ({ ...(row as Record<string, unknown>), last_used_at: undefined }));

let service: ExampleServer;
let client: api.Client;
const pageCounts: number[] = [];

beforeAll(async () => {
  service = await sharedService();
  client = api.createClient({ baseUrl: service.url, token: service.token });
}, 150_000);

describe('a list of the service', () => {
  it.each(lists)('can be read completely with $id', async ({ operation, params }) => {
    const options = infiniteQueryOptions(client, operation, { ...params, page_size: 2 });
    const { pages } = await new QueryClient().fetchInfiniteQuery({ ...options, pages: 1000 });
    const larger: typeof pages = [];
    for await (const page of api.paginate(client, operation, { ...params, page_size: 100 }).pages()) larger.push(page);
    expect(rowsOf(pages)).toEqual(rowsOf(larger));
    pageCounts.push(pages.length);
  });

  it('has several pages for most operations', () => {
    expect(pageCounts.filter((count) => count > 1).length).toBeGreaterThan(lists.length / 2);
  });
});
