/** Checks pages with larger text, and zoomed. */
import type { Page } from 'playwright-core';

/** A window of 1,280 px zoomed to 200 %, which is like a window of half the size. */
const ENLARGED = { width: 640, height: 450, deviceScaleFactor: 2, mobile: false };

/** Checks a page with double text size in windows of 1,280 and 1,440 px, which show different numbers of columns. */
export async function withLargeText(page: Page, check: () => Promise<void>): Promise<void> {
  const setTextSize = (size: string) =>
    page.evaluate((value) => {
      document.documentElement.style.fontSize = value;
    }, size);
  await setTextSize('200%');
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await check();
  }
  await setTextSize('');
}

/** Checks a page zoomed to 200 % in a window of 1,280 px. */
export async function withZoom(page: Page, check: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', ENLARGED);
  expectZoom(await page.evaluate(() => [innerWidth, devicePixelRatio]));
  await check();
  await session.send('Emulation.clearDeviceMetricsOverride');
  await session.detach();
  await restoreWindow(page);
}

/** Restores the window size. Playwright ignores the size that it set last, so it's changed first. */
async function restoreWindow(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? ENLARGED;
  await page.setViewportSize({ width: width - 1, height });
  await page.setViewportSize({ width, height });
}

function expectZoom([width, ratio]: number[]): void {
  if (width !== ENLARGED.width || ratio !== ENLARGED.deviceScaleFactor)
    throw new Error(`The window is ${width} px wide at ${ratio}: the browser hasn't zoomed the page.`);
}
