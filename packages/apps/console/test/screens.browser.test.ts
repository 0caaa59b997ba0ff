import { isSampled } from '@aispm/testing';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { horizontalScrolls, overflow, readControls, readFocus, violations } from './accessibility.ts';
import { SAMPLED_SCREENS, type Screen, SEEDED_SCREENS, tagsOf } from './all-screens.ts';
import { startOnMock } from './backends/mock.ts';
import { startConsole } from './console.ts';
import { addScanBetween } from './seeded-scan.ts';
import { withLargeText, withZoom } from './zoom.ts';

/** `every-view.slow.test.ts` has more. */
const WIDTHS = [360, 768, 1280, 2560];
/** From this width on, tables show all default columns. */
const COMPLETE_WIDTH = 1280;
/** The windows in which axe runs. Colors depend on the theme, and other rules on the width. `every-view.slow.test.ts` has more. */
const THEMES = new Map([
  [360, 'light'],
  [1280, 'dark'],
] as const);
const MAX_REQUESTS = 3;

const tested = startConsole();
const seeded = startConsole(() => startOnMock({ seed: addScanBetween }));
/** A sample of the screens that `npm test` doesn't open. `every-view.slow.test.ts` has the others. */
const ALL = [
  ...SAMPLED_SCREENS.map((screen) => ({ screen, console: tested })),
  ...SEEDED_SCREENS.map((screen) => ({ screen, console: seeded })),
].filter(({ screen }) => tagsOf(screen).tags.length === 0 || isSampled(screen.path, 4));

for (const { screen, console } of ALL)
  it(
    `the screen "${screen.path}" (${screen.shows}) is accessible in every window, and needs up to 3 requests`,
    tagsOf(screen),
    async () => {
      const countBefore = console.apiRequests().length;
      const page = await console.signIn(console.screen(screen.path));
      await page.getByRole('heading', { name: screen.heading, level: 1 }).waitFor();
      await page.getByText(screen.shows).first().waitFor();
      await console.settle(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoHorizontalScrolls(page, `${width} px`);
        if (width >= COMPLETE_WIDTH) {
          const isComplete = async () => !(await page.getByRole('main').innerText()).includes('hidden column');
          await expect.poll(isComplete, { message: `all columns at ${width} px` }).toBe(true);
        }
        const colorScheme = THEMES.get(width as 360 | 1280);
        if (colorScheme === undefined) continue;
        await page.emulateMedia({ colorScheme });
        expect.soft(await violations(page, rulesOf(screen, colorScheme)), `${width} px, ${colorScheme}`).toEqual([]);
      }
      const requests = console.apiRequests().slice(countBefore);
      expect.soft(requests.length).toBeGreaterThan(0);
      expect.soft(requests.length, requests.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS);
      const controls = await readControls(page);
      expect.soft(controls.count).toBeGreaterThan(10);
      expect.soft(controls.unnamed).toEqual([]);
      const focus = await readFocus(page);
      expect.soft(focus.count).toBeGreaterThan(10);
      expect.soft(focus.invisible).toEqual([]);
      await withLargeText(page, async () => expect.soft(await overflow(page), 'double text size').toBe(0));
      await withZoom(page, () => expectNoHorizontalScrolls(page, 'zoomed'));
    },
  );

/** Applies all rules to each screen once, and in both windows to screens that represent the others. */
function rulesOf(screen: Screen, colorScheme: 'light' | 'dark'): 'all' | 'colors' {
  return colorScheme === 'light' || tagsOf(screen).tags.length === 0 ? 'all' : 'colors';
}

/** Polls, because columns adapt to the width of the window in the next frame. */
async function expectNoHorizontalScrolls(page: Page, message: string): Promise<void> {
  await expect.poll(() => horizontalScrolls(page), { message }).toEqual([]);
}

it('an issue opens next to the list, or replaces it in a narrow window', async () => {
  for (const width of [1440, 800]) {
    const page = await tested.visit(tested.screen('/issues'));
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('link', { name: 'MCP server without authentication' }).click();
    await page.getByRole('article', { name: 'Issue' }).getByText('mcp.json:3').waitFor();
    expect(await page.getByRole('table', { name: 'Issues' }).isVisible()).toBe(width === 1440);
    expect(await violations(page)).toEqual([]);
  }
});

it('the document title contains the screen and the workspace', async () => {
  const page = await tested.visit(tested.screen('/issues'));
  await expect.poll(() => page.title()).toBe('Issues · halden-freight / production · AISPM');
  await page.getByRole('link', { name: 'MCP servers', exact: true }).click();
  await expect.poll(() => page.title()).toBe('MCP servers · halden-freight / production · AISPM');
});

it('a table in a narrow window shows the columns that fit, and all of them on request', async () => {
  const page = await tested.visit(tested.screen('/agents'));
  await page.getByText('Customs Desk').first().waitFor();
  const headings = page.getByRole('table', { name: 'Agents' }).getByRole('columnheader');
  expect(await headings.count()).toBe(8);
  await page.setViewportSize({ width: 360, height: 900 });
  await expect.poll(() => headings.allTextContents()).toEqual(['Agent ↑', 'Severity']);
  await page.getByText('6 hidden columns.').waitFor();
  await page.getByRole('button', { name: 'Show all columns' }).click();
  await expect.poll(() => headings.count()).toBe(8);
  await page.getByText('Scroll horizontally to see all columns.').waitFor();
  expect(await horizontalScrolls(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show only columns that fit' }).click();
  await expect.poll(() => headings.count()).toBe(2);
});

it('a table in a narrow window shows all columns that the user has chosen', async () => {
  const page = await tested.visit(tested.screen('/agents?columns=owners&columns=framework&columns=last_seen_at'));
  await page.getByText('Customs Desk').first().waitFor();
  await page.setViewportSize({ width: 360, height: 900 });
  await page.getByText('Scroll horizontally to see all columns.').waitFor();
  expect(await page.getByRole('columnheader').count()).toBe(4);
});

it('the console loads nothing from other origins, and reports no errors', { tags: ['always'] }, () => {
  expect(tested.requests.length).toBeGreaterThan(0);
  for (const { requests, url, api, errors } of [tested, seeded]) {
    const origins = new Set(requests.map((requested) => new URL(requested).origin));
    expect([url, new URL(api).origin]).toEqual(expect.arrayContaining([...origins]));
    expect(errors).toEqual([]);
  }
});
