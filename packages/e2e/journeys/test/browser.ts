import type { Browser, Page } from 'playwright-core';

/** Time limit of a wait in the browser, in milliseconds. */
const WAIT_TIMEOUT_MS = 240_000;

/** Opens an empty page with time limits for a busy machine. */
export async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(WAIT_TIMEOUT_MS);
  return page;
}
