import { staticRules } from '@aispm/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refreshWorkspaces } from '../../src/composition/workspaces.ts';
import { SAMPLE_WORKSPACE, sampleData } from '../../src/demo/sample-data.ts';
import { seedSampleData } from '../../src/demo/seed.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { getJson, startService, type TestService } from '../service.ts';

const T = `/tenants/${SAMPLE_WORKSPACE.tenantId}/workspaces/${SAMPLE_WORKSPACE.workspaceId}`;

describeOnDatabases('the list of rules', (kind) => {
  let service: TestService;
  let token: string;
  const get = (path: string) => getJson(service, `/rules${T}${path}`, token);
  const ids = async (query: string) => (await get(query)).body.items.map((rule: { rule_id: string }) => rule.rule_id);

  beforeAll(async () => {
    service = await startService(kind);
    await seedSampleData(service.database);
    token = await service.key([SAMPLE_WORKSPACE]);
  });
  afterAll(() => service.close());

  it('returns the rules of the sample data', async () => {
    for (const { total_issues_count, updated_at, ...rule } of sampleData.rules) {
      expect(await get(`/${rule.rule_id}`)).toEqual({ status: 200, body: { remediation: null, ...rule } });
    }
    expect((await get('/no-such-rule')).status).toBe(404);
  });

  it('provides the static rules in a new workspace, and updates those of an earlier release at startup', async () => {
    const workspace = { tenantId: 'new', workspaceId: 'empty' };
    const workspaceToken = await service.key([workspace]);
    const read = async () =>
      (await getJson(service, '/rules/tenants/new/workspaces/empty?page_size=100', workspaceToken)).body.items;
    const expected = staticRules.map(({ evaluate: _, ...rule }) =>
      expect.objectContaining({ ...rule, total_issues_count: 0 }),
    );
    const first = await read();
    expect(first).toHaveLength(expected.length);
    expect(first).toEqual(expect.arrayContaining(expected));
    await service.database.system(async (db) => {
      await db
        .updateTable('rules')
        .set({ severity: 'info' })
        .where('tenant_id', '=', 'new')
        .where('rule_id', '=', 'mcp-server-without-auth')
        .execute();
      await db
        .deleteFrom('rules')
        .where('tenant_id', '=', 'new')
        .where('rule_id', '=', 'model-without-license')
        .execute();
    });
    await refreshWorkspaces(service.database);
    const updated = await read();
    expect(updated).toEqual(expect.arrayContaining(expected));
    // Rules that were up to date aren't written.
    const changed = ['mcp-server-without-auth', 'model-without-license'];
    const others = (rules: { rule_id: string }[]) => rules.filter(({ rule_id }) => !changed.includes(rule_id));
    expect(others(updated)).toEqual(others(first));
  });

  it('counts the unresolved issues of each rule', async () => {
    const { body } = await get('?page_size=100');
    const listed = new Map(body.items.map((rule: { rule_id: string }) => [rule.rule_id, rule]));
    for (const rule of sampleData.rules) expect(listed.get(rule.rule_id)).toEqual({ remediation: null, ...rule });
  });

  it.each([
    ['?source=external', ['semgrep.prompt-injection-sink']],
    ['?rule_name=WITHOUT%20auth', ['mcp-server-without-auth']],
    ['?rule_name=mcp%25AUTH', ['mcp-server-without-auth']],
    ['?rule_name=with__t%20auth', ['mcp-server-without-auth']],
    ['?rule_name=without%5C%25', []],
    ['?rule_name=with%5C_ut', []],
    ['?rule_name=auth%5C', []],
    ['?object_type=model&object_type=location&source=static', ['unpinned-model-revision', 'model-without-license']],
  ])('filters rules by %s', async (query, expected) => {
    const sampleRules = new Set(sampleData.rules.map(({ rule_id }) => rule_id));
    expect((await ids(query)).filter((id: string) => sampleRules.has(id))).toEqual(expected);
  });

  it('rejects an unknown source', async () => {
    expect(await get('?source=internal')).toMatchObject({
      status: 400,
      body: { details: { 'query/source': 'must be one of static, external, got "internal"' } },
    });
  });
});
