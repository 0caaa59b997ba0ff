/** The lists of the inventory without a dedicated screen. */
import { listAispmAssets, listLocations, listMcpServers, listModels, listTools } from '@aispm/client';
import { infiniteQueryOptions } from '@aispm/react-query';
import { useInfiniteQuery } from '@tanstack/react-query';
import { client } from './api.ts';
import { List } from './components.tsx';
import { useRoute } from './route.ts';

const params = { page_size: 20, include_total: true };

function Models() {
  const query = useInfiniteQuery(infiniteQueryOptions(client, listModels, params));
  return <List title="Models" query={query} columns={['Name']} row={(model) => [model.aispm_friendly_name]} />;
}

function Tools() {
  const query = useInfiniteQuery(infiniteQueryOptions(client, listTools, params));
  return <List title="Tools" query={query} columns={['Name']} row={(tool) => [tool.aispm_friendly_name]} />;
}

/** Views of MCP servers link here with their filter. */
function McpServers() {
  const has_issues = useRoute().get('has_issues');
  const filters = has_issues === undefined ? {} : { has_issues: has_issues === 'true' };
  const query = useInfiniteQuery(infiniteQueryOptions(client, listMcpServers, { ...filters, ...params }));
  return <List title="MCP servers" query={query} columns={['Name']} row={(server) => [server.aispm_friendly_name]} />;
}

function Assets() {
  const query = useInfiniteQuery(infiniteQueryOptions(client, listAispmAssets, params));
  return <List title="Assets" query={query} columns={['Name']} row={(asset) => [asset.asset_name]} />;
}

function Locations() {
  const query = useInfiniteQuery(infiniteQueryOptions(client, listLocations, params));
  return <List title="Locations" query={query} columns={['Name']} row={(location) => [location.aispm_friendly_name]} />;
}

export const OBJECT_SCREENS = {
  models: Models,
  tools: Tools,
  mcp_servers: McpServers,
  assets: Assets,
  locations: Locations,
};
