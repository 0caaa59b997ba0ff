/** The screenshots of this site beside those of the console, and how they are taken. */
import type { Browser, Page } from 'playwright-core';
import { showConformance } from './conformance.ts';
import { showReactExample } from './react-example.ts';
import { showScanner } from './terminal.ts';

/** A screen to take a screenshot of. */
export interface Screen {
  /** Name of the files. */
  name: string;
  /** Height of the window, in CSS pixels. */
  height: number;
  /** Shows the screen, complete and at rest. */
  show(page: Page): Promise<void>;
}

/** All screens of which there are screenshots. */
export const SCREENS: Screen[] = [
  { name: 'scanner-summary', height: 580, show: (page) => page.setContent(showScanner()) },
  { name: 'conformance-report', height: 420, show: async (page) => page.setContent(await showConformance()) },
  { name: 'react-issues', height: 396, show: showReactExample },
];

/** The themes of the screenshots. */
export const THEMES = ['light', 'dark'] as const;

/** In CSS pixels; a picture has twice as many, so that texts are sharp where it is as wide as the text of a guide. */
const WIDTH = 680;

/** Time for one wait in the browser, on a busy machine. */
const WAIT_TIMEOUT_MS = 30_000;

/** Opens a screen in a window of its own. */
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

/** Returns the lines that a screen shows. */
export async function readScreen(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
