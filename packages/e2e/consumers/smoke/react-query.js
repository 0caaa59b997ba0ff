// `node react-query.js <base URL of a mock> <token>` prints, as JSON, what queries return.
import { createClient, listRules, withWorkspace } from '@aispm/client';
import { infiniteQueryOptions, queryKey, queryOptions } from '@aispm/react-query';
import { QueryClient } from '@tanstack/react-query';

const client = withWorkspace(createClient({ baseUrl: process.argv[2] ?? '', token: process.argv[3] ?? '' }), {
  tenant_id: 'halden-freight',
  workspace_id: 'production',
});
const queries = new QueryClient();
const { items } = await queries.fetchQuery(queryOptions(client, listRules, {}));
const { pages } = await queries.fetchInfiniteQuery({
  ...infiniteQueryOptions(client, listRules, { page_size: 2 }),
  pages: 2,
});
console.log(JSON.stringify({ items, pages, key: queryKey(client, listRules, {}) }));
