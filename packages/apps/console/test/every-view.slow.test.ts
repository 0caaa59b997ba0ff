/**
 * All screens and states in all widths and themes, zoomed, and with larger text.
 *
 * @module-tag long
 */
import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { horizontalScrolls, overflow, violations } from './accessibility.ts';
import { SCREENS } from './all-screens.ts';
import { startConsole } from './console.ts';
import { BOTH_VIEWS, checkStates, release } from './states.ts';
import { withLargeText, withZoom } from './zoom.ts';

const WIDTHS = [360, 480, 640, 768, 1024, 1280, 1440, 1920, 2560];

const tested = startConsole();

afterEach(() => release(tested));

async function expectAccessible(page: Page, view: string): Promise<void> {
  await expect.poll(() => horizontalScrolls(page), { message: view }).toEqual([]);
  expect.soft(await violations(page), view).toEqual([]);
}

it.each(SCREENS)(
  'the screen "$path" is accessible in every window and theme, zoomed, and with larger text',
  async (screen) => {
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
        expect.soft(await violations(page), `double text size, ${colorScheme}`).toEqual([]);
        expect.soft(await overflow(page), `double text size, ${colorScheme}`).toBe(0);
      });
      await withZoom(page, () => expectAccessible(page, `zoomed, ${colorScheme}`));
    }
  },
);

it.each(SCREENS)('the loading and error states of "$path" are accessible in narrow and wide windows', (screen) =>
  checkStates(tested, screen, BOTH_VIEWS),
);
