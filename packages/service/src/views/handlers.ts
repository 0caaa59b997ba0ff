/** Operations on saved views and their exports. */
import { ApiError, notFound } from '../http/errors.ts';
import type { Handlers, OperationRequest } from '../http/operation.ts';
import { cursorPage } from '../lists/cursor-page.ts';
import { checkView } from './check.ts';
import { viewExports } from './export-job.ts';
import { countParts, findExport, isActive, readPart, startExport, toExport } from './exports.ts';
import { FILE_FORMS, fileName } from './files.ts';
import { deleteView, findView, insertView, viewList } from './views.ts';

/** When to ask again after an export that goes on, in seconds. */
const POLL_AFTER = { 'retry-after': '1' };

export const viewHandlers = {
  listViews: async (request) => ({ status: 200, body: await cursorPage(viewList, request) }),

  async createView({ body, scope, url, database }) {
    checkView(body);
    const view = await database((db) => insertView(db, scope, body));
    return { status: 201, headers: { location: `${url}/${view.id}` }, body: view };
  },

  async getView({ path, scope, database }) {
    const view = await database((db) => findView(db, scope, path.id));
    if (!view) throw notFound();
    return { status: 200, body: view };
  },

  async deleteView({ path, scope, database }) {
    if (!(await database((db) => deleteView(db, scope, path.id)))) {
      throw new ApiError(404, 'There is no such view. If you deleted it a moment ago, that has worked.');
    }
    return { status: 204 };
  },

  async exportView({ path, scope, transaction, afterCommit, services }) {
    const { row, isNew } = await transaction(async (db) => {
      if (!(await findView(db, scope, path.id))) throw notFound();
      return startExport(db, scope, path.id);
    });
    const { tenantId, workspaceId } = scope;
    const reference = { tenantId, workspaceId, id: row.export_workflow_id };
    if (isNew) afterCommit(() => void services.jobs.enqueue(viewExports, reference));
    return { status: 200, body: toExport(path.id, row) };
  },

  async getViewExport({ path, scope, database }) {
    const found = await database((db) => findExport(db, scope, path.id, path.export_workflow_id));
    if (!found) throw notFound();
    return { status: 200, headers: isActive(found) ? POLL_AFTER : {}, body: toExport(path.id, found) };
  },

  async downloadViewExport(request) {
    const { path, scope, query, database } = request;
    const { view, found, parts } = await database(async (db) => ({
      view: await findView(db, scope, path.id),
      found: await findExport(db, scope, path.id, path.export_workflow_id),
      parts: await countParts(db, scope, path.export_workflow_id),
    }));
    if (!view || !found) throw notFound();
    if (isActive(found)) {
      const state = found.export_status === 'queued' ? 'still waits for its turn' : 'is still running';
      throw new ApiError(409, `The export ${state}. Try again in a second.`, {}, POLL_AFTER);
    }
    if (found.export_status === 'failed') {
      throw new ApiError(409, 'The export failed and has no file. Export the view again.');
    }
    if (found.is_expired) {
      throw new ApiError(410, 'The file of this export has expired. Export the view again.');
    }
    const format = query.format ?? 'csv';
    return {
      status: 200,
      headers: {
        'content-type': FILE_FORMS[format].mediaType,
        'content-disposition': `attachment; filename="${fileName(view.name, format)}"`,
      },
      body: contentOf(request, view.columns, parts),
    };
  },
} satisfies Partial<Handlers>;

/** The file, part by part; each is read when the client has taken the one before. */
async function* contentOf(
  { query, path, scope, database }: OperationRequest<'downloadViewExport'>,
  columns: readonly string[],
  parts: number,
): AsyncGenerator<string> {
  const form = FILE_FORMS[query.format ?? 'csv'];
  const head = form.head(columns);
  if (head !== '') yield head;
  for (let part = 0; part < parts; part += 1) {
    const rows = await database((db) => readPart(db, scope, path.export_workflow_id, part));
    // Better a connection that breaks than a file that looks whole.
    if (!rows) throw new Error('The file of an export went while it was downloaded.');
    yield form.rows(columns, rows);
  }
}
