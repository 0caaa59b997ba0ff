/** Chromium for tests. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

export type { Browser, Page } from 'playwright-core';

/**
 * Starts Chromium from the path in `CHROMIUM_PATH`; default: where Debian installs it.
 *
 * @throws {Error} when the file does not exist
 */
export async function startBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    throw new Error(`There is no browser at ${executablePath}. Install the package chromium, or set CHROMIUM_PATH.`);
  }
  return chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
}
