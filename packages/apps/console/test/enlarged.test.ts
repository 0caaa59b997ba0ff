/**
 * The widths, themes and sizes of text that the other tests leave out.
 *
 * @module-tag long
 */
import { expect, it } from 'vitest';
import { overflow, violations } from './accessibility.ts';
import { SCREENS } from './all-screens.ts';
import { startConsole } from './console.ts';

const VIEWS = [
  { width: 360, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 2560, colorScheme: 'dark' },
] as const;
/** A window of 1,280 px at 200 %: a browser that enlarges a page shows it as in a window of half the size. */
const ENLARGED = { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 };

const tested = startConsole();

it.each(SCREENS)(
  'is accessible in the other themes, enlarged, and with larger text: "$path"',
  async ({ path, shows }) => {
    const page = await tested.signIn(tested.screen(path));
    await page.getByText(shows).first().waitFor();
    for (const { width, colorScheme } of VIEWS) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), `${width} px, ${colorScheme}`).toEqual([]);
      expect(await overflow(page), `${width} px`).toBe(0);
    }
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await violations(page), 'text of twice the size').toEqual([]);
    expect(await overflow(page), 'text of twice the size').toBe(0);
    await page.close();
    const enlarged = await tested.signIn(tested.screen(path), ENLARGED);
    await enlarged.getByText(shows).first().waitFor();
    expect(await violations(enlarged), 'enlarged').toEqual([]);
    expect(await overflow(enlarged), 'enlarged').toBe(0);
    await enlarged.close();
  },
);
