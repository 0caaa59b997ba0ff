import { TIMEOUT_SCALE } from '@aispm/testing';
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { type Backend, startOnMock } from './backends/mock.ts';
import { listUndeclared, type SentRequest } from './undeclared.ts';

/** Timeout of a wait in the browser, long enough for a busy machine. */
const WAIT_TIMEOUT_MS = TIMEOUT_SCALE * 30_000;
/** Settings that make pages the same on all machines, and static. */
const CONTEXT = {
  viewport: { width: 1440, height: 900 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
  locale: 'en-US',
  timezoneId: 'UTC',
} as const;
const WORKSPACE = '/w/halden-freight/production';
/** The path of a missing screen, which doesn't show records. */
const EMPTY_SCREEN = `${WORKSPACE}/unknown/screen`;

/** A console for the tests of a file. Pages are closed after the test that opened them. */
export interface TestConsole {
  /** URL of the console, without a trailing slash. */
  readonly url: string;
  /** URL of the API. */
  readonly api: string;
  /** The API key for signing in. */
  readonly key: string;
  /** URLs that pages requested. */
  readonly requests: string[];
  /** The requests to the API, except for those of signing in. */
  apiRequests(): string[];
  /** Errors and warnings that pages reported. */
  readonly errors: string[];
  /**
   * Opens a path in the page that all tests share, as a link does. Loads the application and signs in only once, and again
   * after a failed test. The key is in the page's memory, so reloading the page signs out.
   */
  visit(path?: string): Promise<Page>;
  /** Opens a path in the shared page with a new session: with empty caches, but without loading the application again. */
  signIn(path?: string): Promise<Page>;
  /** Opens a path in the shared page without a session. */
  signOut(path?: string): Promise<Page>;
  /** Loads the console in a separate page, without signing in. */
  open(path?: string): Promise<Page>;
  /** Loads a path of the console in a separate tab that remembers the key. */
  openSignedIn(path?: string): Promise<Page>;
  /** Waits until no requests are pending and their responses are rendered. */
  settle(page: Page): Promise<void>;
  /** Returns the path of a screen in the sample workspace. */
  screen(path?: string): string;
}

/** Requests and errors of pages. */
interface Log {
  requests: string[];
  /** The requests with their methods and bodies. */
  sent: (Omit<SentRequest, 'path'> & { url: string })[];
  errors: string[];
  /** Requests without a response. */
  pending: Set<Request>;
}

/** A page that the tests of several files share. */
interface SharedPage {
  readonly page: Page;
  log: Log;
}

let connection: Promise<Browser> | undefined;
/** Shared pages by the URL of their console. */
const sharedPages = new Map<string, SharedPage>();

/** Starts a console for the tests of a file or a `describe`. Default: on its own stateful mock. */
export function startConsole(start: () => Promise<Backend> = startOnMock): TestConsole {
  let backend: Backend;
  let browser: Browser;
  let context: Promise<BrowserContext> | undefined;
  const opened = new Set<Page>();
  const log: Log = { requests: [], sent: [], errors: [], pending: new Set() };
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
    if (shared !== undefined && backend.isReused) {
      // So that it doesn't call the API until the next file.
      await signOut(shared.page);
    } else if (shared !== undefined) {
      await shared.page.context().close();
      sharedPages.delete(backend.url);
    }
    await (await context)?.close();
    await backend?.close();
    // Whatever a test is about, no screen sends what the contract doesn't declare.
    const undeclared = log.sent.flatMap(({ url, ...request }) =>
      url.startsWith(`${backend?.api}/`) ? listUndeclared({ ...request, path: url.slice(backend.api.length) }) : [],
    );
    expect([...new Set(undeclared)]).toEqual([]);
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
  /** Returns the shared page with its initial window size. */
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
    // This request came from the form, not from a screen.
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
        // Rendering a response can cause further requests.
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
    target.log.sent.push({ method: request.method(), url: request.url(), body: request.postData() });
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

/** Loads the console in a shared page. */
async function loadShared(context: BrowserContext, url: string): Promise<SharedPage> {
  const target = { log: { requests: [], sent: [], errors: [], pending: new Set<Request>() } };
  const page = await newPage(context, target);
  await page.goto(url);
  await keyField(page).waitFor();
  return Object.assign(target, { page });
}

/** Signs out of a page, unless it's signed out already. */
async function signOut(page: Page): Promise<void> {
  if (await isSignedOut(page)) return;
  // The button is hidden in narrow windows.
  await page.setViewportSize(CONTEXT.viewport);
  await follow(page, EMPTY_SCREEN);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await keyField(page).waitFor();
}

function isSignedOut(page: Page): Promise<boolean> {
  return keyField(page).isVisible();
}

/** The key field of the sign-in form. */
function keyField(page: Page): Locator {
  return page.getByLabel('API key', { exact: true });
}

/** Opens a URL like {@link follow}, but after a missing screen, so that nothing of the previous screen is visible. */
export async function followAfresh(page: Page, url: string): Promise<void> {
  await follow(page, EMPTY_SCREEN);
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
  await follow(page, url);
}

/** Submits the sign-in form with a key. */
export async function enterKey(page: Page, key: string): Promise<void> {
  await keyField(page).fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens a URL of the console in a page that has loaded it, as a link does. */
export async function follow(page: Page, url: string): Promise<void> {
  await page.evaluate((next) => {
    history.pushState({}, '', next);
    dispatchEvent(new PopStateEvent('popstate'));
  }, url);
}

/**
 * Blocks a page's requests to a URL.
 *
 * @param url a Playwright URL pattern
 * @returns the function that continues blocked and later requests
 */
export async function holdRequests(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
