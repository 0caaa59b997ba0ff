import { listAgents } from '@aispm/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedStory } from '../src/demo/seed.ts';
import { STORY_WORKSPACE, story } from '../src/demo/story.ts';
import { DATABASES } from './databases/databases.ts';
import { startService, type TestService } from './service.ts';

const T = `/tenants/${STORY_WORKSPACE.tenantId}/workspaces/${STORY_WORKSPACE.workspaceId}`;

describe.each(DATABASES)('the inventory on %s', (kind) => {
  let service: TestService;
  let token: string;
  const get = async (path: string) => {
    const response = await service.send(path, { token });
    // biome-ignore lint/suspicious/noExplicitAny: answers of many operations
    return { status: response.status, body: (await response.json()) as any };
  };
  const names = async (path: string) =>
    (await get(path)).body.items.map((one: { aispm_friendly_name: string }) => one.aispm_friendly_name);

  beforeAll(async () => {
    service = await startService(kind);
    await seedStory(service.database);
    token = await service.key([STORY_WORKSPACE]);
  });
  afterAll(() => service.close());

  test('a client walks a list page by page and sees every record once', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listAgents(service.client(token), {
        tenant_id: STORY_WORKSPACE.tenantId,
        workspace_id: STORY_WORKSPACE.workspaceId,
        page_size: 1,
        ...(cursor && { cursor }),
      });
      seen.push(...page.items.map(({ aispm_friendly_name }) => aispm_friendly_name));
      cursor = page.cursor;
    } while (cursor);
    expect(seen).toEqual(['Claims Triage', 'Customs Desk', 'Document Reader', 'Shipment Tracker']);
  });

  test.each([
    ['aispm-agents', story.agents[0]],
    ['aispm-models', story.models[0]],
    ['aispm-tools', story.tools[0]],
    ['aispm-mcp-servers', story.mcpServers[0]],
  ])('%s gives the record of the story', async (entity, record) => {
    const { status, body } = await get(`/${entity}${T}/${record?.aispm_object_id}`);
    const counts = Object.keys(body).filter((name) => /_issues_count|severity/.test(name));
    const { ...expected } = record as unknown as Record<string, unknown>;
    for (const name of counts) delete expected[name];
    expect(status).toBe(200);
    expect(body).toMatchObject(expected);
  });
});
