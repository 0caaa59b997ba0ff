/** The list of agents, with filters and an order; an agent with its edges and its neighbourhood; the objects of one edge. */
import {
  type AgentEdge,
  type AgentSort,
  getAgent,
  getNeighbourhood,
  type ListAgentsOrder,
  listAgentEdge,
  listAgents,
  type Neighbourhood,
  type Severity,
} from '@aispm/client';
import { infiniteQueryOptions, queryOptions } from '@aispm/react-query';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { client } from './api.ts';
import { Count, Failure, List } from './components.tsx';
import { toHash, unresolved, useRoute } from './route.ts';

export function Agents() {
  const { get, all } = useRoute();
  const filters = {
    name: get('name'),
    severity: all<Severity>('severity'),
    sort: get<AgentSort>('sort'),
    order: get<ListAgentsOrder>('order'),
  };
  const query = useInfiniteQuery(
    infiniteQueryOptions(client, listAgents, { ...filters, page_size: 7, include_total: true }),
  );
  const change = (changed: object) => location.assign(toHash('agents', { ...filters, ...changed }));
  return (
    <>
      <label>
        Name{' '}
        <input defaultValue={filters.name} onChange={({ target }) => change({ name: target.value || undefined })} />
      </label>
      <label>
        Severity{' '}
        <select
          value={filters.severity?.[0] ?? ''}
          onChange={({ target }) => change({ severity: target.value || undefined })}
        >
          <option value="">any</option>
          <option>critical</option>
          <option>high</option>
        </select>
      </label>
      <label>
        Order{' '}
        <select value={filters.order ?? 'ASC'} onChange={({ target }) => change({ order: target.value })}>
          <option>ASC</option>
          <option>DESC</option>
        </select>
      </label>
      <List
        title="Agents"
        query={query}
        columns={['Name', 'Models', 'Tools', 'MCP servers', 'Sub-agents', 'Issues', 'Critical']}
        row={(agent) => {
          const path = `agents/${agent.aispm_object_id}`;
          const issues = { aispm_object_id: agent.aispm_object_id };
          return [
            <a key="name" href={toHash(path)}>
              {agent.aispm_friendly_name}
            </a>,
            <Count key="models" of={agent.model_count} path={`${path}/models`} />,
            <Count key="tools" of={agent.tool_count} path={`${path}/tools`} />,
            <Count key="servers" of={agent.mcp_server_count} path={`${path}/mcp_servers`} />,
            <Count key="agents" of={agent.sub_agent_count} path={`${path}/sub_agents`} />,
            <Count key="issues" of={agent.total_issues_count} path="issues" filters={unresolved(undefined, issues)} />,
            <Count
              key="critical"
              of={agent.critical_issues_count}
              path="issues"
              filters={unresolved(['critical'], issues)}
            />,
          ];
        }}
      />
    </>
  );
}

/** Returns the number of neighbors of an object in the graph, by edge. */
function countNeighbours({ root_id, edges }: Neighbourhood, nodes: Map<string, string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { from_id, edge, to_id } of edges) {
    if (from_id !== root_id && to_id !== root_id) continue;
    const isOutgoing = from_id === root_id;
    const name = edge === 'sub_agents' && !isOutgoing ? 'parent_agents' : isOutgoing ? edge : `${nodes.get(from_id)}s`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

export function Agent({ id }: { id: string }) {
  const agent = useQuery(queryOptions(client, getAgent, { id }));
  const graph = useQuery(queryOptions(client, getNeighbourhood, { id, max_nodes: 500 }));
  const [root] = graph.data?.nodes ?? [];
  if (!agent.data || !graph.data || !root) return <Failure error={agent.error ?? graph.error} />;
  const types = new Map(graph.data.nodes.map((node) => [node.aispm_object_id, node.object_type]));
  const shown = countNeighbours(graph.data, types);
  return (
    <>
      <h1>{agent.data.aispm_friendly_name}</h1>
      <table aria-label="Edges">
        <tbody>
          {Object.entries(root.degrees).map(([edge, degree]) => (
            <tr key={edge}>
              <th>{edge}</th>
              <td>
                <Count of={degree} path={`agents/${id}/${edge}`} />
              </td>
              <td>
                <Count of={shown.get(edge) ?? 0} path={`agents/${id}/${edge}`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <table aria-label="Neighbourhood">
        <tbody>
          {graph.data.nodes.map((node) => {
            const of =
              node.object_type === 'asset'
                ? { asset_id: node.aispm_object_id }
                : { aispm_object_id: node.aispm_object_id };
            return (
              <tr key={node.aispm_object_id}>
                <th>{node.aispm_friendly_name}</th>
                <td>{node.object_type}</td>
                <td>
                  <Count of={node.total_issues_count} path="issues" filters={unresolved(undefined, of)} />
                </td>
                <td>
                  <Count of={node.critical_issues_count} path="issues" filters={unresolved(['critical'], of)} />
                </td>
                <td>
                  <Count of={node.high_issues_count} path="issues" filters={unresolved(['high'], of)} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

export function Edge({ id, edge }: { id: string; edge: AgentEdge }) {
  const query = useInfiniteQuery(
    infiniteQueryOptions(client, listAgentEdge, { id, edge, page_size: 5, include_total: true }),
  );
  return (
    <List
      title={edge}
      query={query}
      columns={['Name', 'Type', 'Evidence', 'Critical', 'High']}
      row={(object) => {
        const of =
          object.object_type === 'asset'
            ? { asset_id: object.aispm_object_id }
            : { aispm_object_id: object.aispm_object_id };
        return [
          object.aispm_friendly_name,
          object.object_type,
          object.evidence,
          <Count
            key="critical"
            of={object.critical_issues_count}
            path="issues"
            filters={unresolved(['critical'], of)}
          />,
          <Count key="high" of={object.high_issues_count} path="issues" filters={unresolved(['high'], of)} />,
        ];
      }}
    />
  );
}
