// A page of Next.js: the server requests its data and renders it, and a button in the browser requests the data again.
import { createClient, listRules } from '@aispm/client';
import type { Rule } from '@aispm/types';
import { useState } from 'react';

interface Props {
  baseUrl: string;
  rules: Rule[];
}

async function loadRules(baseUrl: string): Promise<Rule[]> {
  const client = createClient({ baseUrl, token: 'any-key' });
  return (await listRules(client, { tenant_id: 't1', workspace_id: 'w1' })).items;
}

export async function getServerSideProps({ query }: { query: { baseUrl: string } }): Promise<{ props: Props }> {
  return { props: { baseUrl: query.baseUrl, rules: await loadRules(query.baseUrl) } };
}

export default function Page({ baseUrl, rules }: Props) {
  const [reloaded, setReloaded] = useState<Rule[]>();
  return (
    <main>
      <ul>
        {rules.map((rule) => (
          <li key={rule.rule_id}>{rule.rule_name}</li>
        ))}
      </ul>
      <button type="button" onClick={async () => setReloaded(await loadRules(baseUrl))}>
        Reload
      </button>
      {reloaded && <output>{JSON.stringify(reloaded.map((rule) => rule.rule_name))}</output>}
    </main>
  );
}
