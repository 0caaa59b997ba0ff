/** @module-tag long */
import { createClient, getNeighbourhood, type Neighbourhood } from '@aispm/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { startConsole } from './console.ts';

/** The agent of the sample data with relations of several types. */
const ROOT = '019fef6a-160a-7a7f-8d0a-5aa0d4a8142a';
const LARGE = 300;

const tested = startConsole();
let graph: Neighbourhood;

beforeAll(async () => {
  const client = createClient({ baseUrl: tested.api, token: tested.key });
  const params = { tenant_id: 'halden-freight', workspace_id: 'production', id: ROOT, depth: 2, max_nodes: 500 };
  graph = await getNeighbourhood(client, params);
});

describe('the graph of an object', () => {
  it('shows the selected types and severities, which the URL contains', async () => {
    const page = await tested.openSignedIn(tested.screen(`/agents/${ROOT}?tab=graph&depth=2`));
    const status = page.getByRole('status').filter({ hasText: 'relations' });
    await status.getByText(`${graph.nodes.length} objects, ${graph.edges.length} relations`).waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    const filters = page.getByRole('dialog', { name: 'Filters' });
    await filters.getByLabel('Tools').check();
    const tools = graph.nodes.filter(({ object_type }) => object_type === 'tool').length;
    expect(tools).toBeGreaterThan(1);
    await status.getByText(`${tools + 1} of ${graph.nodes.length} objects`).waitFor();
    await filters.getByLabel('None').check();
    const safe = graph.nodes.filter(
      (node) => node.object_type === 'tool' && node.max_definitive_severity === null,
    ).length;
    expect(safe).toBeLessThan(tools);
    await status.getByText(`${safe + 1} of ${graph.nodes.length} objects`).waitFor();
    expect(new URL(page.url()).search).toBe('?tab=graph&depth=2&type=tool&severity=none');
    await page.reload();
    await status.getByText(`${safe + 1} of ${graph.nodes.length} objects`).waitFor();
  });

  it('shows severities by shape, explains its lines, and draws names outside of the ring', async () => {
    const page = await tested.visit(tested.screen(`/agents/${ROOT}?tab=graph`));
    const picture = page.locator('svg').filter({ hasText: 'Graph of' });
    const gateway = picture.getByRole('link', { name: 'MCP server Customs Gateway, issues: 1, critical' });
    await gateway.getByText('◆').waitFor();
    const legend = page.getByRole('list', { name: 'Lines' });
    expect(await legend.getByRole('listitem').allTextContents()).toEqual([
      'Declared in code or configuration.',
      'Observed at runtime.',
      'Declared in code or configuration, and observed at runtime.',
      'Hover over a line to see its relation.',
    ]);
    const top = async (name: string) => {
      const node = await picture.getByRole('link', { name }).locator('circle').boundingBox();
      const text = await picture
        .locator('g > text')
        .filter({ hasText: name.split(' ').at(-1) ?? '' })
        .first()
        .boundingBox();
      return (text?.y ?? 0) - (node?.y ?? 0);
    };
    expect(await top('Agent Document Reader')).toBeLessThan(0);
    expect(await top('Model Claude Sonnet')).toBeGreaterThan(0);
  });

  it('describes a line by its objects and relation', async () => {
    const page = await tested.visit(tested.screen(`/agents/${ROOT}?tab=graph`));
    const relations = page.locator('svg').filter({ hasText: 'Graph of' }).locator('g:has(> line) > title');
    await relations.first().waitFor({ state: 'attached' });
    expect(await relations.allTextContents()).toContain('Customs Desk → Customs Gateway: MCP servers');
  });

  it('opens an object of a large graph on click', async () => {
    const page = await tested.signIn(tested.screen('/agents'));
    const [root] = graph.nodes as [Neighbourhood['nodes'][0]];
    const nodes = Array.from({ length: LARGE }, (_, index) => ({
      ...root,
      aispm_object_id: `019fef6a-160a-7000-8000-${String(index).padStart(12, '0')}`,
      depth: Math.min(index, 1),
    }));
    const [center] = nodes as [Neighbourhood['nodes'][0]];
    const large = { ...graph, root_id: center.aispm_object_id, nodes, edges: [] };
    await page.route('**/aispm-graph/**', (route) =>
      route.fulfill({ json: large, headers: { 'access-control-allow-origin': '*' } }),
    );
    await page.getByRole('link', { name: 'Customs Desk' }).click();
    await page.getByRole('link', { name: 'Graph' }).click();
    await page.getByRole('img', { name: `Graph of ${LARGE} objects` }).waitFor();
    await expect
      .poll(
        async () => {
          // The root is in the center. The canvas is drawn after its frame.
          await page.mouse.move(0, 0);
          const box = await page.locator('canvas').last().boundingBox();
          if (box !== null) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
          return new URL(page.url()).pathname.split('/').at(-1);
        },
        // Faster clicks are double clicks, which zoom.
        { interval: 1_000 },
      )
      .toBe(center.aispm_object_id);
  });
});
