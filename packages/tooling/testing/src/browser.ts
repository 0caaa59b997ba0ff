/** The system's Chromium, for tests and benchmarks. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { once } from './once.ts';

export type { Browser, Page } from 'playwright-core';

declare module 'vitest' {
  interface ProvidedContext {
    /** The WebSocket endpoint of the browser that {@link provideBrowser} started. */
    browser: string;
  }
}

/** Where Debian installs Chromium. The one without a user interface needs half the processor time. */
const DEFAULT_PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Without a window, a sandbox (which root can't use) or background requests. */
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
 * Starts a separate browser.
 *
 * @param more additional arguments for Chromium
 * @throws {Error} if there's none at `CHROMIUM_PATH`, or by default where Debian installs one
 */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch(createOptions(more));
}

/**
 * Starts one browser for a Vitest run. Test files of all projects connect to `inject('browser')`.
 *
 * @returns a function that closes it
 * @throws {Error} if there's no browser; see {@link launchBrowser}
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
  const paths = process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : DEFAULT_PATHS;
  const executablePath = paths.find((path) => existsSync(path));
  if (!executablePath) {
    throw new Error(
      `There is no browser at ${paths.join(' or ')}. Run apt-get install chromium-headless-shell, or set CHROMIUM_PATH.`,
    );
  }
  return { executablePath, args: [...ARGUMENTS, ...more] };
}
