/** Checks of lists: pages, filters, order. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type Endpoint,
  idOf,
  type Json,
  type List,
  listOf,
  type Parameter,
  rowsOf,
  successOf,
  TENANT,
  WORKSPACE,
} from '../endpoint.js';
import { fault, remark, show } from '../form.js';
import type { Cell } from '../results.js';
import { type Answer, type Suite, seenBy } from '../suite.js';
import { NO_FILTERS } from './catalogue.js';

/** Most pages of one walk. A list that is longer is walked in part. */
const MAX_PAGES = 20;
/** How many starting points of a list are tried until one has rows enough. */
const MAX_STARTS = 10;

/** A list with a place to look at it from. */
interface Subject {
  endpoint: Endpoint;
  list: List;
  cell: Cell;
  path: Json;
  /** The first page, as it comes without being asked for anything. */
  first: Answer;
  rows: Json[];
}

/** Goes through lists that have rows. */
async function eachList(
  suite: Suite,
  endpoints: readonly Endpoint[],
  check: string,
  work: (subject: Subject) => Promise<void>,
): Promise<void> {
  await suite.each(endpoints, async (endpoint) => {
    const cell = suite.cell(endpoint.id, check);
    const list = listOf(endpoint) as List;
    const { sets, reason } = await suite.pathSets(endpoint, MAX_STARTS);
    if (reason) return cell.skip(reason.kind, reason.text);
    let best: Subject | undefined;
    for (const path of sets) {
      const first = seenBy(cell, await suite.page(endpoint, path));
      if (first.status !== successOf(endpoint).status) continue;
      const rows = rowsOf(first.body, list);
      if (!best || rows.length > best.rows.length) best = { endpoint, list, cell, path, first, rows };
      if (best.rows.length > 1) break;
    }
    if (!best || best.rows.length === 0) {
      const isOwn = sets.some((path) => Object.values(path).includes(suite.name));
      return isOwn && !suite.options.write
        ? cell.skip('excluded', 'needs --write')
        : cell.skip('no-data', best ? 'the list is empty' : 'the list cannot be read');
    }
    await work(best);
  });
}

/** What a walk has seen. */
export interface Walk {
  rows: Json[];
  /** Whether it came to the end of the list. */
  isComplete: boolean;
  /** Whether every page could be read. */
  isRight: boolean;
  last: Answer | undefined;
}

/** Walks through a list, at most {@link MAX_PAGES} pages. */
export async function walk(
  suite: Suite,
  { endpoint, list, cell, path }: Pick<Subject, 'endpoint' | 'list' | 'cell' | 'path'>,
  query: Json,
  note?: string,
): Promise<Walk> {
  const rows: Json[] = [];
  let position: Json = {};
  for (let number = 1; number <= MAX_PAGES; number++) {
    const request = suite.request(endpoint, path, { query: { ...query, ...position } });
    const page = await suite.send(cell, endpoint, request, {
      statuses: [successOf(endpoint).status],
      ...(note !== undefined && { note }),
    });
    if (!page.isRight) return { rows, isComplete: false, isRight: false, last: page };
    rows.push(...rowsOf(page.body, list));
    const { cursor, total_pages } = page.json;
    const isLast = list.paging === 'cursor' ? cursor === '' : number >= Number(total_pages);
    if (isLast) return { rows, isComplete: true, isRight: true, last: page };
    position = list.paging === 'cursor' ? { cursor } : { page: number + 1 };
  }
  return { rows, isComplete: false, isRight: true, last: undefined };
}

/** Walks through every list in small pages. */
export async function paging(suite: Suite, endpoints: readonly Endpoint[]): Promise<void> {
  await eachList(suite, endpoints, 'paging', async (subject) => {
    const { endpoint, list, first, rows } = subject;
    // Four pages at least, where there are rows for it, and a page that is not full at the end.
    const size = Math.max(1, Math.ceil(rows.length / 4) - (rows.length % 4 === 0 && rows.length > 4 ? 1 : 0));
    await checkPages(suite, subject, size);
    const ids = rows.map((row) => idOf(row, list));
    const walked = await walk(suite, subject, { page_size: size });
    if (!walked.isRight) return;
    checkUnique(subject, walked, first);
    const seen = new Set(walked.rows.map((row) => idOf(row, list)));
    const missing = walked.isComplete ? ids.filter((id) => !seen.has(id)) : [];
    first.note(missing.length === 0, () =>
      remark(
        'body',
        `/${list.field}`,
        `a walk by pages of ${size} that shows every row of the first page`,
        `without ${show(missing)}`,
      ),
    );
    if (list.paging === 'cursor') await checkCursors(suite, subject, size);
    else await checkLastPage(suite, subject);
    if (takes(endpoint, 'include_total')) await checkTotal(suite, subject, walked);
    else if (walked.isComplete) {
      const name = 'total' in first.json ? 'total' : 'total_count';
      first.note(first.json[name] === walked.rows.length, () =>
        fault('body', `/${name}`, `${walked.rows.length}, as many as the walk shows`, first.json[name]),
      );
    }
  });
}

