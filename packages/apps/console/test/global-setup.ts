import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** WebSocket endpoint of the browser. */
    browser: string;
  }
}

/** Starts the system's Chromium, once for all files of a run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    throw new Error(
      `There is no browser at ${executablePath}. Run apt-get install chromium, or set CHROMIUM_PATH to one.`,
    );
  }
  const browser = await chromium.launchServer({
    executablePath,
    host: '127.0.0.1',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  project.provide('browser', browser.wsEndpoint());
  return () => browser.close();
}
