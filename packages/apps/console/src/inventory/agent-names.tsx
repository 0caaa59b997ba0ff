import { listAgents } from '@aispm/client';
import { queryKey } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { useWorkspaceClient } from '../api/api.tsx';
import { RowLink } from '../app/row-link.tsx';
import { loadContract } from '../list/load-contract.ts';
import { Untrusted } from '../text/untrusted.tsx';
import { ShortId } from '../ui/short-id.tsx';

type Names = ReadonlyMap<string, string>;

/** For how long names are taken as current, in milliseconds. */
const FRESH_MS = 60_000;

const NO_NAMES: Names = new Map();

/** The names of agents by ID, for the rows of lists. */
export const AgentNames = createContext(NO_NAMES);

/**
 * The names of agents by ID: one request for as many agents, deleted ones included, as the contract allows at once. Others stay unnamed.
 *
 * @param isNeeded whether a list shows agents
 */
export function useAgentNames(isNeeded: boolean): Names {
  const client = useWorkspaceClient();
  const params = { include_deleted: true };
  const { data = NO_NAMES } = useQuery({
    queryKey: queryKey(client, listAgents, params),
    queryFn: async ({ signal }) => {
      const { pageSize } = await loadContract('listAgents');
      return listAgents(client, { ...params, page_size: pageSize }, { signal });
    },
    select: toNames,
    staleTime: FRESH_MS,
    enabled: isNeeded,
  });
  return data;
}

function toNames({ items }: Awaited<ReturnType<typeof listAgents>>): Names {
  return new Map(items.map((agent) => [agent.aispm_object_id, agent.aispm_friendly_name]));
}

/** An agent in a row of a list: its name, or its ID while that is not known, as a link to it. */
export function ListedAgent({ id }: { id: string }) {
  const name = useContext(AgentNames).get(id);
  return (
    <RowLink to={`agents/${encodeURIComponent(id)}`}>
      {name === undefined ? <ShortId id={id} /> : <Untrusted text={name} />}
    </RowLink>
  );
}