/** The page size holds, and a page says so. */
async function checkPages(suite: Suite, { endpoint, list, cell, path, rows }: Subject, size: number): Promise<void> {
  const request = suite.request(endpoint, path, { query: { page_size: size } });
  const page = await suite.send(cell, endpoint, request, { statuses: [successOf(endpoint).status] });
  if (!page.isRight) return;
  const shown = rowsOf(page.body, list);
  const wanted = Math.min(size, rows.length);
  page.note(shown.length === wanted, () => remark('body', `/${list.field}`, `${wanted} rows`, `${shown.length} rows`));
  if ('page_size' in page.json) {
    page.note(page.json.page_size === size, () => fault('body', '/page_size', String(size), page.json.page_size));
  }
}

/** No row comes twice. */
function checkUnique({ list }: Subject, { rows }: Walk, answer: Answer): void {
  const seen = new Set<string>();
  const repeated = new Set(rows.map((row) => idOf(row, list)).filter((id) => seen.size === seen.add(id).size));
  answer.note(repeated.size === 0, () =>
    remark(
      'body',
      `/${list.field}`,
      'a walk by pages that shows every row once',
      `${show([...repeated])} more than once`,
    ),
  );
}

/** A cursor goes for its own list, workspace and filters only. */
async function checkCursors(suite: Suite, subject: Subject, size: number): Promise<void> {
  const { endpoint, cell, path, list } = subject;
  const send = (query: Json, note: string) =>
    suite.send(cell, endpoint, suite.request(endpoint, path, { query }), { statuses: [400], note });
  await send({ cursor: `none-${randomUUID()}` }, 'a cursor that nobody gave out');
  const request = suite.request(endpoint, path, { query: { page_size: size } });
  const page = await suite.send(cell, endpoint, request, { statuses: [successOf(endpoint).status] });
  const { cursor } = page.json;
  if (!page.isRight || !cursor) return;
  const own = rowsOf(page.body, list)[0] as Json;
  const filter = filtersOf(endpoint).find(({ parameter }) => textFilter(parameter) !== undefined);
  if (filter) {
    await send(
      { cursor, page_size: size, [filter.parameter.name]: show(idOf(own, list)).slice(1, 9) },
      'a cursor of another filter',
    );
  }
  const other = suite.endpoints.find(
    (one) => one.id !== endpoint.id && listOf(one)?.paging === 'cursor' && isBelowScope(one.path),
  );
  if (!other) return;
  const elsewhere = suite.request(
    other,
    { [TENANT]: suite.scope[TENANT], [WORKSPACE]: suite.scope[WORKSPACE] },
    { query: { cursor } },
  );
  await suite.send(cell, other, elsewhere, { statuses: [400], note: `a cursor of ${endpoint.id}` });
}

/** Whether a path needs nothing but the tenant and the workspace. */
function isBelowScope(path: string): boolean {
  return (
    [...path.matchAll(/\{([^}]+)\}/g)].every(([, name]) => name === TENANT || name === WORKSPACE) &&
    path.includes(TENANT)
  );
}

/** The page after the last one is empty. */
async function checkLastPage(suite: Suite, { endpoint, list, cell, path, first }: Subject): Promise<void> {
  const after = Number(first.json.total_pages) + 1;
  const request = suite.request(endpoint, path, { query: { page: after } });
  const page = await suite.send(cell, endpoint, request, { statuses: [successOf(endpoint).status] });
  if (!page.isRight) return;
  const shown = rowsOf(page.body, list).length;
  page.note(shown === 0, () => remark('body', `/${list.field}`, 'no rows after the last page', `${shown} rows`));
  page.note(page.json.page === after, () => fault('body', '/page', String(after), page.json.page));
}

