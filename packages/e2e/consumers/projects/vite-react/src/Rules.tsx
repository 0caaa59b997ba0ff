import { createClient, listRules } from '@aispm/client';
import type { Rule } from '@aispm/types';
import { useEffect, useState } from 'react';

const client = createClient({ baseUrl: import.meta.env.VITE_BASE_URL, token: 'any-key' });

export function Rules() {
  const [rules, setRules] = useState<Rule[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    listRules(client, { tenant_id: 't1', workspace_id: 'w1' }, { signal: controller.signal }).then(
      ({ items }) => setRules(items),
      (error) => {
        if (!controller.signal.aborted) throw error;
      },
    );
    return () => controller.abort();
  }, []);
  return (
    <ul>
      {rules.map((rule) => (
        <li key={rule.rule_id}>{rule.rule_name}</li>
      ))}
    </ul>
  );
}
