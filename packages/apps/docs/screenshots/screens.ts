/** The site's screenshots, except for the console's, and how to take them. */
import type { Browser, Page } from 'playwright-core';
import { showConformance } from './conformance.ts';
import { showReactExample } from './react-example.ts';
import { showScanner } from './terminal.ts';

/** A screen to take a screenshot of. */
export interface Screen {
  /** Base name of the image files. */
  name: string;
  /** Height of the window, in CSS pixels. */
  height: number;
  /** Shows the screen, and waits until it's complete. */
  show(page: Page): Promise<void>;
}

/** All screens with screenshots. */
export const SCREENS: Screen[] = [
  { name: 'scanner-summary', height: 820, show: (page) => page.setContent(showScanner()) },
  { name: 'conformance-report', height: 420, show: async (page) => page.setContent(await showConformance()) },
  { name: 'react-issues', height: 396, show: showReactExample },
];

/** The themes of the screenshots. */
export const THEMES = ['light', 'dark'] as const;

/** Width in CSS pixels, the same as the text of a guide. Images have twice the resolution, so that text is sharp. */
const WIDTH = 680;

/** Timeout of a wait in the browser, long enough for a busy machine. */
const WAIT_TIMEOUT_MS = 30_000;

/** Opens a screen in a separate window. */
export async function openScreen(
  browser: Browser,
  screen: Screen,
  colorScheme: (typeof THEMES)[number],
): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: WIDTH, height: screen.height },
    deviceScaleFactor: 2,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  page.setDefaultTimeout(WAIT_TIMEOUT_MS);
  await screen.show(page);
  return page;
}

/** Returns the text of a screen by line. */
export async function readScreen(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
