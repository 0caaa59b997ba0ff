import { expect, it } from 'vitest';
import { overflow, readControls, readFocus, violations } from './accessibility.ts';
import { SCREENS, SEEDED_SCREENS, tagsOf } from './all-screens.ts';
import { startOnMock } from './backends/mock.ts';
import { startConsole } from './console.ts';
import { addMiddleScan } from './middle-scan.ts';

const VIEWS = [
  { width: 360, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 2560, colorScheme: 'light' },
] as const;

const MAX_REQUESTS = 3;

const tested = startConsole();
const seeded = startConsole(() => startOnMock({ seed: addMiddleScan }));
const ALL = [
  ...SCREENS.map((screen) => ({ screen, console: tested })),
  ...SEEDED_SCREENS.map((screen) => ({ screen, console: seeded })),
];

for (const { screen, console } of ALL)
  it(
    `is complete after at most 3 requests, accessible, and operable by keyboard: "${screen.path}", ${screen.shows}`,
    tagsOf(screen),
    async () => {
      const { path, heading, shows } = screen;
      const countBefore = console.apiRequests().length;
      const page = await console.openSignedIn(console.screen(path), { reducedMotion: 'reduce' });
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await page.getByText(shows).first().waitFor();
      for (const { width, colorScheme } of VIEWS) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), `${width} px, ${colorScheme}`).toEqual([]);
        expect(await overflow(page), `${width} px`).toBe(0);
      }
      const requests = console.apiRequests().slice(countBefore);
      expect(requests.length).toBeGreaterThan(0);
      expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS);
      const controls = await readControls(page);
      expect(controls.count).toBeGreaterThan(10);
      expect(controls.unnamed).toEqual([]);
      const focus = await readFocus(page);
      expect(focus.count).toBeGreaterThan(10);
      expect(focus.invisible).toEqual([]);
    },
  );

it('shows an issue beside the list, or instead of it where there is no space', async () => {
  for (const width of [1440, 800]) {
    const page = await tested.visit(tested.screen('/issues'));
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('link', { name: 'MCP server without authentication' }).click();
    await page.getByRole('article', { name: 'Issue' }).getByText('mcp.json:3').waitFor();
    expect(await page.getByRole('table', { name: 'Issues' }).isVisible()).toBe(width === 1440);
    expect(await violations(page)).toEqual([]);
  }
});

it('names the tab after the screen and the workspace', async () => {
  const page = await tested.visit(tested.screen('/issues'));
  await expect.poll(() => page.title()).toBe('Issues · halden-freight / production · AISPM');
  await page.getByRole('link', { name: 'MCP servers', exact: true }).click();
  await expect.poll(() => page.title()).toBe('MCP servers · halden-freight / production · AISPM');
});

it('loads nothing from other sites, and reports no errors', () => {
  expect(tested.requests.length).toBeGreaterThan(0);
  for (const { requests, url, api, errors } of [tested, seeded]) {
    const origins = new Set(requests.map((requested) => new URL(requested).origin));
    expect([url, new URL(api).origin]).toEqual(expect.arrayContaining([...origins]));
    expect(errors).toEqual([]);
  }
});
