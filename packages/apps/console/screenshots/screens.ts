/** The screens that the documentation shows, and how to take their screenshots. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock as node } from 'node:test';
import { createMock } from '@aispm/mock';
import type { Browser, Page } from 'playwright-core';
import { createConsoleHandler } from '../server.ts';

/** A screen to take a screenshot of. */
export interface Screen {
  /** Base name of the image files. */
  name: string;
  /** Path of the screen, relative to the workspace. */
  path: string;
  /** Text that shows that the screen is complete. */
  shows: string | RegExp;
  /** Link to click before the screenshot. */
  opens?: string;
}

/** The agent Customs Desk of the sample data, whose graph is shown. */
const CUSTOMS_DESK = '019fef6a-160a-7a7f-8d0a-5aa0d4a8142a';

/** All screens with screenshots. */
export const SCREENS: Screen[] = [
  { name: 'console-dashboard', path: '', shows: 'Top issues' },
  { name: 'console-issue', path: '/issues', opens: 'MCP server without authentication', shows: 'mcp.json:3' },
  { name: 'console-changes', path: '/changes', shows: 'oldest first' },
  {
    name: 'console-rule',
    path: '/rules',
    opens: 'MCP server without authentication',
    shows: 'Settings in this workspace',
  },
  { name: 'console-graph', path: `/agents/${CUSTOMS_DESK}?tab=graph`, shows: 'relations' },
  { name: 'console-scans', path: '/scans', shows: / rows$/ },
];

/** The themes of the screenshots. */
export const THEMES = ['light', 'dark'] as const;

const VIEWPORT = { width: 1280, height: 800 };

/** Timeout of a wait in the browser, long enough for a busy machine. */
const WAIT_TIMEOUT_MS = 30_000;

/** A console on its own mock, for taking screenshots. */
export interface ScreenshotConsole {
  /** Opens a screen in a theme, and waits until it's complete. */
  open(screen: Screen, colorScheme: (typeof THEMES)[number]): Promise<Page>;
  close(): Promise<void>;
}

/** Starts a console with the sample data. Its clock is stopped, so that active scans don't change between screenshots. */
export async function startScreenshotConsole(browser: Browser): Promise<ScreenshotConsole> {
  node.timers.enable({ apis: ['Date'], now: Date.now() });
  const mock = await (await createMock({ stateful: true })).listen({ port: 0 });
  const handle = createConsoleHandler({ api: mock.url });
  const server = createServer((request, response) => handle(request, response, () => response.writeHead(404).end()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    async open({ path, shows, opens }, colorScheme) {
      const page = await browser.newPage({
        viewport: VIEWPORT,
        colorScheme,
        reducedMotion: 'reduce',
        locale: 'en-GB',
        timezoneId: 'UTC',
      });
      page.setDefaultTimeout(WAIT_TIMEOUT_MS);
      await page.goto(`${url}/w/halden-freight/production${path}`);
      await page.getByLabel('API key').fill('any-key');
      await page.getByRole('button', { name: 'Sign in' }).click();
      if (opens) await page.getByRole('link', { name: opens }).first().click();
      await page.getByText(shows).first().waitFor();
      await page.waitForLoadState('networkidle');
      // So that nothing is hovered.
      await page.mouse.move(0, 0);
      return page;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await mock.close();
      node.timers.reset();
    },
  };
}

/** Months and relative times such as "yesterday" or, after masking digits, "# days ago". They change over time. */
const VARIABLE =
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b|\b(in )?# (second|minute|hour|day|week|month|year)s?( ago)?\b|\b(yesterday|today|tomorrow|now|(last|this|next) (week|month|year))\b/g;

/** Returns the text of a screen line by line, with masked numbers and times. */
export async function readScreen(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  const mask = (line: string) =>
    line
      .replaceAll(/\d[\d.,:/-]*/g, '#')
      .replaceAll(VARIABLE, '#')
      .trim();
  return [...new Set(text.split('\n').map(mask))].filter((line) => /\p{L}{3}/u.test(line));
}
