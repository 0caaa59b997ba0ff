/** Selects pages of a list, so that clients can follow cursors and page numbers. */
import { createHash } from 'node:crypto';
import type { IHttpResponse } from '@stoplight/prism-http';
import {
  findPaging,
  findRowField,
  INVALID_CURSOR,
  isJsonObject,
  isPagingParameter,
  type JsonObject,
} from '../bundled/openapi.ts';
import type { Operation } from '../core/contract-types.ts';
import { invalidRequestError } from '../core/errors.ts';
import type { ParsedRequest } from '../http/request.ts';

/**
 * Selects the requested page from an output with all rows. For the same output and request, it returns the same
 * object, as long as the output exists.
 *
 * @param request valid against the contract
 * @throws {ApiError} 400 when the cursor is invalid, or belongs to another list, workspace or filter
 */
export type Pager = (output: IHttpResponse, request: ParsedRequest) => IHttpResponse;

/** Maximum number of cached pages per output. */
const MAX_PAGES = 500;

/** The rows of a list and how they are paged. */
interface List {
  body: JsonObject;
  /** The property of the body that contains the rows. */
  rowField: string;
  rows: unknown[];
  defaultSize: number;
  /** Whether clients decide if the total is counted. */
  hasIncludeTotal: boolean;
  /** The cursors of the contract's examples. */
  exampleCursors: ReadonlySet<string>;
}

/**
 * Creates the pager of an operation. It also accepts the cursors of the contract's examples, which users copy
 * from the documentation and tools send: each returns the second page.
 *
 * @returns undefined when the operation doesn't return pages
 */
export function createPager(operation: Operation): Pager | undefined {
  const paging = findPaging((operation.request?.query ?? []).map(({ name, schema }) => ({ name, schema })));
  if (!paging?.defaultSize) return undefined;
  const { kind, defaultSize, hasIncludeTotal } = paging;
  const selectPage = kind === 'cursor' ? selectCursorPage : selectNumberedPage;
  const exampleCursors = listExampleCursors(operation);
  const cache = new WeakMap<IHttpResponse, Map<string, IHttpResponse>>();

  return (output, request) => {
    const { body } = output;
    const rowField = isJsonObject(body) ? findRowField(body) : undefined;
    const rows = isJsonObject(body) && rowField ? body[rowField] : undefined;
    if (!isJsonObject(body) || !rowField || !Array.isArray(rows)) return output;
    const pages = cache.get(output) ?? new Map<string, IHttpResponse>();
    const key = JSON.stringify([request.path, request.query]);
    const known = pages.get(key);
    if (known) return known;
    const list = { body, rowField, rows, defaultSize, hasIncludeTotal, exampleCursors };
    const page = { ...output, body: selectPage(list, request) };
    if (pages.size >= MAX_PAGES) pages.clear();
    cache.set(output, pages.set(key, page));
    return page;
  };
}

function selectCursorPage(list: List, request: ParsedRequest): JsonObject {
  const { rows, rowField, hasIncludeTotal } = list;
  const { query } = request;
  const size = toNumber(query.page_size) ?? list.defaultSize;
  const offset = findOffset(request, size, list);
  const next = offset + size;
  const { total: _, ...others } = list.body;
  // A list without `include_total` always has its total, if any.
  const hasTotal = hasIncludeTotal ? query.include_total === 'true' : 'total' in list.body;
  return {
    ...others,
    [rowField]: rows.slice(offset, next),
    cursor: next < rows.length ? formatCursor(next, computeFingerprint(request)) : '',
    ...('page_size' in list.body && { page_size: size }),
    ...(hasTotal && { total: rows.length }),
  };
}

function findOffset(request: ParsedRequest, size: number, { exampleCursors }: List): number {
  const { cursor } = request.query;
  if (cursor === undefined) return 0;
  return exampleCursors.has(String(cursor)) ? size : parseCursor(String(cursor), computeFingerprint(request));
}

/** Lists the cursors in the examples of an operation's requests and responses. */
function listExampleCursors({ request, responses }: Operation): ReadonlySet<string> {
  const sent = request?.query?.find(({ name }) => name === 'cursor')?.examples ?? [];
  const bodies = responses.flatMap(({ contents = [] }) => contents.flatMap(({ examples = [] }) => examples));
  const returned = bodies.flatMap((body) => ('value' in body && isJsonObject(body.value) ? [body.value.cursor] : []));
  const cursors = [...sent.map((example) => ('value' in example ? example.value : undefined)), ...returned];
  return new Set(cursors.filter((cursor) => typeof cursor === 'string').filter(Boolean));
}

function selectNumberedPage({ body, rows, rowField, defaultSize }: List, { query }: ParsedRequest): JsonObject {
  const size = toNumber(query.page_size) ?? defaultSize;
  const page = toNumber(query.page) ?? 1;
  return {
    ...body,
    [rowField]: rows.slice((page - 1) * size, page * size),
    page,
    page_size: size,
    total_count: rows.length,
    total_pages: Math.ceil(rows.length / size),
  };
}

function toNumber(value: string | string[] | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

/** Identifies the list that a cursor belongs to: by the path, with its tenant and workspace, the filters and the order. */
function computeFingerprint({ path, query }: ParsedRequest): string {
  const filters = Object.entries(query)
    .filter(([name]) => !isPagingParameter(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([path, filters]))
    .digest('base64url')
    .slice(0, 16);
}

function formatCursor(offset: number, fingerprint: string): string {
  return Buffer.from(`${offset}.${fingerprint}`).toString('base64url');
}

function parseCursor(cursor: string, fingerprint: string): number {
  const [, offset, owner] = /^([1-9]\d{0,8})\.(.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (offset === undefined || owner !== fingerprint || formatCursor(Number(offset), fingerprint) !== cursor) {
    throw invalidRequestError([{ location: 'query/cursor', message: INVALID_CURSOR }], 'invalid_cursor');
  }
  return Number(offset);
}
