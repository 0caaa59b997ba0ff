import { runPrepared } from '../../platform/database/prepared.ts';
import { notFound } from '../../platform/http/errors/errors.ts';
import type { Handlers, OperationRequest } from '../../platform/http/operation.ts';
import { cursorPage } from '../../platform/lists/cursor-page.ts';
import { countRows } from '../../platform/lists/list.ts';
import { ASSET_HEADER, assetList, assetTable, selectAssets, toAsset, toCells } from './assets.ts';
import { locationList, selectLocations, toLocation } from './locations.ts';
import {
  agentList,
  mcpServerList,
  modelList,
  type Records,
  type RecordType,
  selectRecords,
  toolList,
  toRecord,
} from './records.ts';
import { toObjectETag, updateObject, updateObjects } from './update-object.ts';

type GetOperation = 'getAgent' | 'getModel' | 'getTool' | 'getMcpServer';

/** The response of operations that return one record. */
interface RecordResponse<Type extends RecordType> {
  status: 200;
  headers: { etag: string };
  body: Records[Type];
}

/** Creates the handler that returns one record by its identifier, including deleted ones. */
function createGetHandler<Type extends RecordType>(type: Type) {
  return async ({ path, scope, read }: OperationRequest<GetOperation>): Promise<RecordResponse<Type>> => {
    const [row] = await read((db) =>
      runPrepared(db, type, { scope, path }, (parameters) =>
        selectRecords(db, parameters.scope, type).where('aispm_object_id', '=', parameters.path.id),
      ),
    );
    if (!row) throw notFound();
    return { status: 200, headers: { etag: toObjectETag(row) }, body: toRecord<Type>(row) };
  };
}

type UpdateOperation = 'updateAgent' | 'updateModel' | 'updateTool' | 'updateMcpServer';

/** Creates the handler that changes labels and owners of one record. */
function createUpdateHandler<Type extends RecordType>(type: Type) {
  return async (request: OperationRequest<UpdateOperation>): Promise<RecordResponse<Type>> => {
    const { path, headers, body, scope, transaction } = request;
    const row = await transaction(async (db) => {
      await updateObject(db, { scope, type, id: path.id }, body, headers['if-match']);
      return selectRecords(db, scope, type).where('aispm_object_id', '=', path.id).executeTakeFirstOrThrow();
    });
    return { status: 200, headers: { etag: toObjectETag(row) }, body: toRecord<Type>(row) };
  };
}

async function findAsset({ path, scope, read }: OperationRequest<'getAsset' | 'getAispmAsset'>) {
  const [row] = await read((db) =>
    runPrepared(db, 'asset', { scope, path }, (parameters) =>
      selectAssets(db, parameters.scope).where('aispm_object_id', '=', parameters.path.id),
    ),
  );
  if (!row) throw notFound();
  return row;
}

export const inventoryHandlers = {
  listAgents: async (request) => ({ status: 200, body: await cursorPage(agentList, request) }),
  listModels: async (request) => ({ status: 200, body: await cursorPage(modelList, request) }),
  listTools: async (request) => ({ status: 200, body: await cursorPage(toolList, request) }),
  listMcpServers: async (request) => ({ status: 200, body: await cursorPage(mcpServerList, request) }),
  getAgent: createGetHandler('agent'),
  getModel: createGetHandler('model'),
  getTool: createGetHandler('tool'),
  getMcpServer: createGetHandler('mcp_server'),
  updateAgent: createUpdateHandler('agent'),
  updateModel: createUpdateHandler('model'),
  updateTool: createUpdateHandler('tool'),
  updateMcpServer: createUpdateHandler('mcp_server'),
  updateObjects: async ({ scope, body: { updates }, transaction }) => {
    const body = await transaction((db) => updateObjects(db, scope, updates));
    const updated = body.results.filter(({ status }) => status === 'updated');
    return { status: 200, body, affected: updated.map(({ aispm_object_id }) => aispm_object_id) };
  },

  listAssets: async (request) => {
    const { scope, path, query, database } = request;
    const { items, cursor, total } = await cursorPage(assetTable, {
      ...request,
      query: { ...query, include_total: true },
    });
    const total_sampling = await database((db) => countRows(assetTable, db, { scope, path, filters: {} }));
    return { status: 200, body: { header: ASSET_HEADER, rows: items, cursor, total: total ?? 0, total_sampling } };
  },
  getAsset: async (request) => {
    const row = await findAsset(request);
    return {
      status: 200,
      body: { header: ASSET_HEADER, rows: [toCells(row)], cursor: '', total: 1, total_sampling: 1 },
    };
  },
  listAispmAssets: async (request) => ({ status: 200, body: await cursorPage(assetList, request) }),
  getAispmAsset: async (request) => ({ status: 200, body: toAsset(await findAsset(request)) }),

  listLocations: async (request) => ({ status: 200, body: await cursorPage(locationList, request) }),
  getLocation: async ({ path, scope, read }) => {
    const [row] = await read((db) =>
      runPrepared(db, 'location', { scope, path }, (parameters) =>
        selectLocations(db, parameters.scope).where('aispm_object_id', '=', parameters.path.id),
      ),
    );
    if (!row) throw notFound();
    return { status: 200, body: toLocation(row) };
  },
} satisfies Partial<Handlers>;
