/** The operations on saved views and their exports. */
import { FILE_FORMATS, toFileName } from '@aispm/domain';
import { selectionQuery } from '../../platform/http/access/auth.ts';
import { ApiError, notFound } from '../../platform/http/errors/errors.ts';
import type { Handlers, OperationRequest } from '../../platform/http/operation.ts';
import { cursorPage } from '../../platform/lists/cursor-page.ts';
import { checkView } from './check-view.ts';
import { viewExportJob } from './export-job.ts';
import {
  countParts,
  exportList,
  findExport,
  isActive,
  readPart,
  startExport,
  toExport,
  toExportResult,
} from './exports.ts';
import { changeView, deleteView, findView, insertView, toETag, toView, viewList } from './views.ts';

/** Headers of an active export: when clients may read it again, in seconds. */
const RETRY_HEADERS = { 'retry-after': '1' };

export const viewHandlers = {
  listViews: async (request) => ({ status: 200, body: await cursorPage(viewList, request) }),

  async createView({ body, scope, url, query, database }) {
    checkView(body);
    const view = await database((db) => insertView(db, scope, body));
    const headers = { etag: toETag(view), location: `${url}/${view.id}${selectionQuery(query)}` };
    return { status: 201, headers, body: toView(view) };
  },

  async getView({ path, scope, database }) {
    const view = await database((db) => findView(db, scope, path.id));
    if (!view) throw notFound();
    return { status: 200, headers: { etag: toETag(view) }, body: toView(view) };
  },

  async updateView({ path, headers, body, scope, transaction }) {
    const view = await transaction((db) => changeView(db, scope, path.id, body, headers['if-match']));
    return { status: 200, headers: { etag: toETag(view) }, body: toView(view) };
  },

  async deleteView({ path, headers, scope, transaction }) {
    await transaction((db) => deleteView(db, scope, path.id, headers['if-match']));
    return { status: 204 };
  },

  async listViewExports(request) {
    const { path, query, scope, database } = request;
    if (!(await database((db) => findView(db, scope, path.id)))) throw notFound();
    const page = await cursorPage(exportList, request);
    return { status: 200, body: { ...page, items: page.items.map((row) => toExport(row, selectionQuery(query))) } };
  },

  async exportView({ path, query, scope, url, transaction, afterCommit, services }) {
    const { row, isNew } = await transaction(async (db) => {
      const view = await findView(db, scope, path.id);
      if (!view) throw notFound();
      return startExport(db, scope, view);
    });
    if (isNew) afterCommit(() => services.jobs.wake(viewExportJob));
    const selection = selectionQuery(query);
    const location = `${url}/${row.export_workflow_id}${selection}`;
    const headers = { location, ...(isActive(row) && RETRY_HEADERS) };
    return { status: 200, headers, body: toExportResult(row, selection) };
  },

  async getViewExport({ path, query, scope, database }) {
    const found = await database((db) => findExport(db, scope, path.id, path.export_workflow_id));
    if (!found) throw notFound();
    return {
      status: 200,
      headers: isActive(found) ? RETRY_HEADERS : {},
      body: toExport(found, selectionQuery(query)),
    };
  },

  async downloadViewExport(request) {
    const { path, scope, query, database } = request;
    const { found, parts } = await database(async (db) => ({
      found: await findExport(db, scope, path.id, path.export_workflow_id),
      parts: await countParts(db, scope, path.export_workflow_id),
    }));
    if (!found) throw notFound();
    if (isActive(found)) {
      const state = found.export_status === 'queued' ? 'is still queued' : 'is still running';
      throw new ApiError(409, 'export_not_completed', `The export ${state}. Try again in a second.`, {}, RETRY_HEADERS);
    }
    if (found.export_status === 'failed') {
      throw new ApiError(409, 'export_failed', 'The export failed and has no file. Export the view again.');
    }
    if (found.is_expired) {
      throw new ApiError(410, 'export_expired', 'The file of this export has expired. Export the view again.');
    }
    const format = query.format ?? 'csv';
    return {
      status: 200,
      headers: {
        'content-type': FILE_FORMATS[format].mediaType,
        'content-disposition': `attachment; filename="${toFileName(found.view_name, format)}"`,
      },
      body: streamFile(request, found.columns, parts),
    };
  },
} satisfies Partial<Handlers>;

/** Streams a file part by part. Each one is read once the client has received the previous one. */
async function* streamFile(
  { query, path, scope, database }: OperationRequest<'downloadViewExport'>,
  columns: readonly string[],
  parts: number,
): AsyncGenerator<string> {
  const format = FILE_FORMATS[query.format ?? 'csv'];
  const head = format.head(columns);
  if (head !== '') yield head;
  for (let part = 0; part < parts; part += 1) {
    const rows = await database((db) => readPart(db, scope, path.export_workflow_id, part));
    // Abort the connection, so the client doesn't mistake the file for complete.
    if (!rows) throw new Error('The file of the export was deleted during the download.');
    yield format.rows(columns, rows);
  }
}
