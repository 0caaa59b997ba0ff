import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { type Backend, startOnMock } from './backends/mock.ts';

/** Time for one wait in the browser, on a busy machine. */
const WAIT_TIMEOUT_MS = 30_000;
const VIEWPORT = { width: 1440, height: 900 };
const WORKSPACE = '/w/halden-freight/production';
/** The path of a screen that does not exist, so that it shows no records. */
export const EMPTY_SCREEN = `${WORKSPACE}/unknown/screen`;

/** A console for the tests of a file, and what its pages did. Pages are closed when the test that opened them ends. */
export interface TestConsole {
  /** Address of the console, without a slash at the end. */
  readonly url: string;
  /** Address of the API. */
  readonly api: string;
  /** The key of the person who signs in. */
  readonly key: string;
  /** Addresses that pages requested. */
  readonly requests: string[];
  /** Those among them to the API. */
  apiRequests(): string[];
  /** Errors and warnings that pages reported. */
  readonly errors: string[];
  /** Opens the page of the console without signing in. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a path of the console as somebody who has signed in. */
  signIn(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /**
   * Opens a path in the page that the tests of the file share, as a link does: the application is loaded, and somebody signs in,
   * only once, or again after a test that failed. The key is in the memory of the page, so that a test that reloads it is asked
   * for it.
   */
  visit(path?: string): Promise<Page>;
  /** Opens a path of the console in a tab that has kept the key. */
  openSignedIn(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** The path of a screen of the workspace of the story. */
  screen(path?: string): string;
}

/** Starts a console for the tests of a file or of a `describe`. Default: on a stateful mock of its own. */
export function startConsole(start: () => Promise<Backend> = startOnMock): TestConsole {
  let browser: Browser;
  let backend: Backend | undefined;
  let shared: Page | undefined;
  /** By their options. Pages of one context load the files of the application once. */
  const contexts = new Map<string, Promise<BrowserContext>>();
  const opened = new Set<Page>();
  const requests: string[] = [];
  const errors: string[] = [];
  beforeAll(async () => {
    browser = await chromium.connect(inject('browser'));
    backend = await start();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail' && shared !== undefined) {
      opened.add(shared);
      shared = undefined;
    }
    for (const page of opened) await page.close();
    opened.clear();
  });
  afterAll(async () => {
    await browser?.close();
    await backend?.close();
  });
  function contextWith(options: BrowserContextOptions): Promise<BrowserContext> {
    const key = JSON.stringify(options);
    const context = contexts.get(key) ?? browser.newContext({ viewport: VIEWPORT, ...options });
    contexts.set(key, context);
    return context;
  }
  async function open(path = '/', options: BrowserContextOptions = {}, session?: string): Promise<Page> {
    const page = await (await contextWith(options)).newPage();
    opened.add(page);
    page.setDefaultTimeout(WAIT_TIMEOUT_MS);
    if (session !== undefined)
      await page.addInitScript((stored) => sessionStorage.setItem('aispm-session', stored), session);
    page.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (['warning', 'error'].includes(message.type())) errors.push(`${page.url()}: ${message.text()}`);
    });
    await page.goto((backend?.url ?? '') + path);
    return page;
  }
  async function signIn(path = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await open(path, options);
    await enterKey(page, backend?.key ?? '');
    await page.getByRole('navigation').or(page.getByRole('banner')).first().waitFor();
    return page;
  }
  return {
    get url() {
      return backend?.url ?? '';
    },
    get api() {
      return backend?.api ?? '';
    },
    get key() {
      return backend?.key ?? '';
    },
    requests,
    apiRequests() {
      const api = `${backend?.api}/`;
      return requests.filter((url) => url.startsWith(api));
    },
    errors,
    open: (path, options) => open(path, options),
    openSignedIn: (path, options) =>
      open(path, options, JSON.stringify({ baseUrl: backend?.api, token: backend?.key })),
    screen: (path = '') => `${WORKSPACE}${path}`,
    signIn,
    async visit(path = '/') {
      if (shared === undefined) {
        const page = await signIn(path);
        opened.delete(page);
        shared = page;
      } else {
        await shared.setViewportSize(VIEWPORT);
        await followAfresh(shared, path);
      }
      return shared;
    },
  };
}

/** Opens an address as {@link follow} does, but after the empty screen, so that nothing of the screen before is taken for it. */
export async function followAfresh(page: Page, address: string): Promise<void> {
  await follow(page, EMPTY_SCREEN);
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
  await follow(page, address);
}

/** Signs in at the form that a page shows. */
export async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens an address of the console in a page that shows it already, as a link does. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((next) => {
    history.pushState({}, '', next);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/**
 * Holds the requests of a page to an address.
 *
 * @param address a pattern, as Playwright has them
 * @returns the function that lets them go on, and those after them
 */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
