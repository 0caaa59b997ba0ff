import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import type { Outcome } from './runtimes.ts';

/**
 * Runs the smoke suite in a page of another origin than the mock, on the very files of the installed client.
 *
 * @throws Error when there is no Chromium, or when the page complains.
 */
export function smokeInBrowser(project: string, baseUrl: string): Promise<Outcome> {
  return withPage(project, (page) =>
    // As text: vitest would rewrite the imports of a function.
    page.evaluate<Outcome>(
      `Promise.all(['index', 'validate'].map((name) => import('/node_modules/@aispm/client/dist/' + name + '.js')))
        .then(async ([api, validation]) => (await import('/smoke/smoke.js')).smoke(api, validation, ${JSON.stringify(baseUrl)}))`,
    ),
  );
}

/**
 * Serves a folder, opens its `index.html`, or an empty page where it has none, and closes everything after the work.
 *
 * @throws Error when there is no Chromium, or when the page has an error that nobody caught.
 */
export async function withPage<T>(folder: string, work: (page: Page) => Promise<T>): Promise<T> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    throw new Error(`No browser at ${executablePath}: apt-get install chromium, or name one in CHROMIUM_PATH.`);
  }
  const site = await serve(folder);
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    // What the API answers with an error is the matter of the test; what the site itself lacks is not.
    page.on('console', (message) => {
      const isOfTheSite = !message.text().startsWith('Failed to load') || message.location().url.startsWith(site.url);
      if (message.type() === 'error' && isOfTheSite) errors.push(`${message.text()} ${message.location().url}`);
    });
    await page.goto(site.url);
    const result = await work(page);
    if (errors.length > 0) throw new Error(`The page complains: ${errors.join('\n')}`);
    return result;
  } finally {
    await browser.close();
    site.close();
  }
}

const types: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' };

/** Serves the scripts and pages of a folder, and an empty page for everything else. */
async function serve(folder: string): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const path = join(folder, normalize(new URL(request.url ?? '/', 'http://localhost').pathname));
    const file = path.endsWith('/') ? join(path, 'index.html') : path;
    const type = types[extname(file)];
    if (type && existsSync(file)) response.setHeader('content-type', type).end(readFileSync(file));
    else response.setHeader('content-type', 'text/html').end('<!doctype html><title>smoke</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
