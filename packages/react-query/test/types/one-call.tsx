import { createClient, listRules } from '@aispm/client';
import { queryOptions } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';

const client = createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 't' });

export function useRuleNames(): string[] | undefined {
  const { data } = useQuery(queryOptions(client, listRules, { tenant_id: 't1', workspace_id: 'w1' }));
  return data?.items.map(({ rule_name }) => rule_name);
}
