import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Backend, startOnMock } from './backends/mock.ts';

/** Time for one wait in the browser, on a busy machine. */
const WAIT_TIMEOUT_MS = 30_000;
/** Time until a server has started, whose database may be created first. */
const START_TIMEOUT_MS = 180_000;

/** A console for the tests of a file, and what its pages did. */
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
  /** Opens a path of the console in a tab that has kept the key. */
  openSignedIn(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** The path of a screen of the workspace of the story. */
  screen(path?: string): string;
}

/** Starts a console for the tests of a file or of a `describe`. Default: on a stateful mock of its own. */
export function startConsole(start: () => Promise<Backend> = startOnMock): TestConsole {
  let browser: Browser;
  let backend: Backend | undefined;
  const requests: string[] = [];
  const errors: string[] = [];
  beforeAll(async () => {
    browser = await chromium.connect(inject('browser'));
    backend = await start();
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await backend?.close();
  }, START_TIMEOUT_MS);
  async function open(path = '/', options: BrowserContextOptions = {}, session?: string): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
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
    screen: (path = '') => `/w/halden-freight/production${path}`,
    async signIn(path = '/', options) {
      const page = await open(path, options);
      await page.getByLabel('API key').fill(backend?.key ?? '');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('navigation').or(page.getByRole('banner')).first().waitFor();
      return page;
    },
  };
}

/** Opens an address of the console in a page that shows it already, as a link does. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((next) => {
    history.pushState({}, '', next);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}
