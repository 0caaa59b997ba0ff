/**
 * The widths, themes and sizes of text that the other tests leave out.
 *
 * @module-tag long
 */
import { expect, it } from 'vitest';
import { overflow, violations } from './accessibility.ts';
import { SCREENS } from './all-screens.ts';
import { startConsole } from './console.ts';

/** `screens.test.ts` applies all rules in the other theme. */
const VIEWS = [
  { width: 360, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 2560, colorScheme: 'dark' },
] as const;
/** A window of 1,280 px at 200 %: a browser that enlarges a page shows it as in a window of half the size. */
const ENLARGED = { width: 640, height: 450, deviceScaleFactor: 2, mobile: false };

const tested = startConsole();

it.each(SCREENS)(
  'is accessible in the other themes, enlarged, and with larger text: "$path"',
  async ({ path, heading, shows }) => {
    const page = await tested.visit(tested.screen(path));
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.getByText(shows).first().waitFor();
    for (const { width, colorScheme } of VIEWS) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, 'colors'), `${width} px, ${colorScheme}`).toEqual([]);
      expect(await overflow(page), `${width} px`).toBe(0);
    }
    const setTextSize = (size: string) =>
      page.evaluate((value) => {
        document.documentElement.style.fontSize = value;
      }, size);
    await setTextSize('200%');
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await violations(page), 'text of twice the size').toEqual([]);
    expect(await overflow(page), 'text of twice the size').toBe(0);
    await setTextSize('');
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setDeviceMetricsOverride', ENLARGED);
    expect(await page.evaluate(() => [innerWidth, devicePixelRatio])).toEqual([640, 2]);
    expect(await violations(page), 'enlarged').toEqual([]);
    expect(await overflow(page), 'enlarged').toBe(0);
    await session.send('Emulation.clearDeviceMetricsOverride');
    await session.detach();
  },
);
