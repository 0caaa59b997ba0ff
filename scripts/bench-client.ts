/**
 * How much time the built client adds to a bare `fetch`, in one process, with a stubbed `fetch` that makes a real
 * `Response`. Both take turns in batches of 50 calls; the ratio is the median over the pairs of batches.
 *
 * Usage: npm run bench:client
 */
import { type Client, createAgentEvaluation, createClient, getRule, listRules } from '@aispm/client';

const rounds = 400;
const batch = 50;
const baseUrl = 'http://stub/api/v1';
const place = { tenant_id: 't1', workspace_id: 'w1' };
const list = `${baseUrl}/rules/tenants/t1/workspaces/w1`;
const authorization = 'Bearer t';

interface Case {
  name: string;
  body: string;
  status: number;
  bare: (send: typeof fetch) => Promise<Response>;
  ours: (client: Client) => Promise<unknown>;
}

const rule = { rule_id: 'r1', rule_name: 'Rule', rule_description: 'd'.repeat(300), remediation: null };
const attached = { agent_id: 'a1', evaluation_id: 'e1', schedule: 'weekly' } as const;
const cases: Case[] = [
  {
    name: 'GET one',
    body: JSON.stringify(rule),
    status: 200,
    bare: (send) => send(`${list}/${encodeURIComponent(rule.rule_id)}`, { method: 'GET', headers: { authorization } }),
    ours: (client) => getRule(client, { ...place, rule_id: rule.rule_id }),
  },
  {
    name: 'GET list of 20',
    body: JSON.stringify({ items: Array.from({ length: 20 }, () => rule), cursor: '', page_size: 20 }),
    status: 200,
    bare: (send) => send(`${list}?page_size=20`, { method: 'GET', headers: { authorization } }),
    ours: (client) => listRules(client, { ...place, page_size: 20 }),
  },
  {
    name: 'POST',
    body: JSON.stringify(attached),
    status: 201,
    bare: (send) =>
      send(`${baseUrl}/eval/agent-evaluations/tenants/t1/workspaces/w1`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify(attached),
      }),
    ours: (client) => createAgentEvaluation(client, { ...place, body: attached }),
  },
];

/** Nanoseconds for each call of a batch. */
async function time(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let index = 0; index < batch; index += 1) await call();
  return ((performance.now() - start) / batch) * 1e6;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

async function measure({ name, body, status, bare, ours }: Case): Promise<object> {
  const stub = async () => new Response(body, { status, headers: { 'content-type': 'application/json' } });
  const client = createClient({ baseUrl, token: 't', fetch: stub });
  const byHand = async () => {
    const response = await bare(stub);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response.json();
  };
  const withClient = () => ours(client);
  const pairs: [bare: number, ours: number][] = [];
  for (let round = -50; round < rounds; round += 1) {
    const pair: [number, number] = [await time(byHand), await time(withClient)];
    if (round >= 0) pairs.push(pair);
  }
  return {
    case: name,
    'bare, ns': Math.round(median(pairs.map(([it]) => it))),
    'client, ns': Math.round(median(pairs.map(([, it]) => it))),
    ratio: Number(median(pairs.map(([one, other]) => other / one)).toFixed(2)),
  };
}

const table: object[] = [];
for (const one of cases) table.push(await measure(one));
console.table(table);
