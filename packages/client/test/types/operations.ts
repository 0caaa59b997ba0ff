// Compiled by types.process.test.ts, never run: each line must compile, and each line after "@ts-expect-error" must not.

import type { CreateItemParams, Item, Problem, State } from '../../generated/fixture/operations.schemas.ts';
import {
  createItem,
  deleteItem,
  exportItems,
  getItem,
  listItems,
  listPages,
  listRows,
  updateItem,
} from '../../generated/fixture/operations.ts';
import {
  type ApiError,
  type Client,
  createClient,
  type EndedRun,
  type ErrorReason,
  type EvaluationRun,
  getRule,
  isApiError,
  isTimeoutError,
  listRules,
  paginate,
  type Rule,
  runToEnd,
  type TimeoutError,
  tableRows,
  updateIssue,
  updateIssues,
  waitForRun,
  waitForScan,
  withWorkspace,
} from '../../src/index.ts';

/** Compiles only when both types are identical. */
function expectSame<A>() {
  return <B>(..._: (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? [] : [never]): void =>
    undefined;
}
declare function optional<T>(value: T): T | undefined;
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
// @ts-expect-error a token is a string
createClient({ baseUrl: 'http://h/api', token: 7 });

// The data of a success
const item = await getItem(client, ids);
expectSame<Item>()<typeof item>();
const nothing = await deleteItem(client, ids);
expectSame<undefined>()<typeof nothing>();
const perhaps = await updateItem(client, ids);
expectSame<Item | undefined>()<typeof perhaps>();
const text = await exportItems(client);
expectSame<string>()<typeof text>();

// Parameters
await listItems(client, {
  tag: optional(['a']),
  state: optional<State[]>(['open']),
  archived: optional(true),
  page_size: 7,
});
await listItems(client, { page_size: undefined });
await listItems(client, { state: ['open'], tag: ['a'] } as const);
declare const states: readonly State[];
await listItems(client, { state: states });
await createItem(client, { 'Idempotency-Key': optional('k'), body: { title: 't' } });
await createItem(client, { body: { title: 't', labels: optional(['a']) } });
await createItem(client, { body: { title: 't', place: { shelf: optional(1) } } });
await exportItems(client, {}, { signal: new AbortController().signal, headers: { accept: 'text/csv' } });
await getItem(client, ids, { signal: undefined, headers: { 'x-a': undefined } });
const params: CreateItemParams = { body: { title: 't' } };
await createItem(client, params);

// @ts-expect-error a required parameter is missing
await getItem(client, { folder_id: 'f' });
// @ts-expect-error a required parameter must not be undefined
await getItem(client, { folder_id: 'f', item_id: optional('i') });
// @ts-expect-error parameters are required
await getItem(client);
// @ts-expect-error not a value of the enum
await listItems(client, { state: ['sleeping'] });
// @ts-expect-error an unknown parameter
await listItems(client, { colour: 'red' });
// @ts-expect-error the body is required
await createItem(client, {});
// @ts-expect-error a property of the body is missing
await createItem(client, { body: {} });
// @ts-expect-error an operation without parameters accepts none
await exportItems(client, { page_size: 3 });
// @ts-expect-error an unknown option
await exportItems(client, {}, { timeoutSeconds: 3 });

// Results
const result = await getItem.result(client, ids);
switch (result.status) {
  case 200:
    expectSame<Item>()<typeof result.data>();
    break;
  case 304:
    expectSame<undefined>()<typeof result.data>();
    break;
  case 404:
    expectSame<Problem | undefined>()<typeof result.data>();
    break;
  case 409:
    expectSame<string | undefined>()<NonNullable<typeof result.data>['holder'] | undefined>();
    break;
  case 500:
    expectSame<string | undefined>()<NonNullable<typeof result.data>['message'] | undefined>();
    break;
  case 429: // a protocol response
    expectSame<Problem | undefined>()<typeof result.data>();
    break;
  case 503: // not declared, but possible
    expectSame<unknown>()<typeof result.data>();
    break;
  default:
    expectSame<unknown>()<typeof result.data>();
    // @ts-expect-error 404 has its own case
    result.status === 404;
}
const created = await createItem.result(client, params);
if (created.status === 409) expectSame<Problem | undefined>()<typeof created.data>();
const deleted = await deleteItem.result(client, ids);
// 409 is a protocol response of operations with an idempotency key only
if (deleted.status === 409) expectSame<unknown>()<typeof deleted.data>();
// @ts-expect-error not a status of HTTP
result.status === 600;
// @ts-expect-error the type of the data depends on the status
result.data.title;
if (result.status === 200) {
  expectSame<string>()<typeof result.data.title>();
  expectSame<Headers>()<typeof result.headers>();
}

// Errors
if (isApiError(error)) {
  expectSame<unknown>()<typeof error.body>();
  expectSame<number>()<typeof error.status>();
  expectSame<ErrorReason | undefined>()<typeof error.reason>();
  // @ts-expect-error not a reason
  error.reason === 'none';
}
if (getItem.isError(error)) {
  if (error.status === 404) expectSame<Problem | undefined>()<typeof error.body>();
  if (error.status === 503) expectSame<unknown>()<typeof error.body>();
  const general: ApiError = error;
  // @ts-expect-error a declared success is not an error
  general.status === 200 && error.status === 200;
}

// Metadata
expectSame<'cursor'>()<typeof listItems.metadata.paging>();
expectSame<'numbered'>()<typeof listPages.metadata.paging>();
expectSame<'cursor' | 'numbered' | 'tabular' | undefined>()<typeof getItem.metadata.paging>();

// Options
createClient({
  baseUrl: 'http://h',
  timeout: optional(1),
  totalTimeout: optional(1),
  retry: optional(false),
  hooks: optional({}),
  fetchOptions: optional({ cache: 'no-store', dispatcher: {} }),
});
createClient({ baseUrl: 'http://h', retry: { maxRetries: optional(1), baseDelay: 1, maxDelay: 1 } });
createClient({ baseUrl: 'http://h', hooks: { request: ({ operation }) => ({ 'x-operation': operation }) } });
await getItem(client, ids, { timeout: optional(1), totalTimeout: 1, retry: optional({ maxRetries: 1 }) });
// @ts-expect-error retries are enabled by default
createClient({ baseUrl: 'http://h', retry: true });
// @ts-expect-error hooks and token are options of a client
await getItem(client, ids, { hooks: {} });
// @ts-expect-error an unknown option
await getItem(client, ids, { retry: { times: 3 } });
// @ts-expect-error a hook returns headers
createClient({ baseUrl: 'http://h', hooks: { request: () => 7 } });
if (isTimeoutError(error)) expectSame<TimeoutError>()<typeof error>();

// Pages
for await (const listed of paginate(client, listItems, { page_size: 1 }, { limit: optional(3), prefetch: true })) {
  expectSame<Item>()<typeof listed>();
}
for await (const listed of paginate(client, listPages, {})) expectSame<Item>()<typeof listed>();
for await (const page of paginate(client, listPages, {}).pages()) expectSame<number>()<typeof page.total_pages>();
for await (const row of paginate(client, listRows, {})) {
  expectSame<string | number | boolean | null>()<typeof row.owner>();
  expectSame<string | number | boolean | null | undefined>()<typeof row.added>();
}
const [row] = tableRows(await listRows(client, {}));
expectSame<string | number | boolean | null | undefined>()<NonNullable<typeof row>['added'] | null>();
// @ts-expect-error not a list
paginate(client, getItem, ids);
// @ts-expect-error the parameters are missing
paginate(client, listItems);
// @ts-expect-error an unknown parameter
paginate(client, listItems, { page_size: 1, colour: 'red' });
// @ts-expect-error an unknown option
paginate(client, listItems, { page_size: 1 }, { max: 3 });

// Runs
const run: EndedRun = await waitForRun(
  client,
  { tenant_id: 't', workspace_id: 'w', run_id: 'r' },
  { maxWait: optional(1) },
);
expectSame<string>()<typeof run.finished_at>();
switch (run.status) {
  case 'completed':
    expectSame<NonNullable<EvaluationRun['summary']>>()<typeof run.summary>();
    break;
  case 'failed':
    expectSame<NonNullable<EvaluationRun['error_kind']>>()<typeof run.error_kind>();
    break;
  default:
    expectSame<'cancelled'>()<typeof run.status>();
}
// @ts-expect-error a run that has ended is not running
run.status === 'running';
// @ts-expect-error only a completed run has a summary
run.summary.passed;
// @ts-expect-error a run is started for an attached evaluation
await runToEnd(client, { tenant_id: 't', workspace_id: 'w' });

// Rules between the fields of a body: suppressing an issue requires a reason, no other change accepts one
const issue = { tenant_id: 't', workspace_id: 'w', id: 'i' };
await updateIssue(client, { ...issue, body: { status: 'suppressed', status_reason: 'accepted_risk' } });
await updateIssue(client, { ...issue, body: { status: 'open', status_comment: null }, 'If-Match': '"1"' });
await updateIssue(client, { ...issue, body: { assignee: 'ann@acme.example', due_at: null } });
// @ts-expect-error a suppression without a reason
await updateIssue(client, { ...issue, body: { status: 'suppressed' } });
// @ts-expect-error an open issue has no reason
await updateIssue(client, { ...issue, body: { status: 'open', status_reason: 'fixed' } });
// @ts-expect-error a suppressed issue is not fixed
await updateIssue(client, { ...issue, body: { status: 'suppressed', status_reason: 'fixed' } });
// @ts-expect-error a reason without a status
await updateIssue(client, { ...issue, body: { status_reason: 'accepted_risk' } });
const batch = { tenant_id: 't', workspace_id: 'w' };
const issue_id = 'i';
await updateIssues(client, {
  ...batch,
  body: { updates: [{ issue_id, if_match: '"1"', status: 'suppressed', status_reason: 'duplicate' }] },
});
// @ts-expect-error a suppression without a reason
await updateIssues(client, { ...batch, body: { updates: [{ issue_id, status: 'suppressed' }] } });
// @ts-expect-error an open issue has no reason
await updateIssues(client, { ...batch, body: { updates: [{ issue_id, status: 'open', status_reason: 'fixed' }] } });

// A client that has a workspace
const scoped = withWorkspace(client, { tenant_id: 't', workspace_id: 'w' });
expectSame<Rule>()<Awaited<ReturnType<typeof scopedRule>>>();
const scopedRule = () => getRule(scoped, { rule_id: 'r' });
await listRules(scoped);
await listRules(scoped, { page_size: 10, workspace_id: 'w2', tenant_id: optional('t') });
await getRule.result(scoped, { rule_id: 'r' });
await runToEnd(scoped, { id: 'e' });
await waitForRun(scoped, { run_id: 'r' });
await waitForScan(scoped, { id: 's' });
expectSame<Awaited<ReturnType<typeof listRules>>['items']>()<typeof scopedRules>();
const scopedRules = await paginate(scoped, listRules, { source: ['static'] }).toArray();
// @ts-expect-error another parameter is required as before
await getRule(scoped, { tenant_id: 't' });
// @ts-expect-error a parameter that the operation does not have
await getRule(scoped, { rule_id: 'r', rule: 'r' });
// @ts-expect-error a parameter that the operation does not have
paginate(scoped, listRules, { rule: 'r' });
// @ts-expect-error a client without a workspace needs it in each call
await getRule(client, { rule_id: 'r' });
// @ts-expect-error a client without a workspace needs it in each call
await listRules(client);
// @ts-expect-error a client without a workspace needs it in each call
paginate(client, listRules, {});
// @ts-expect-error a client without a workspace needs it in each call
await waitForRun(client, { run_id: 'r' });
// @ts-expect-error a workspace is inside a tenant
withWorkspace(client, { workspace_id: 'w' });
