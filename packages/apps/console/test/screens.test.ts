import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startConsole } from './console.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every kind of screen, with the heading by which it is known to be complete. */
const SCREENS = [
  { path: '', heading: 'Dashboard', shows: 'Top issues' },
  { path: '/agents', heading: 'Agents', shows: 'Customs Desk' },
  { path: '/models', heading: 'Models', shows: 'all-MiniLM-L6-v2' },
  { path: '/tools', heading: 'Tools', shows: 'File declaration' },
  { path: '/mcp-servers', heading: 'MCP servers', shows: 'Customs Gateway' },
  { path: '/assets', heading: 'Assets', shows: 'customs-desk' },
  { path: '/locations', heading: 'Locations', shows: 'mcp.json' },
  { path: '/issues', heading: 'Issues', shows: 'MCP server without authentication' },
  { path: '/rules', heading: 'Rules', shows: 'MCP server without authentication' },
  { path: '/evaluations', heading: 'Attached evaluations', shows: 'Guardrail block rate' },
  { path: '/evaluations?tab=runs', heading: 'Evaluation runs', shows: 'rows loaded' },
  { path: '/evaluations?tab=catalogue', heading: 'Evaluation catalogue', shows: 'Tariff accuracy' },
  {
    path: '/evaluations/01a10b06-1bfa-7596-b4b3-9f0db0fdfac1',
    heading: 'Prompt injection through customs papers',
    shows: 'Scores by category',
  },
  { path: '/runs/01a1bf52-3e8e-76bb-a774-fe45d04de057', heading: 'Evaluation run', shows: 'Prompt 1' },
  { path: '/runtime', heading: 'Interactions', shows: 'rows loaded' },
  { path: '/runtime?tab=outcomes', heading: 'Outcomes', shows: 'By agent' },
  { path: '/scans', heading: 'Scans', shows: 'rows loaded' },
  {
    path: '/scans/compare?target=github.com/halden-freight/customs-desk',
    heading: 'Difference between two scans',
    shows: 'Removed objects',
  },
  { path: '/views', heading: 'Views', shows: 'Critical and high issues' },
  { path: '/views/01a0f6e8-15e2-7287-8b3b-3a3a4b2d2d31', heading: 'Critical and high issues', shows: 'Export view' },
  { path: '/settings', heading: 'Settings', shows: 'New API key' },
  { path: '/agents/019fef6a-160a-7a7f-8d0a-5aa0d4a8142a', heading: 'Customs Desk', shows: 'Autonomy level' },
  { path: '/agents/019fef6a-160a-7a7f-8d0a-5aa0d4a8142a?tab=graph', heading: 'Customs Desk', shows: 'relations' },
  { path: '/agents/019fef6a-160a-7a7f-8d0a-5aa0d4a8142a?tab=history', heading: 'Customs Desk', shows: 'First seen' },
  { path: '/agents/019fef6a-160a-7a7f-8d0a-5aa0d4a8142a?tab=issues', heading: 'Customs Desk', shows: 'No occurrences' },
] as const;

const VIEWS = [
  { width: 360, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 2560, colorScheme: 'light' },
] as const;

const tested = startConsole();

it.each(SCREENS)(
  'is complete and accessible at all widths in both themes: "$path"',
  async ({ path, heading, shows }) => {
    const page = await tested.signIn(tested.screen(path), { reducedMotion: 'reduce' });
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.getByText(shows).first().waitFor();
    for (const { width, colorScheme } of VIEWS) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), `${width} px, ${colorScheme}`).toEqual([]);
      expect(await overflow(page), `${width} px`).toBe(0);
    }
    await page.close();
  },
);

it('shows an issue beside the list, or instead of it where there is no space', async () => {
  for (const width of [1440, 800]) {
    const page = await tested.signIn(tested.screen('/issues'), { viewport: { width, height: 900 } });
    await page.getByRole('link', { name: 'MCP server without authentication' }).click();
    await page.getByRole('article', { name: 'Issue' }).getByText('mcp.json:3').waitFor();
    expect(await page.getByRole('table', { name: 'Issues' }).isVisible()).toBe(width === 1440);
    expect(await violations(page)).toEqual([]);
    await page.close();
  }
});

it('loads nothing from other sites, and reports no errors', () => {
  const origins = new Set(tested.requests.map((url) => new URL(url).origin));
  expect([...origins].sort()).toEqual([tested.url, new URL(tested.api).origin].sort());
  expect(tested.errors).toEqual([]);
});

/** Returns what axe finds on a page, one line each. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    // @ts-expect-error: axe-core defines it
    const result = await window.axe.run(document, { resultTypes: ['violations'] });
    return result.violations.flatMap((violation: { id: string; nodes: { html: string }[] }) =>
      violation.nodes.map(({ html }) => `${violation.id}: ${html.slice(0, 200)}`),
    );
  });
}

/** Returns by how many pixels a page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
