import { TIMEOUT_SCALE } from '@aispm/testing';
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { type Backend, startOnMock } from './backends/mock.ts';

/** Time for one wait in the browser, on a busy machine. */
const WAIT_TIMEOUT_MS = TIMEOUT_SCALE * 30_000;
/** What could differ between machines, or change while a test looks at it, does not. */
const CONTEXT = {
  viewport: { width: 1440, height: 900 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
  locale: 'en-US',
  timezoneId: 'UTC',
} as const;
const WORKSPACE = '/w/halden-freight/production';
/** The path of a screen that does not exist, so that it shows no records. */
const EMPTY_SCREEN = `${WORKSPACE}/unknown/screen`;

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
  /** Those among them to the API, without those that signed in. */
  apiRequests(): string[];
  /** Errors and warnings that pages reported. */
  readonly errors: string[];
  /**
   * Opens a path in the page that all tests share, as a link does: the application is loaded, and somebody signs in, only once, or
   * again after a test that failed. The key is in the memory of the page, so that a test that reloads it is asked for it.
   */
  visit(path?: string): Promise<Page>;
  /** Opens a path in that page as somebody who has just signed in: with empty caches, but with the loaded application. */
  signIn(path?: string): Promise<Page>;
  /** Opens that page as somebody who has not signed in, with the address of a path. */
  signOut(path?: string): Promise<Page>;
  /** Loads the console in a page of its own, without signing in. */
  open(path?: string): Promise<Page>;
  /** Loads a path of the console in a tab of its own that has kept the key. */
  openSignedIn(path?: string): Promise<Page>;
  /** Waits until pages have drawn all that they requested, and request nothing more. */
  settle(page: Page): Promise<void>;
  /** The path of a screen of the workspace of the story. */
  screen(path?: string): string;
}

/** What pages requested, and what went wrong in them. */
interface Log {
  requests: string[];
  errors: string[];
  /** Requests without a response. */
  pending: Set<Request>;
}

/** A page that the tests of several files use, one after the other. */
interface SharedPage {
  readonly page: Page;
  log: Log;
}

let connection: Promise<Browser> | undefined;
/** By the address of the console that they have loaded. */
const sharedPages = new Map<string, SharedPage>();

/** Starts a console for the tests of a file or of a `describe`. Default: on a stateful mock of its own. */
export function startConsole(start: () => Promise<Backend> = startOnMock): TestConsole {
  let backend: Backend;
  let browser: Browser;
  let context: Promise<BrowserContext> | undefined;
  const opened = new Set<Page>();
  const log: Log = { requests: [], errors: [], pending: new Set() };
  beforeAll(async () => {
    connection ??= chromium.connect(inject('browser'));
    browser = await connection;
    backend = await start();
  });
  afterEach(async ({ task }) => {
    const shared = sharedPages.get(backend?.url);
    if (shared !== undefined && task.result?.state === 'fail') {
      await shared.page.context().close();
      sharedPages.delete(backend.url);
    } else await shared?.page.unrouteAll();
    for (const page of opened) await page.close();
    opened.clear();
  });
  afterAll(async () => {
    const shared = sharedPages.get(backend?.url);
    if (shared !== undefined && backend.isKept) {
      // So that it asks the API for nothing until the next file.
      await signOut(shared.page);
    } else if (shared !== undefined) {
      await shared.page.context().close();
      sharedPages.delete(backend.url);
    }
    await (await context)?.close();
    await backend?.close();
  });
  async function open(path = '/', session?: string): Promise<Page> {
    context ??= browser.newContext(CONTEXT);
    const page = await newPage(await context, { log });
    opened.add(page);
    if (session !== undefined)
      await page.addInitScript((stored) => sessionStorage.setItem('aispm-session', stored), session);
    await page.goto(backend.url + path);
    return page;
  }
  /** Returns the shared page, in the window of a test that has just begun. */
  async function share(): Promise<Page> {
    let shared = sharedPages.get(backend.url);
    if (shared === undefined) {
      shared = await loadShared(await browser.newContext(CONTEXT), backend.url);
      sharedPages.set(backend.url, shared);
    }
    shared.log = log;
    await shared.page.setViewportSize(CONTEXT.viewport);
    await shared.page.emulateMedia({ colorScheme: CONTEXT.colorScheme });
    return shared.page;
  }
  async function showSignedOut(path: string): Promise<Page> {
    const page = await share();
    await signOut(page);
    await follow(page, path);
    return page;
  }
  async function signIn(path = '/'): Promise<Page> {
    const page = await showSignedOut(path);
    const count = log.requests.length;
    await enterKey(page, backend.key);
    await page.getByRole('navigation').or(page.getByRole('banner')).first().waitFor();
    // The form asked who has the key. No screen did.
    log.requests.splice(log.requests.indexOf(`${backend.api}/me`, count), 1);
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
    requests: log.requests,
    errors: log.errors,
    apiRequests: () => log.requests.filter((url) => url.startsWith(`${backend.api}/`)),
    open: (path) => open(path),
    openSignedIn: (path) => open(path, JSON.stringify({ baseUrl: backend.api, token: backend.key })),
    async settle(page) {
      const countPending = async () => {
        // What a response leads to is requested when it is drawn.
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        return log.pending.size;
      };
      await expect.poll(countPending).toBe(0);
    },
    screen: (path = '') => `${WORKSPACE}${path}`,
    signIn,
    signOut: (path = '/') => showSignedOut(path),
    async visit(path = '/') {
      const page = await share();
      if (await isSignedOut(page)) return signIn(path);
      await followAfresh(page, path);
      return page;
    },
  };
}

async function newPage(context: BrowserContext, target: { log: Log }): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_TIMEOUT_MS);
  page.on('request', (request) => {
    target.log.requests.push(request.url());
    target.log.pending.add(request);
  });
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => target.log.pending.delete(request));
  page.on('pageerror', (error) => target.log.errors.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) target.log.errors.push(`${page.url()}: ${message.text()}`);
  });
  return page;
}

/** Loads the console in a page that tests share. */
async function loadShared(context: BrowserContext, url: string): Promise<SharedPage> {
  const target = { log: { requests: [], errors: [], pending: new Set<Request>() } };
  const page = await newPage(context, target);
  await page.goto(url);
  await keyField(page).waitFor();
  return Object.assign(target, { page });
}

/** Ends the session of a page, unless nobody has signed in. */
async function signOut(page: Page): Promise<void> {
  if (await isSignedOut(page)) return;
  // The button is part of the frame of a screen, which narrow windows fold.
  await page.setViewportSize(CONTEXT.viewport);
  await follow(page, EMPTY_SCREEN);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await keyField(page).waitFor();
}

function isSignedOut(page: Page): Promise<boolean> {
  return keyField(page).isVisible();
}

/** The field of the form that signs in. */
function keyField(page: Page): Locator {
  return page.getByLabel('API key', { exact: true });
}

/** Opens an address as {@link follow} does, but after the empty screen, so that nothing of the screen before is taken for it. */
export async function followAfresh(page: Page, address: string): Promise<void> {
  await follow(page, EMPTY_SCREEN);
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
  await follow(page, address);
}

/** Signs in at the form that a page shows. */
export async function enterKey(page: Page, key: string): Promise<void> {
  await keyField(page).fill(key);
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