/** `total` is there when asked for, and only then. */
async function checkTotal(suite: Suite, subject: Subject, walked: Walk): Promise<void> {
  const { endpoint, cell, path, first } = subject;
  first.note(!('total' in first.json), () =>
    fault('body', '/total', 'no total that nobody asked for', first.json.total),
  );
  const count = async () => {
    const request = suite.request(endpoint, path, { query: { include_total: true } });
    return suite.send(cell, endpoint, request, { statuses: [successOf(endpoint).status] });
  };
  const counted = await count();
  if (!counted.isRight) return;
  const { total } = counted.json;
  if (!walked.isComplete) {
    counted.note(Number(total) >= walked.rows.length, () =>
      fault('body', '/total', `${walked.rows.length} or more`, total),
    );
    return;
  }
  if (total === walked.rows.length) {
    counted.note(true, () => fault('body', '/total', '', total));
    return;
  }
  // Rows may have come or gone in between; a difference that stays is none of that.
  const again = await walk(suite, subject, {});
  const recounted = await count();
  recounted.note(!again.isRight || !again.isComplete || recounted.json.total === again.rows.length, () =>
    fault('body', '/total', `${again.rows.length}, as many as the walk shows`, recounted.json.total),
  );
}

function takes({ parameters }: Endpoint, name: string): boolean {
  return parameters.some((one) => one.in === 'query' && one.name === name);
}

interface Filter {
  parameter: Parameter;
  /** The schema of one value. */
  value: Parameter['schema'];
}

function filtersOf({ parameters }: Endpoint): Filter[] {
  return parameters
    .filter((one) => one.in === 'query' && !NO_FILTERS.has(one.name))
    .map((parameter) => ({ parameter, value: parameter.schema.items ?? parameter.schema }));
}

/** A filter that takes any text. */
function textFilter({ schema }: Parameter): Parameter['schema'] | undefined {
  const value = schema.items ?? schema;
  return value.type === 'string' && !value.enum && !value.format && !value.pattern ? value : undefined;
}

/** Tries every filter with values that rows have, and with one that nothing has. */
export async function filters(suite: Suite, endpoints: readonly Endpoint[]): Promise<void> {
  await eachList(suite, endpoints, 'filters', async (subject) => {
    for (const filter of filtersOf(subject.endpoint)) {
      const { value } = filter;
      if (value.format === 'date-time') await filterByTime(suite, subject, filter);
      else if (value.type === 'boolean') await filterByFlag(suite, subject, filter);
      else await filterByValue(suite, subject, filter);
    }
  });
}

async function select(suite: Suite, subject: Subject, query: Json): Promise<{ answer: Answer; rows: Json[] }> {
  const { endpoint, cell, path, list } = subject;
  const request = suite.request(endpoint, path, { query });
  const answer = await suite.send(cell, endpoint, request, { statuses: [successOf(endpoint).status] });
  return { answer, rows: answer.isRight ? rowsOf(answer.body, list) : [] };
}

/** The field of a row that a filter looks at; undefined when the row does not show it. */
function fieldOf({ list, rows }: Subject, { parameter: { name }, value }: Filter): string | undefined {
  const properties = list.row?.properties ?? {};
  const names = list.row ? Object.keys(properties) : Object.keys(rows[0] ?? {});
  const sameValues = (one: string) => {
    const schema = properties[one]?.items ?? properties[one];
    return value.enum?.every((word) => schema?.enum?.includes(word)) === true && one.endsWith(`_${name}`);
  };
  return [name, `${name}s`].find((one) => names.includes(one)) ?? names.find(sameValues);
}

