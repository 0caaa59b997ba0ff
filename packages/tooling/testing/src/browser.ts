/** Chromium for tests and benchmarks: the one of the system. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { once } from './once.ts';

export type { Browser, Page } from 'playwright-core';

declare module 'vitest' {
  interface ProvidedContext {
    /** WebSocket endpoint of the browser that {@link provideBrowser} started. */
    browser: string;
  }
}

/** Without a window, without a sandbox (which root cannot have), and without requests of its own. */
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts a browser of its own.
 *
 * @param more further arguments of Chromium
 * @throws {Error} when there is none at `CHROMIUM_PATH`; default: where Debian installs it
 */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch(createOptions(more));
}

/**
 * Starts a browser for all files of a run of Vitest, which connect to `inject('browser')`. It is the same for all projects.
 *
 * @returns the function that ends it
 * @throws {Error} when there is no browser; see {@link launchBrowser}
 */
export async function provideBrowser(project: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const { value, stop } = await once('browser', async () => {
    const browser: BrowserServer = await chromium.launchServer({ ...createOptions(), host: '127.0.0.1' });
    return { value: browser.wsEndpoint(), stop: () => browser.close() };
  });
  project.provide('browser', value);
  return stop;
}

function createOptions(more: readonly string[] = []): LaunchOptions {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    throw new Error(
      `There is no browser at ${executablePath}. Run apt-get install chromium, or set CHROMIUM_PATH to one.`,
    );
  }
  return { executablePath, args: [...ARGUMENTS, ...more] };
}
