import type { EvaluationRun } from '@aispm/types';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createKey } from '../src/composition/workspaces.ts';
import { type DemoAgents, registerDemoAgents, startDemoAgents } from '../src/demo/agents.ts';
import { isDemo, prepareDemo } from '../src/demo/first-start.ts';
import { SAMPLE_WORKSPACE, sampleData } from '../src/demo/sample-data.ts';
import { describeOnDatabases, freshDatabase } from './databases/databases.ts';
import { getJson, startService, type TestService } from './service.ts';
import { TIMEOUT_MS } from './timeouts.ts';

const T = `/tenants/${SAMPLE_WORKSPACE.tenantId}/workspaces/${SAMPLE_WORKSPACE.workspaceId}`;

describeOnDatabases('the agents of the demo', (kind) => {
  let agents: DemoAgents;
  let service: TestService;
  let token: string;
  beforeAll(async () => {
    agents = await startDemoAgents();
    service = await startService(kind, { outgoingHosts: [agents.host] });
    token = (await prepareDemo(service.database)) ?? '';
    // As after an earlier start, at another port.
    await registerDemoAgents(service.database, '127.0.0.1:1');
    await registerDemoAgents(service.database, agents.host);
  });
  afterAll(async () => {
    await service.close();
    await agents.close();
  });

  const readUrls = async (id: string): Promise<string[]> =>
    (await getJson(service, `/aispm-agents${T}/${id}`, token)).body.endpoints.map(({ url }: { url: string }) => url);
  const runToEnd = async (attached: string): Promise<EvaluationRun> => {
    const response = await service.send(`/eval/agent-evaluations${T}/${attached}/run`, { method: 'POST', token });
    const { id } = (await response.json()) as EvaluationRun;
    const read = async () => (await getJson(service, `/eval/evaluation-runs${T}/${id}`, token)).body as EvaluationRun;
    return vi.waitUntil(async () => [await read()].find(({ finished_at }) => finished_at !== null), {
      timeout: TIMEOUT_MS,
    });
  };

  it('are the first endpoints of the agents in the sample data', async () => {
    for (const { aispm_object_id: id, endpoints = [] } of sampleData.agents) {
      const given = endpoints.map(({ url }) => url);
      expect(await readUrls(id)).toEqual([`http://${agents.host}/aispm-demo/${id}/chat`, ...given]);
    }
  });

  it('withstand some attacks but not others, so every attached evaluation ends with a score', {
    tags: ['nightly'],
  }, async () => {
    const probes = sampleData.agentEvaluations.filter(({ evaluation_id }) =>
      sampleData.evaluations.some(({ id, approach }) => id === evaluation_id && approach === 'probe'),
    );
    expect(probes.length).toBeGreaterThan(1);
    for (const { id } of probes) {
      const run = await runToEnd(id);
      expect(run).toMatchObject({ status: 'completed', error_message: null });
      expect(run.score).toBeGreaterThan(0.5);
    }
    const injection = probes.find(({ evaluation_name }) => evaluation_name === 'Prompt injection');
    const { summary } = await runToEnd(injection?.id ?? '');
    const { indirect_injection = 1, role_play = 0 } = summary?.by_category ?? {};
    expect(indirect_injection).toBeLessThan(0.8);
    expect(role_play).toBeGreaterThan(indirect_injection);
  });

  it('only respond to chat completions at their URLs', async () => {
    const url = `http://${agents.host}/aispm-demo/${sampleData.agents[0]?.aispm_object_id}/chat`;
    const post = (address: string, body: string) => fetch(address, { method: 'POST', body });
    const statuses = await Promise.all([
      fetch(url),
      post(`http://${agents.host}/`, '{}'),
      post(url, ''),
      post(url, 'null'),
      post(url, '{"messages":[{"role":"user","content":[]}]}'),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 400, 400, 400]);
    await expect(post(url, 'x'.repeat(2_000_000))).rejects.toThrow();
  });
});

describeOnDatabases('a database', (kind) => {
  it('has the demo from its first start, unless it already had keys', async () => {
    const database = await freshDatabase(kind);
    expect(await isDemo(database)).toBe(true);
    await prepareDemo(database);
    expect(await isDemo(database)).toBe(true);
    await database.close();
    const other = await freshDatabase(kind);
    await createKey(other, { workspaces: [{ tenantId: 'acme', workspaceId: 'main' }] });
    expect(await isDemo(other)).toBe(false);
    await other.close();
  });
});
