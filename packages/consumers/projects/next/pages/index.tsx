// A page as Next.js has them: fetched on the server, shown there and in the browser, and fetched again from there.
import { createClient, listRules } from '@aispm/client';
import type { Rule } from '@aispm/types';
import { useState } from 'react';

interface Props {
  baseUrl: string;
  rules: Rule[];
}

async function load(baseUrl: string): Promise<Rule[]> {
  const client = createClient({ baseUrl, token: 't' });
  return (await listRules(client, { tenant_id: 't1', workspace_id: 'w1' })).items;
}

export async function getServerSideProps({ query }: { query: { baseUrl: string } }): Promise<{ props: Props }> {
  return { props: { baseUrl: query.baseUrl, rules: await load(query.baseUrl) } };
}

export default function Page({ baseUrl, rules }: Props) {
  const [again, setAgain] = useState<Rule[]>();
  return (
    <main>
      <ul>
        {rules.map((rule) => (
          <li key={rule.rule_id}>{rule.rule_name}</li>
        ))}
      </ul>
      <button type="button" onClick={async () => setAgain(await load(baseUrl))}>
        Load again
      </button>
      {again && <output>{JSON.stringify(again.map((rule) => rule.rule_name))}</output>}
    </main>
  );
}
