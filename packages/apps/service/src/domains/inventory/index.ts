/** Inventory: agents, models, tools, MCP servers, assets and locations. */
export { ASSET_HEADER, assetTable } from './assets.ts';
export { inventoryHandlers } from './handlers.ts';
export { locationList } from './locations.ts';
export { agentList, mcpServerList, modelList, toolList } from './records.ts';
export { findObjectsByName } from './search.ts';
export { getUnknownWords } from './unknown-fields.ts';
