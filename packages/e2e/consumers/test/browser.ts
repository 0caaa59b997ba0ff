import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Outcome } from './outcome.ts';

/**
 * Runs the smoke test in a page on a different origin than the mock, with the unbundled files of the installed client.
 *
 * @throws Error when there is no Chromium, or when the page reports an error.
 */
export function smokeInBrowser(project: string, baseUrl: string): Promise<Outcome> {
  return withPage(project, (page) =>
    // A string, because Vitest would rewrite the imports of a function.
    page.evaluate<Outcome>(
      `Promise.all(['index', 'validate'].map((name) => import('/node_modules/@aispm/client/dist/' + name + '.js')))
        .then(async ([api, validation]) => (await import('/smoke/smoke.js')).smoke(api, validation, ${JSON.stringify(baseUrl)}))`,
    ),
  );
}

/**
 * Serves a folder, opens its `index.html` or, without one, an empty page, and closes everything after a function has used the
 * page.
 *
 * @throws Error when there is no Chromium, or when the page has an uncaught error.
 */
export async function withPage<T>(folder: string, use: (page: Page) => Promise<T>): Promise<T> {
  const site = await serve(folder);
  const browser = await chromium.connect(inject('browser'));
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    // A test may expect an error response of the API, but not a missing file of the site.
    page.on('console', (message) => {
      const isOfSite = !message.text().startsWith('Failed to load') || message.location().url.startsWith(site.url);
      if (message.type() === 'error' && isOfSite) errors.push(`${message.text()} ${message.location().url}`);
    });
    await page.goto(site.url);
    const result = await use(page);
    if (errors.length > 0) throw new Error(`The page reported errors:\n${errors.join('\n')}`);
    return result;
  } finally {
    // Ends the connection, and closes the page.
    await browser.close();
    site.close();
  }
}

const MEDIA_TYPES: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' };

/** Serves the scripts and pages of a folder, and an empty page for every other path. */
async function serve(folder: string): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const path = join(folder, normalize(new URL(request.url ?? '/', 'http://localhost').pathname));
    const file = path.endsWith('/') ? join(path, 'index.html') : path;
    const type = MEDIA_TYPES[extname(file)];
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
