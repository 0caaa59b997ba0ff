import { getAgent } from '@aispm/client';
import { queryOptions } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';
import { useWorkspaceClient } from '../api/api.tsx';
import { ObjectLink } from './object-link.tsx';

/** The name of an agent as a link to it; its ID while that is not known. One request. */
export function AgentName({ id }: { id: string }) {
  const { data } = useQuery(queryOptions(useWorkspaceClient(), getAgent, { id }));
  return <ObjectLink objectType="agent" id={id} name={data?.aispm_friendly_name ?? id} />;
}
