import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { serveDocs } from '../server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the built site, without a slash at the end. */
    site: string;
    /** WebSocket endpoint of the browser. */
    browser: string;
  }
}

/** Serves the site and starts the system's Chromium, once for all files of a run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    throw new Error(
      `There is no browser at ${executablePath}. Run apt-get install chromium, or set CHROMIUM_PATH to one.`,
    );
  }
  mkdirSync(join(import.meta.dirname, '../reports'), { recursive: true });
  const site = await serveDocs({ port: 0 });
  const browser = await chromium.launchServer({
    executablePath,
    host: '127.0.0.1',
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
  project.provide('site', site.url);
  project.provide('browser', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await site.close();
  };
}
