/** Generates assets, their locations, and the objects in them. */
import { Findings, fromNode, Graph, type Relation } from '../../bundled/domain.ts';
import type { JsonObject } from '../../bundled/openapi.ts';
import { countRelations, listGraphObjects, NODE_LISTS } from '../counts.ts';
import { createName, type NamedType } from '../names.ts';
import { type Vary, varyAgent, varyAsset, varyLocation, varyMcpServer, varyModel, varyTool } from '../variations.ts';
import { createRecords, type Generation, identify, recordsOf, relate, templateOf, templatesOf } from './context.ts';

/** Adds assets, each with a location. */
export function addAssets(generation: Generation): void {
  const { rows } = generation.options;
  createRecords(generation, 'listAispmAssets', rows, (template, index) =>
    varyAsset(template, identify(generation, createName('asset', index))),
  );
  const assetTemplates = templatesOf(generation, 'listAispmAssets');
  const locations = templatesOf(generation, 'listLocations');
  const locationsOf = assetTemplates.map(({ asset_id }) =>
    locations.filter((location) => location.asset_id === asset_id),
  );
  generation.lists.listLocations = recordsOf(generation, 'listAispmAssets').map((asset, index) => {
    const own = locationsOf[index % assetTemplates.length] ?? [];
    const template =
      own[Math.floor(index / assetTemplates.length) % own.length] ?? templateOf(generation, 'listLocations', index);
    const location = varyLocation(template, asset, identify(generation, ''));
    relate(generation, { from: location, edge: 'assets', to: asset, evidence: 'declared' });
    return location;
  });
}

/** Assigns an object to an asset and its location. */
function place(generation: Generation, object: JsonObject, index: number): void {
  const [assets, locations] = [recordsOf(generation, 'listAispmAssets'), recordsOf(generation, 'listLocations')];
  const [asset, location] = [assets[index % assets.length], locations[index % locations.length]];
  if (asset) relate(generation, { from: object, edge: 'assets', to: asset, evidence: 'declared' });
  if (location) relate(generation, { from: object, edge: 'locations', to: location, evidence: 'declared' });
}

/** Adds the objects of the graph, their relations, and the counts of relations. */
export function addObjects(generation: Generation): void {
  const { rows } = generation.options;
  const random = generation.random;
  const vary = (type: NamedType, create: Vary) => (template: JsonObject, index: number) =>
    create(template, identify(generation, createName(type, index)));
  const servers = createRecords(generation, 'listMcpServers', rows, vary('mcp_server', varyMcpServer));
  const models = createRecords(generation, 'listModels', rows, vary('model', varyModel));
  const varyAnyTool = vary('tool', varyTool);
  const tools = createRecords(generation, 'listTools', rows, (template, index) => {
    const server = template.mcp_server_id === null ? undefined : random.pick(servers);
    const tool = { ...varyAnyTool(template, index), mcp_server_id: server?.aispm_object_id ?? null };
    if (server) relate(generation, { from: server, edge: 'tools', to: tool, evidence: 'both' });
    return tool;
  });
  const agents = createRecords(generation, 'listAgents', rows, vary('agent', varyAgent));
  for (const objects of [servers, models, tools, agents])
    for (const [index, object] of objects.entries()) place(generation, object, index);
  for (const [index, from] of agents.entries()) {
    const use = (edge: Relation['edge'], targets: readonly JsonObject[], most: number) => {
      for (const to of new Set(Array.from({ length: 1 + random.integer(most) }, () => random.pick(targets))))
        relate(generation, { from, edge, to, evidence: 'both' });
    };
    use('models', models, 2);
    use('tools', tools, 3);
    if (random.next() < 0.6) use('mcp_servers', servers, 2);
    const others = agents.slice(index + 1, index + 20);
    if (others.length > 0 && random.next() < 0.2) use('sub_agents', others, 1);
  }
  // Counts are only known when all relations are.
  const graph = new Graph(listGraphObjects(generation.lists, new Findings([])), generation.relations);
  for (const name of NODE_LISTS)
    for (const record of recordsOf(generation, name)) Object.assign(record, countRelations(fromNode(record), graph));
}
