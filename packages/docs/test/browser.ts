import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What the pages of a session asked for and what went wrong on them. */
export interface Watch {
  requests: string[];
  complaints: string[];
}

/** Starts the Chromium of the system. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    throw new Error(`No browser at ${executablePath}: apt-get install chromium, or name one in CHROMIUM_PATH.`);
  }
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A window of its own, with storage of its own, that keeps what its pages load and complain about. */
export async function openWindow(browser: Browser, watch: Watch, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, ...options });
  page.setDefaultTimeout(20_000);
  page.on('request', (request) => watch.requests.push(request.url()));
  page.on('pageerror', (error) => watch.complaints.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) watch.complaints.push(`${page.url()}: ${message.text()}`);
  });
  return page;
}

/** The serious and critical violations that axe finds on a page, one line each. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    // @ts-expect-error: the script above defines it
    const { violations: found } = await window.axe.run(document, { resultTypes: ['violations'] });
    return found
      .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
        nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
      );
  });
}
