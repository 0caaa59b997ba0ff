// Compiled by types.test.ts, never run: each line must compile, and each line after "@ts-expect-error" must not.
import {
  createItem,
  deleteItem,
  exportItems,
  getItem,
  listItems,
  listPages,
  listRows,
  updateItem,
} from '../../generated/fixture/operations.js';
import type { CreateItemParams, Item, Problem, State } from '../../generated/fixture/operations.schemas.js';
import {
  type ApiError,
  type Client,
  createClient,
  type EndedRun,
  type EvaluationRun,
  isApiError,
  isTimeoutError,
  paginate,
  runToEnd,
  type TimeoutError,
  tableRows,
  waitForRun,
} from '../../src/index.js';

/** Compiles only when both types are the same. */
function same<A>() {
  return <B>(..._: (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? [] : [never]): void =>
    undefined;
}
declare function maybe<T>(value: T): T | undefined;
declare const error: unknown;
const client: Client = createClient({
  baseUrl: 'http://h/api',
  token: async () => 't',
  fetch: undefined,
  headers: undefined,
});
createClient({ baseUrl: 'http://h/api', fetch: globalThis.fetch });
const ids = { folder_id: 'f', item_id: 'i' };

// @ts-expect-error a client needs a base URL
createClient({ token: 't' });
// @ts-expect-error a token is text
createClient({ baseUrl: 'http://h/api', token: 7 });

// Data
const item = await getItem(client, ids);
same<Item>()<typeof item>();
const nothing = await deleteItem(client, ids);
same<undefined>()<typeof nothing>();
const perhaps = await updateItem(client, ids);
same<Item | undefined>()<typeof perhaps>();
const text = await exportItems(client);
same<string>()<typeof text>();

// Parameters
await listItems(client, { tag: maybe(['a']), state: maybe<State[]>(['open']), archived: maybe(true), page_size: 7 });
await listItems(client, { page_size: undefined });
await createItem(client, { 'Idempotency-Key': maybe('k'), body: { title: 't' } });
await exportItems(client, {}, { signal: new AbortController().signal, headers: { accept: 'text/csv' } });
await getItem(client, ids, { signal: undefined, headers: { 'x-a': undefined } });
const params: CreateItemParams = { body: { title: 't' } };
await createItem(client, params);

// @ts-expect-error a required parameter is missing
await getItem(client, { folder_id: 'f' });
// @ts-expect-error a required parameter must not be undefined
await getItem(client, { folder_id: 'f', item_id: maybe('i') });
// @ts-expect-error parameters are required
await getItem(client);
// @ts-expect-error no such value
await listItems(client, { state: ['sleeping'] });
// @ts-expect-error no such parameter
await listItems(client, { colour: 'red' });
// @ts-expect-error the body is required
await createItem(client, {});
// @ts-expect-error a field of the body is missing
await createItem(client, { body: {} });
// @ts-expect-error an operation without parameters takes none
await exportItems(client, { page_size: 3 });
// @ts-expect-error no such option
await exportItems(client, {}, { timeoutSeconds: 3 });

// Results
const result = await getItem.result(client, ids);
switch (result.status) {
  case 200:
    same<Item>()<typeof result.data>();
    break;
  case 304:
    same<undefined>()<typeof result.data>();
    break;
  case 404:
    same<Problem | undefined>()<typeof result.data>();
    break;
  case 409:
    same<string | undefined>()<NonNullable<typeof result.data>['holder'] | undefined>();
    break;
  case 500:
    same<string | undefined>()<NonNullable<typeof result.data>['message'] | undefined>();
    break;
  case 503: // not declared, and can come all the same
    same<unknown>()<typeof result.data>();
    break;
  default:
    same<unknown>()<typeof result.data>();
    // @ts-expect-error 404 is done above
    result.status === 404;
}
// @ts-expect-error no status of HTTP
result.status === 600;
// @ts-expect-error which data it is, the status tells
result.data.title;
if (result.status === 200) {
  same<string>()<typeof result.data.title>();
  same<Headers>()<typeof result.headers>();
}

// Errors
if (isApiError(error)) {
  same<unknown>()<typeof error.body>();
  same<number>()<typeof error.status>();
}
if (getItem.isError(error)) {
  if (error.status === 404) same<Problem | undefined>()<typeof error.body>();
  if (error.status === 503) same<unknown>()<typeof error.body>();
  const general: ApiError = error;
  // @ts-expect-error a declared success is no error
  general.status === 200 && error.status === 200;
}

// Metadata
same<'cursor'>()<typeof listItems.metadata.paging>();
same<'numbered'>()<typeof listPages.metadata.paging>();
same<'cursor' | 'numbered' | 'tabular' | undefined>()<typeof getItem.metadata.paging>();

// Settings
createClient({ baseUrl: 'http://h', timeout: maybe(1), totalTimeout: maybe(1), retry: maybe(false), hooks: maybe({}) });
createClient({ baseUrl: 'http://h', retry: { count: maybe(1), base: 1, cap: 1 } });
createClient({ baseUrl: 'http://h', hooks: { request: ({ operation }) => ({ 'x-operation': operation }) } });
await getItem(client, ids, { timeout: maybe(1), totalTimeout: 1, retry: maybe({ count: 1 }) });
// @ts-expect-error retries are on unless they are off
createClient({ baseUrl: 'http://h', retry: true });
// @ts-expect-error hooks and token are for all calls
await getItem(client, ids, { hooks: {} });
// @ts-expect-error no such setting
await getItem(client, ids, { retry: { times: 3 } });
// @ts-expect-error a hook returns headers
createClient({ baseUrl: 'http://h', hooks: { request: () => 7 } });
if (isTimeoutError(error)) same<TimeoutError>()<typeof error>();

// Pages
for await (const one of paginate(client, listItems, { page_size: 1 }, { limit: maybe(3), prefetch: true })) {
  same<Item>()<typeof one>();
}
for await (const one of paginate(client, listPages, {})) same<Item>()<typeof one>();
for await (const page of paginate(client, listPages, {}).pages()) same<number>()<typeof page.total_pages>();
for await (const row of paginate(client, listRows, {})) {
  same<string | number | boolean | null>()<typeof row.owner>();
  same<string | number | boolean | null | undefined>()<typeof row.added>();
}
const [row] = tableRows(await listRows(client, {}));
same<string | number | boolean | null | undefined>()<NonNullable<typeof row>['added'] | null>();
// @ts-expect-error not a list
paginate(client, getItem, ids);
// @ts-expect-error the filters are missing
paginate(client, listItems);
// @ts-expect-error no such filter
paginate(client, listItems, { page_size: 1, colour: 'red' });
// @ts-expect-error no such setting
paginate(client, listItems, { page_size: 1 }, { max: 3 });

// Runs
const run: EndedRun = await waitForRun(
  client,
  { tenant_id: 't', workspace_id: 'w', run_id: 'r' },
  { maxWait: maybe(1) },
);
same<string>()<typeof run.finished_at>();
switch (run.status) {
  case 'completed':
    same<NonNullable<EvaluationRun['summary']>>()<typeof run.summary>();
    break;
  case 'failed':
    same<NonNullable<EvaluationRun['error_kind']>>()<typeof run.error_kind>();
    break;
  default:
    same<'cancelled'>()<typeof run.status>();
}
// @ts-expect-error an ended run is not running
run.status === 'running';
// @ts-expect-error only a completed run is known to have a summary
run.summary.passed;
// @ts-expect-error a run is started for an attached evaluation
await runToEnd(client, { tenant_id: 't', workspace_id: 'w' });
