import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMock } from '@aispm/mock';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { createConsoleHandler } from '../server.ts';

/** Time for one wait in the browser, on a busy machine. */
const WAIT_TIMEOUT_MS = 30_000;

/** The key of the person who signs in. The mock accepts any. */
export const KEY = 'key-of-a-test-4711';

/** A console on a mock of its own, and what its pages did. */
export interface TestConsole {
  /** Address of the console, without a slash at the end. */
  readonly url: string;
  /** Address of the API. */
  readonly api: string;
  /** Addresses that pages requested. */
  readonly requests: string[];
  /** Errors and warnings that pages reported. */
  readonly errors: string[];
  /** Opens the page of the console without signing in. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a path of the console as somebody who has signed in. */
  signIn(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** The path of a screen of the workspace of the story. */
  screen(path?: string): string;
}

/** Starts a stateful mock and a console on it for the tests of a file. */
export function startConsole(): TestConsole {
  let browser: Browser;
  let server: Server;
  let closeMock: () => Promise<void>;
  const requests: string[] = [];
  const errors: string[] = [];
  const found = { url: '', api: '' };
  beforeAll(async () => {
    browser = await chromium.connect(inject('browser'));
    const mock = await (await createMock({ stateful: true })).listen({ port: 0 });
    closeMock = mock.close;
    found.api = mock.url;
    const handle = createConsoleHandler({ api: mock.url });
    server = createServer((request, response) => handle(request, response, () => response.writeHead(404).end()));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    found.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
    await closeMock?.();
  });
  async function open(path = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
    page.setDefaultTimeout(WAIT_TIMEOUT_MS);
    page.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (['warning', 'error'].includes(message.type())) errors.push(`${page.url()}: ${message.text()}`);
    });
    await page.goto(found.url + path);
    return page;
  }
  return {
    get url() {
      return found.url;
    },
    get api() {
      return found.api;
    },
    requests,
    errors,
    open,
    screen: (path = '') => `/w/halden-freight/production${path}`,
    async signIn(path = '/', options) {
      const page = await open(path, options);
      await page.getByLabel('API key').fill(KEY);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('navigation').or(page.getByRole('banner')).first().waitFor();
      return page;
    },
  };
}