async function filterByValue(suite: Suite, subject: Subject, filter: Filter): Promise<void> {
  const { list, rows } = subject;
  const { name } = filter.parameter;
  const isText = textFilter(filter.parameter) !== undefined && filter.parameter.schema.type === 'string';
  const field = fieldOf(subject, filter);
  const row = rows.find((one) => field !== undefined && valuesOf(one[field]).length > 0);
  if (field !== undefined && row) {
    const [wanted] = valuesOf(row[field]);
    const { answer, rows: found } = await select(suite, subject, { [name]: wanted });
    if (!answer.isRight) return;
    // A text filter may look at several fields, and finds parts of them.
    const isFit = (one: Json) => (isText ? hasText(one, String(wanted)) : valuesOf(one[field]).includes(wanted));
    checkSelection(answer, list, found, isFit, `${field} ${show(wanted)}`);
    const id = idOf(row, list);
    answer.note(found.some((one) => idOf(one, list) === id) || (await hasMoved(suite, subject, row, field)), () =>
      remark(
        'body',
        `/${list.field}`,
        `row ${id}, which has ${field} ${show(wanted)}`,
        `${found.length} rows without it`,
      ),
    );
  } else if (name === 'name') await filterByName(suite, subject, name);
  if (filter.value.enum) {
    await filterByAbsentValue(suite, subject, name, field, filter.value.enum);
    return;
  }
  const nobodys = unusedValue(filter.value);
  if (nobodys === undefined) return;
  const { answer, rows: none } = await select(suite, subject, { [name]: nobodys });
  if (!answer.isRight) return;
  answer.note(none.length === 0, () =>
    remark('body', `/${list.field}`, `no rows for ${name} that nothing has`, `${none.length} rows`),
  );
}

/** A value that nothing has, in the form that the contract wants; undefined when it wants another form. */
function unusedValue({ pattern, maxLength = Number.POSITIVE_INFINITY }: Parameter['schema']): string | undefined {
  const id = randomUUID();
  const digits = id.replaceAll('-', '');
  return [id, digits, `x${digits}`].find(
    (value) => value.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(value)),
  );
}

/** Whether a row has another value by now: what is under way moves between two requests. */
async function hasMoved(suite: Suite, subject: Subject, row: Json, field: string): Promise<boolean> {
  const { list } = subject;
  const { rows } = await select(suite, subject, {});
  const now = rows.find((one) => idOf(one, list) === idOf(row, list));
  return now !== undefined && !isDeepStrictEqual(now[field], row[field]);
}

/** A value that no row shown so far has: where all rows are alike, any other value tells a filter that does nothing. */
async function filterByAbsentValue(
  suite: Suite,
  subject: Subject,
  name: string,
  field: string | undefined,
  values: unknown[],
): Promise<void> {
  const { list, rows } = subject;
  if (field === undefined) return;
  const absent = values.find((value) => !rows.some((row) => valuesOf(row[field]).includes(value)));
  if (absent === undefined) return;
  const { answer, rows: found } = await select(suite, subject, { [name]: absent });
  if (!answer.isRight) return;
  checkSelection(answer, list, found, (row) => valuesOf(row[field]).includes(absent), `${field} ${show(absent)}`);
}

/** A filter on names: part of the name of a row, in the other case. */
async function filterByName(suite: Suite, subject: Subject, name: string): Promise<void> {
  const { list, rows } = subject;
  const [row] = rows as [Json];
  const text = Object.entries(row).find(([field, one]) => /(^|_)name$/.test(field) && typeof one === 'string')?.[1];
  if (typeof text !== 'string') return;
  const part = text.slice(1).toUpperCase() || text;
  const { answer, rows: found } = await select(suite, subject, { [name]: part });
  if (!answer.isRight) return;
  checkSelection(answer, list, found, (one) => hasText(one, part), `a field with ${show(part)}`);
  const id = idOf(row, list);
  answer.note(
    found.some((one) => idOf(one, list) === id),
    () =>
      remark(
        'body',
        `/${list.field}`,
        `row ${id}, whose name has ${show(part)} in another case`,
        `${found.length} rows without it`,
      ),
  );
}

async function filterByTime(suite: Suite, subject: Subject, { parameter: { name } }: Filter): Promise<void> {
  const { list, rows } = subject;
  const field = name === 'updated_since' ? 'updated_at' : 'started_at';
  const times = rows.map((row) => String(row[field])).sort((a, b) => Date.parse(a) - Date.parse(b));
  const wanted = times[Math.floor(times.length / 2)];
  if (wanted === undefined || Number.isNaN(Date.parse(wanted))) return;
  const isUpper = name.startsWith('end');
  const { answer, rows: found } = await select(suite, subject, { [name]: wanted });
  if (!answer.isRight) return;
  const isFit = (one: Json) => {
    const difference = Date.parse(String(one[field])) - Date.parse(wanted);
    return isUpper ? difference <= 0 : difference >= 0;
  };
  checkSelection(answer, list, found, isFit, `${field} ${isUpper ? 'not after' : 'not before'} ${wanted}`);
}

