/** Pages as people see them who need larger text. */
import type { Page } from 'playwright-core';

/** A window of 1,280 px at 200 %: a browser that enlarges a page shows it as in a window of half the size. */
const ENLARGED = { width: 640, height: 450, deviceScaleFactor: 2, mobile: false };

/** Checks a page with text of twice the size in windows of 1,280 and 1,440 px, which have different numbers of columns. */
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

/** Checks a page that the browser enlarges to 200 % in a window of 1,280 px. */
export async function withZoom(page: Page, check: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', ENLARGED);
  expectZoom(await page.evaluate(() => [innerWidth, devicePixelRatio]));
  await check();
  await session.send('Emulation.clearDeviceMetricsOverride');
  await session.detach();
  await restoreWindow(page);
}

/** Gives the window its size back. Playwright doesn't set the size that it set last, so another one comes first. */
async function restoreWindow(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? ENLARGED;
  await page.setViewportSize({ width: width - 1, height });
  await page.setViewportSize({ width, height });
}

function expectZoom([width, ratio]: number[]): void {
  if (width !== ENLARGED.width || ratio !== ENLARGED.deviceScaleFactor)
    throw new Error(`The window is ${width} px wide at ${ratio}: the browser has not enlarged the page.`);
}
