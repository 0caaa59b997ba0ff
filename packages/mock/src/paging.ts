/** Cuts the rows of a list into pages, so that a client's pager really pages. */
import { createHash } from 'node:crypto';
import type { IHttpResponse } from '@stoplight/prism-http';
import type { Operation } from './contract.js';
import { isObject, type Json } from './contract-checks.js';
import { ApiError } from './errors.js';
import type { ParsedRequest } from './request.js';

/**
 * Cuts the page that a request asks for out of an answer with all rows. The same answer and request have the same
 * result, as the same object for as long as the answer is.
 *
 * @param request valid against the contract
 * @throws {ApiError} 400 when the cursor belongs to another list, workspace or filter, or is none
 */
export type Pager = (answer: IHttpResponse, request: ParsedRequest) => IHttpResponse;

/** Query parameters that say which page; all others say what is in the list. */
const PAGE_PARAMETERS = new Set(['cursor', 'page', 'page_size', 'include_total']);

/** Most pages of one answer that are kept. */
const MAX_PAGES = 500;

/** The part of a list that a request asks for. */
interface Window {
  offset: number;
  size: number;
}

/**
 * Makes the pager of an operation.
 *
 * @returns undefined when the operation does not take `page_size` with `cursor` or `page`
 */
export function createPager(operation: Operation): Pager | undefined {
  const parameters = operation.request?.query ?? [];
  const takes = (name: string) => parameters.some((parameter) => parameter.name === name);
  const defaultSize = Number(parameters.find(({ name }) => name === 'page_size')?.schema?.default);
  if (!defaultSize || !(takes('cursor') || takes('page'))) return undefined;
  const cut = takes('cursor') ? cutByCursor : cutByNumber;
  const readsTotal = takes('include_total');
  const kept = new WeakMap<IHttpResponse, Map<string, IHttpResponse>>();

  return (answer, request) => {
    const { body } = answer;
    const field = rowsField(body);
    if (!isObject(body) || field === undefined) return answer;
    const pages = kept.get(answer) ?? new Map<string, IHttpResponse>();
    const key = JSON.stringify([request.path, request.query]);
    const known = pages.get(key);
    if (known) return known;
    const page = { ...answer, body: cut(body, field, request, defaultSize, readsTotal) };
    if (pages.size >= MAX_PAGES) pages.clear();
    kept.set(answer, pages.set(key, page));
    return page;
  };
}

function cutByCursor(
  body: Json,
  field: string,
  request: ParsedRequest,
  defaultSize: number,
  readsTotal: boolean,
): Json {
  const rows = body[field] as unknown[];
  const size = numberOf(request.query.page_size) ?? defaultSize;
  const list = fingerprint(request);
  const offset = request.query.cursor === undefined ? 0 : readCursor(String(request.query.cursor), list);
  const { total: _, ...others } = body;
  return {
    ...others,
    [field]: slice(rows, { offset, size }),
    cursor: offset + size < rows.length ? writeCursor(offset + size, list) : '',
    ...('page_size' in body && { page_size: size }),
    // A list that does not let the client choose always tells it.
    ...('total' in body && !readsTotal && { total: rows.length }),
    ...(readsTotal && request.query.include_total === 'true' && { total: rows.length }),
  };
}

function cutByNumber(body: Json, field: string, { query }: ParsedRequest, defaultSize: number): Json {
  const rows = body[field] as unknown[];
  const size = numberOf(query.page_size) ?? defaultSize;
  const page = numberOf(query.page) ?? 1;
  return {
    ...body,
    [field]: slice(rows, { offset: (page - 1) * size, size }),
    page,
    page_size: size,
    total_count: rows.length,
    total_pages: Math.ceil(rows.length / size),
  };
}

function slice(rows: unknown[], { offset, size }: Window): unknown[] {
  return rows.slice(offset, offset + size);
}

/** The field that has the rows: `items` of a page, `rows` of a table. */
function rowsField(body: unknown): string | undefined {
  return isObject(body) ? ['items', 'rows'].find((name) => Array.isArray(body[name])) : undefined;
}

function numberOf(value: string | string[] | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

/** What a cursor belongs to: the path, with its tenant and workspace, and the filters. */
function fingerprint({ path, query }: ParsedRequest): string {
  const filters = Object.entries(query)
    .filter(([name]) => !PAGE_PARAMETERS.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([path, filters]))
    .digest('base64url')
    .slice(0, 16);
}

function writeCursor(offset: number, list: string): string {
  return Buffer.from(`${offset}.${list}`).toString('base64url');
}

function readCursor(cursor: string, list: string): number {
  const [, offset, owner] = /^([1-9]\d{0,8})\.(.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (offset === undefined || owner !== list || writeCursor(Number(offset), list) !== cursor) {
    const message = 'must be the cursor of a page of this list with the same filters';
    throw new ApiError(400, `The request is not valid: query/cursor ${message}.`, {
      details: [{ location: 'query/cursor', message }],
    });
  }
  return Number(offset);
}