/** A filter that is true or false: by its field where rows show it; otherwise the two have no row in common. */
async function filterByFlag(suite: Suite, subject: Subject, filter: Filter): Promise<void> {
  const { list, rows } = subject;
  const { name, schema } = filter.parameter;
  const field = fieldOf(subject, filter);
  const yes = await select(suite, subject, { [name]: true });
  const no = await select(suite, subject, { [name]: false });
  if (!yes.answer.isRight || !no.answer.isRight) return;
  const ids = (found: Json[]) => new Set(found.map((row) => idOf(row, list)));
  if (field !== undefined) {
    checkSelection(yes.answer, list, yes.rows, (row) => row[field] === true, `${field} true`);
    checkSelection(no.answer, list, no.rows, (row) => row[field] === false, `${field} false`);
    return;
  }
  const isWhole = (answer: Answer) => answer.json.cursor === '';
  if (schema.default === false) {
    // It adds rows: without it there are fewer.
    const more = ids(yes.rows);
    const lost = isWhole(yes.answer) ? rows.map((row) => idOf(row, list)).filter((id) => !more.has(id)) : [];
    yes.answer.note(lost.length === 0, () =>
      remark('body', `/${list.field}`, 'all rows that are there without it', `without ${show(lost)}`),
    );
    return;
  }
  const [positive, negative] = [ids(yes.rows), ids(no.rows)];
  const both = [...positive].filter((id) => negative.has(id));
  yes.answer.note(both.length === 0, () =>
    fault('body', `/${list.field}`, `no row that ${name}=false shows as well`, show(both)),
  );
  if (!isWhole(yes.answer) || !isWhole(no.answer)) return;
  const neither = rows.map((row) => idOf(row, list)).filter((id) => !positive.has(id) && !negative.has(id));
  no.answer.note(neither.length === 0, () =>
    remark('body', `/${list.field}`, `every row with ${name}=true or ${name}=false`, `${show(neither)} with neither`),
  );
}

function checkSelection(answer: Answer, list: List, rows: Json[], isFit: (row: Json) => boolean, wanted: string): void {
  const index = rows.findIndex((row) => !isFit(row));
  answer.note(index === -1, () => fault('body', `/${list.field}/${index}`, `only rows with ${wanted}`, rows[index]));
}

function valuesOf(value: unknown): unknown[] {
  return [value].flat().filter((one) => one !== null && one !== undefined);
}

function hasText(row: Json, text: string): boolean {
  return Object.values(row).some((one) => typeof one === 'string' && one.toLowerCase().includes(text.toLowerCase()));
}

/** Sorts by everything that can be sorted by, in both directions. */
export async function order(suite: Suite, endpoints: readonly Endpoint[]): Promise<void> {
  await eachList(suite, endpoints, 'order', async (subject) => {
    const { endpoint, list, rows, cell } = subject;
    const sort = endpoint.parameters.find((one) => one.in === 'query' && one.name === 'sort');
    const columns = sort?.schema.enum as string[] | undefined;
    if (rows.length < 2) return cell.skip('no-data', 'a single row has no order');
    for (const column of columns ?? [undefined]) {
      const query = column === undefined ? {} : { sort: column };
      const up = await walk(suite, subject, { ...query, order: 'ASC' });
      const down = await walk(suite, subject, { ...query, order: 'DESC' });
      if (!up.last?.isRight || !down.last?.isRight || !up.isComplete || !down.isComplete) continue;
      const name = column ?? sortedBy(rows);
      if (name === undefined) continue;
      const values = (found: Json[]) =>
        found.map((row) => row[name]).filter((one) => one !== null && one !== undefined);
      const [rising, falling] = [values(up.rows), values(down.rows)];
      down.last.note(isDeepStrictEqual(rising, falling.toReversed()), () =>
        fault('body', `/${list.field}`, `${name} from last to first: ${show(rising.toReversed())}`, falling),
      );
      const numbers = rising.map(comparable);
      const drop = numbers.findIndex((one, index) => index > 0 && one < (numbers[index - 1] as number));
      up.last.note(drop === -1, () => fault('body', `/${list.field}`, `${name} rising`, rising));
    }
  });
}

/** What a list without `sort` is ordered by: its name, else when it was created, else its position. */
function sortedBy(rows: Json[]): string | undefined {
  return ['name', 'prompt_index', 'created_at'].find((name) => rows.some((row) => name in row));
}

/** A value that can be compared: a number or an instant. Texts and severities have an order of their own: all equal. */
function comparable(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : 0;
}
