import { prepared } from '../database/prepared.ts';
import { notFound } from '../http/errors.ts';
import type { Answer, Handlers, OperationRequest } from '../http/operation.ts';
import { cursorPage } from '../lists/cursor-page.ts';
import { count } from '../lists/list.ts';
import { assetList, assets, HEADER, toCells } from './assets.ts';
import { locationList, locations, toLocation } from './locations.ts';
import { agentList, mcpServerList, modelList, type NodeType, nodes, toolList, toRecord } from './nodes.ts';

type GetNode = 'getAgent' | 'getModel' | 'getTool' | 'getMcpServer';

/** Gets one record of a kind by its identifier, a deleted one too. */
function getNode(type: NodeType) {
  return async <Id extends GetNode>({ path, scope, database }: OperationRequest<Id>): Promise<Answer<Id>> => {
    const [row] = await database((db) =>
      prepared(db, type, { scope, path: path as { id: string } }, (of) =>
        nodes(db, of.scope, type).where('aispm_object_id', '=', of.path.id),
      ),
    );
    if (!row) throw notFound();
    return { status: 200, body: toRecord(row) } as unknown as Answer<Id>;
  };
}

export const inventoryHandlers = {
  listAgents: async (request) => ({ status: 200, body: await cursorPage(agentList, request) }),
  listModels: async (request) => ({ status: 200, body: await cursorPage(modelList, request) }),
  listTools: async (request) => ({ status: 200, body: await cursorPage(toolList, request) }),
  listMcpServers: async (request) => ({ status: 200, body: await cursorPage(mcpServerList, request) }),
  getAgent: getNode('agent'),
  getModel: getNode('model'),
  getTool: getNode('tool'),
  getMcpServer: getNode('mcp_server'),

  listAssets: async (request) => {
    const { scope, path, query, database } = request;
    const { items, cursor, total } = await cursorPage(assetList, {
      ...request,
      query: { ...query, include_total: true },
    } as never);
    const total_sampling = await database((db) => count(assetList, db, { scope, path, filters: {} }));
    return { status: 200, body: { header: HEADER, rows: items, cursor, total: total ?? 0, total_sampling } };
  },
  getAsset: async ({ path, scope, database }) => {
    const [row] = await database((db) =>
      prepared(db, 'asset', { scope, path }, (of) => assets(db, of.scope).where('aispm_object_id', '=', of.path.id)),
    );
    if (!row) throw notFound();
    return { status: 200, body: { header: HEADER, rows: [toCells(row)], cursor: '', total: 1, total_sampling: 1 } };
  },

  listLocations: async (request) => ({ status: 200, body: await cursorPage(locationList, request) }),
  getLocation: async ({ path, scope, database }) => {
    const [row] = await database((db) =>
      prepared(db, 'location', { scope, path }, (of) =>
        locations(db, of.scope).where('aispm_object_id', '=', of.path.id),
      ),
    );
    if (!row) throw notFound();
    return { status: 200, body: toLocation(row) };
  },
} satisfies Partial<Handlers>;
