import { getAgent, listAgents } from '@aispm/client';
import { queryKey, queryOptions } from '@aispm/react-query';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useState } from 'react';
import { useWorkspaceClient } from '../api/api.tsx';
import type { TableRow } from '../contract/table-row.ts';
import { RowLink } from '../links/row-link.tsx';
import { Untrusted } from '../text/untrusted.tsx';
import { ShortId } from '../ui/short-id.tsx';
import { type KnownAgents, loadAgentNames, NO_AGENTS } from './load-agent-names.ts';

/** The names of agents by ID, for the rows of lists. */
export const AgentNames = createContext(NO_AGENTS.names);

/**
 * The names of agents by ID. Names are cached for all lists of the session, and each page of rows loads missing ones.
 *
 * @param rows the last page of rows, if it shows agents
 * @param page identifies the page
 * @param maxRequests how many further requests are allowed
 */
export function useAgentNames(
  rows: readonly TableRow[] | undefined,
  page: readonly unknown[],
  maxRequests: number,
): KnownAgents['names'] {
  const client = useWorkspaceClient();
  const queries = useQueryClient();
  // Not nested under the key of agents, because changing an agent would reload all pages of names.
  const key = ['agent-names', ...queryKey(client, listAgents, {})];
  const { data = NO_AGENTS } = useQuery<KnownAgents>({
    queryKey: key,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useQuery({
    queryKey: [...key, ...page],
    queryFn: async ({ signal }) => {
      const known = queries.getQueryData<KnownAgents>(key) ?? NO_AGENTS;
      queries.setQueryData(key, await loadAgentNames(client, rows ?? [], known, maxRequests, signal));
      return null;
    },
    enabled: rows !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // The next visit loads further names.
    gcTime: 0,
  });
  return data.names;
}

/** Links to an agent by name, or by ID until the user hovers over or focuses the link. */
export function ListedAgent({ id }: { id: string }) {
  const name = useContext(AgentNames).get(id);
  if (name === undefined) return <UnnamedAgent id={id} />;
  return (
    <RowLink to={`agents/${encodeURIComponent(id)}`}>
      <Untrusted text={name} />
    </RowLink>
  );
}

/** Requests the name on hover or focus. The linked screen needs the same request. */
function UnnamedAgent({ id }: { id: string }) {
  const client = useWorkspaceClient();
  const [isNeeded, setNeeded] = useState(false);
  const { data } = useQuery({ ...queryOptions(client, getAgent, { id }), enabled: isNeeded });
  return (
    <RowLink to={`agents/${encodeURIComponent(id)}`} onApproach={() => setNeeded(true)}>
      {data === undefined ? <ShortId id={id} /> : <Untrusted text={data.aispm_friendly_name} />}
    </RowLink>
  );
}
