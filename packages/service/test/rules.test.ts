import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedStory } from '../src/demo/seed.ts';
import { STORY_WORKSPACE, story } from '../src/demo/story.ts';
import { staticRules } from '../src/rules/static/index.ts';
import { refreshWorkspaces } from '../src/workspaces/workspaces.ts';
import { DATABASES } from './databases/databases.ts';
import { getJson, startService, type TestService } from './service.ts';

const T = `/tenants/${STORY_WORKSPACE.tenantId}/workspaces/${STORY_WORKSPACE.workspaceId}`;

describe.each(DATABASES)('rules on %s', (kind) => {
  let service: TestService;
  let token: string;
  const get = (path: string) => getJson(service, `/rules${T}${path}`, token);
  const ids = async (query: string) => (await get(query)).body.items.map((rule: { rule_id: string }) => rule.rule_id);

  beforeAll(async () => {
    service = await startService(kind);
    await seedStory(service.database);
    token = await service.key([STORY_WORKSPACE]);
  });
  afterAll(() => service.close());

  test('each rule is there as the story has it', async () => {
    for (const { issues_count, updated_at, ...rule } of story.rules) {
      expect(await get(`/${rule.rule_id}`)).toEqual({ status: 200, body: { remediation: null, ...rule } });
    }
    expect((await get('/no-such-rule')).status).toBe(404);
  });

  test("a new workspace has the service's own rules, and a start renews what an earlier release left", async () => {
    const workspace = { tenantId: 'new', workspaceId: 'empty' };
    const own = await service.key([workspace]);
    const read = async () =>
      (await getJson(service, '/rules/tenants/new/workspaces/empty?page_size=100', own)).body.items;
    const ours = staticRules.map(({ evaluate: _, ...rule }) => expect.objectContaining({ ...rule, issues_count: 0 }));
    const first = await read();
    expect(first).toHaveLength(ours.length);
    expect(first).toEqual(expect.arrayContaining(ours));
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
    const renewed = await read();
    expect(renewed).toEqual(expect.arrayContaining(ours));
    // What was as it should be stays untouched.
    const changed = ['mcp-server-without-auth', 'model-without-license'];
    const others = (rules: { rule_id: string }[]) => rules.filter(({ rule_id }) => !changed.includes(rule_id));
    expect(others(renewed)).toEqual(others(first));
  });

  test('the list counts the issues that are not resolved', async () => {
    const { body } = await get('?page_size=100');
    const listed = new Map(body.items.map((rule: { rule_id: string }) => [rule.rule_id, rule]));
    for (const rule of story.rules) expect(listed.get(rule.rule_id)).toEqual({ remediation: null, ...rule });
  });

  test.each([
    ['?source=external', ['semgrep.prompt-injection-sink']],
    ['?rule_name=WITHOUT%20auth', ['mcp-server-without-auth']],
    ['?rule_name=a_b', []],
    ['?object_type=model&object_type=location&source=static', ['unpinned-model-revision', 'model-without-license']],
  ])('a list with %s', async (query, expected) => {
    const wanted = new Set(story.rules.map(({ rule_id }) => rule_id));
    expect((await ids(query)).filter((id: string) => wanted.has(id))).toEqual(expected);
  });

  test('a source that there is none of is answered with 400', async () => {
    expect(await get('?source=internal')).toMatchObject({
      status: 400,
      body: { details: { 'query/source': 'must be one of static, external, got "internal"' } },
    });
  });
});
