import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Time for one wait in the browser, in milliseconds. */
const WAIT_TIMEOUT_MS = 60_000;

/**
 * Starts the Chromium of the system.
 *
 * @throws {Error} when there is none
 */
export async function startBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    throw new Error(
      `There is no browser at ${executablePath}. Run apt-get install chromium, or set CHROMIUM_PATH to one.`,
    );
  }
  return chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
}

/** Opens an empty page that waits long enough on a busy machine. */
export async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(WAIT_TIMEOUT_MS);
  return page;
}
