/**
 * Each screen and its states in each width and theme, and with larger text.
 *
 * @module-tag long
 */
import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { overflow, sidewaysScrolls, violations } from './accessibility.ts';
import { SCREENS } from './all-screens.ts';
import { startConsole } from './console.ts';
import { withLargeText, withZoom } from './enlarge.ts';
import { BOTH_VIEWS, checkStates, release } from './states.ts';

const WIDTHS = [360, 480, 640, 768, 1024, 1280, 1440, 1920, 2560];

const tested = startConsole();

afterEach(() => release(tested));

async function expectAccessible(page: Page, view: string): Promise<void> {
  await expect.poll(() => sidewaysScrolls(page), { message: view }).toEqual([]);
  expect.soft(await violations(page), view).toEqual([]);
}

it.each(SCREENS)('is accessible in every window, enlarged, and with larger text: "$path"', async (screen) => {
  const page = await tested.visit(tested.screen(screen.path));
  await page.getByRole('heading', { name: screen.heading, level: 1 }).waitFor();
  await page.getByText(screen.shows).first().waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page, `${width} px, ${colorScheme}`);
    }
    await withLargeText(page, async () => {
      expect.soft(await violations(page), `text of twice the size, ${colorScheme}`).toEqual([]);
      expect.soft(await overflow(page), `text of twice the size, ${colorScheme}`).toBe(0);
    });
    await withZoom(page, () => expectAccessible(page, `enlarged, ${colorScheme}`));
  }
});

it.each(SCREENS)('is accessible while "$path" cannot be shown, in narrow and in wide windows', (screen) =>
  checkStates(tested, screen, BOTH_VIEWS),
);
