/** Records, snapshots, scenarios and faults of a mock in another process, over HTTP. */
import { createMock, type Mock } from '@aispm/mock';
import { describe, expect, it } from 'vitest';
import { BASE, expectError, ORIGIN, TOKEN } from './support.ts';

const SCOPE = '/tenants/halden-freight/workspaces/production';

type Row = Record<string, unknown>;

/** Sends a control request. */
async function control(mock: Mock, method: string, path: string, body?: unknown): Promise<Response> {
  return mock.fetch(`${ORIGIN}/__mock/${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
}

const readJson = async (response: Response) => (await response.json()) as Row;
const read = async (mock: Mock, path: string) => mock.fetch(`${BASE}${path}`, { headers: TOKEN });
const names = async (mock: Mock) =>
  ((await readJson(await read(mock, `/aispm-agents${SCOPE}`))).items as Row[]).map(
    (agent) => agent.aispm_friendly_name,
  );

describe('/__mock/data', () => {
  it('creates, reads, changes, relates and deletes records', async () => {
    const mock = await createMock({ scenario: 'empty', stateful: true });
    const create = async (list: string, fields: Row, related?: Row) => {
      const response = await control(mock, 'POST', `data/${list}`, { fields, ...(related && { related }) });
      expect(response.status, await response.clone().text()).toBe(201);
      return { record: await readJson(response), location: String(response.headers.get('location')) };
    };
    const { record: model } = await create('models', { aispm_friendly_name: 'Night Model' });
    const { record: tool } = await create('tools', {});
    const { location } = await create('agents', { aispm_friendly_name: 'Clerk' }, { models: [model.aispm_object_id] });
    const path = location.replace('/__mock/', '');
    expect(await readJson(await control(mock, 'GET', path))).toMatchObject({ model_count: 1, tool_count: 0 });
    expect((await control(mock, 'PUT', `${path}/tools/${tool.aispm_object_id}`)).status).toBe(204);
    expect(await readJson(await control(mock, 'PATCH', path, { aispm_friendly_name: 'Day Clerk' }))).toMatchObject({
      tool_count: 1,
    });
    expect(await names(mock)).toEqual(['Day Clerk']);
    expect((await control(mock, 'DELETE', `${path}/tools/${tool.aispm_object_id}`)).status).toBe(204);
    expect(await readJson(await control(mock, 'GET', path))).toMatchObject({ tool_count: 0 });
    expect((await control(mock, 'DELETE', path)).status).toBe(204);
    expect((await readJson(await control(mock, 'GET', 'data/agents'))).items).toEqual([]);
  });

  it('changes the records of one workspace', async () => {
    const mock = await createMock({ stateful: true });
    const scope = '?tenant_id=halden-freight&workspace_id=staging';
    await control(mock, 'POST', `data/agents${scope}`, { fields: { aispm_friendly_name: 'Staged' } });
    expect(await names(mock)).not.toContain('Staged');
    const { items } = await readJson(await control(mock, 'GET', `data/agents${scope}`));
    expect((items as Row[]).map((agent) => agent.aispm_friendly_name)).toContain('Staged');
  });

  it.each<[string, string, unknown, number, string]>([
    ['GET', 'data/agents/none', undefined, 404, 'no record "none" in agents'],
    ['PATCH', 'data/agents/none', {}, 404, 'no record "none" in agents'],
    ['DELETE', 'data/agents/none', undefined, 404, 'no record "none" in agents'],
    ['POST', 'data/agents', [], 400, 'must be an object'],
    ['POST', 'data/agents', { aispm_friendly_name: 'x' }, 400, 'an object with fields and related'],
    ['POST', 'data/agents', { fields: { colour: 5 } }, 400, "doesn't conform to the contract"],
    ['POST', 'data/agents', { related: { modells: [] } }, 400, '"modells" isn\'t a relation'],
    ['GET', 'data/agents?workspace=w', undefined, 400, 'query/workspace'],
    ['GET', 'data/agents?tenant_id=a', undefined, 400, 'needs both tenant_id and workspace_id'],
    ['PUT', 'data/agents', {}, 405, 'GET, POST'],
    ['GET', 'data/agent', undefined, 404, 'does not exist'],
    ['GET', 'data/constructor', undefined, 404, 'does not exist'],
  ])('rejects %s /__mock/%s with %j', async (method, path, body, status, message) => {
    const mock = await createMock();
    expect((await expectError(await control(mock, method, path, body), status)).message).toContain(message);
  });
});

describe('/__mock/snapshot', () => {
  it('captures the state, and restores it', async () => {
    const mock = await createMock({ scenario: 'empty', stateful: true });
    await control(mock, 'POST', 'data/agents', { fields: { aispm_friendly_name: 'First' } });
    const snapshot = await readJson(await control(mock, 'GET', 'snapshot'));
    await control(mock, 'POST', 'data/agents', { fields: { aispm_friendly_name: 'Second' } });
    expect((await control(mock, 'PUT', 'snapshot', snapshot)).status).toBe(204);
    expect(await names(mock)).toEqual(['First']);
  });

  it('rejects other values', async () => {
    const mock = await createMock({ stateful: true });
    await expectError(await control(mock, 'PUT', 'snapshot', {}), 400);
    await expectError(await control(mock, 'PUT', 'snapshot'), 400);
  });
});

describe('/__mock/scenario', () => {
  it('starts over with other records', async () => {
    const mock = await createMock({ stateful: true });
    const server = await mock.listen({ port: 0 });
    const put = (body: object) =>
      fetch(`${new URL(server.url).origin}/__mock/scenario`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await put({ scenario: 'empty' })).status).toBe(204);
    expect(await names(mock)).toEqual([]);
    expect((await put({ rows: 7, seed: 'x' })).status).toBe(204);
    expect(await names(mock)).toHaveLength(7);
    expect((await put({ scenario: 'none' })).status).toBe(400);
    expect(await names(mock)).toHaveLength(7);
    expect((await put({ contract: '/etc/passwd' })).status).toBe(400);
    await server.close();
  });
});

describe('/__mock/chaos', () => {
  it('replaces the faults, and lists them', async () => {
    const mock = await createMock({ chaos: 'off' });
    const status = async () => (await read(mock, `/rules${SCOPE}`)).status;
    expect((await control(mock, 'PUT', 'chaos', { chaos: ['listRules:error=1,code=503'] })).status).toBe(204);
    expect(await readJson(await control(mock, 'GET', 'chaos'))).toEqual({ chaos: ['listRules:error=1,code=503'] });
    expect(await status()).toBe(503);
    await expectError(await control(mock, 'PUT', 'chaos', { chaos: ['eror=1'] }), 400);
    await expectError(await control(mock, 'PUT', 'chaos', ['error=1']), 400);
    expect(await status()).toBe(503);
    expect((await control(mock, 'PUT', 'chaos', { chaos: [] })).status).toBe(204);
    expect(await status()).toBe(200);
  });
});

describe('the token of the control API', () => {
  it.each(['data/agents', 'snapshot', 'scenario', 'chaos'])('protects /__mock/%s', async (path) => {
    const mock = await createMock({ control: { token: 'secret' } });
    await expectError(await control(mock, 'GET', path), 401);
  });
});
