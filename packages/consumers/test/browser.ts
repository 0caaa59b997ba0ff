import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';
import type { Outcome } from './runtimes.ts';

/**
 * Runs the smoke suite in a page of another origin than the mock, on the very files of the installed client.
 *
 * @throws Error when there is no Chromium, or when the page complains.
 */
export async function smokeInBrowser(project: string, baseUrl: string): Promise<Outcome> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    throw new Error(`No browser at ${executablePath}: apt-get install chromium, or name one in CHROMIUM_PATH.`);
  }
  const site = await serve(project);
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    // As text: vitest would rewrite the imports of a function.
    return await page.evaluate<Outcome>(
      `Promise.all(['index', 'validate'].map((name) => import('/node_modules/@aispm/client/dist/' + name + '.js')))
        .then(async ([api, validation]) => (await import('/smoke/smoke.js')).smoke(api, validation, ${JSON.stringify(baseUrl)}))`,
    );
  } finally {
    await browser.close();
    site.close();
  }
}

/** Serves the scripts of a folder, and an empty page for everything else. */
async function serve(folder: string): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const path = join(folder, normalize(new URL(request.url ?? '/', 'http://localhost').pathname));
    if (extname(path) === '.js' && existsSync(path)) {
      response.setHeader('content-type', 'text/javascript').end(readFileSync(path));
    } else {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>smoke</title>');
    }
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
