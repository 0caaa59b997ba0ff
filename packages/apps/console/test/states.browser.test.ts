import type { Page, Route } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { overflow, violations } from './accessibility.ts';
import { SCREENS, tagsOf } from './all-screens.ts';
import { startOnMock } from './backends/mock.ts';
import { EMPTY_SCREEN, enterKey, follow, followAfresh, startConsole } from './console.ts';

const VIEWS = [
  { width: 360, colorScheme: 'dark' },
  { width: 2560, colorScheme: 'light' },
] as const;

const tested = startConsole();
const newcomer = startConsole(() => startOnMock({ scenario: 'empty' }));

/** Makes the mock return a status for an operation, until the test ends. */
async function force(operation: string, status: number): Promise<void> {
  const response = await fetch(new URL('/__mock/overrides', tested.api), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation, status }),
  });
  expect(response.status).toBe(201);
}

async function release(): Promise<void> {
  const response = await fetch(new URL('/__mock/overrides', tested.api), { method: 'DELETE' });
  expect(response.status).toBe(204);
}

afterEach(release);

/** Responds in a way of its own to all requests to the API but that which signs in. */
async function intercept(page: Page, handle: (route: Route) => unknown): Promise<void> {
  await page.route(
    (url) => url.href.startsWith(`${tested.api}/`) && !url.pathname.endsWith('/me'),
    async (route) => {
      await handle(route);
    },
  );
}

async function expectAccessible(page: Page): Promise<void> {
  for (const { width, colorScheme } of VIEWS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), `${width} px, ${colorScheme}`).toEqual([]);
    expect(await overflow(page), `${width} px`).toBe(0);
  }
}

/**
 * One page shows all states one after the other. Each session has a cache of its own, so that signing in again shows a screen as
 * if it were opened for the first time, without loading the application again.
 */
for (const screen of SCREENS)
  it(`says what happens while "${screen.path}" cannot be shown, and shows it then`, tagsOf(screen), async () => {
    const { path, heading, shows, operation } = screen;
    const page = await tested.visit(EMPTY_SCREEN);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    await follow(page, tested.screen(path));
    const alert = page.getByRole('main').getByRole('alert');
    // At once: a part that can be loaded again removes the buttons of the others, and what is polled recovers by itself.
    const tryAgain = () =>
      alert.getByRole('button', { name: 'Try again' }).evaluateAll((buttons) => {
        for (const button of buttons as HTMLElement[]) button.click();
      });

    // Which access is missing.
    await force(operation, 403);
    await enterKey(page, tested.key);
    await alert.getByRole('heading', { name: 'No access' }).waitFor();
    await alert.getByText('halden-freight / production').waitFor();
    await expectAccessible(page);

    // That the session has ended, because the key is no longer accepted.
    await release();
    await force(operation, 401);
    await followAfresh(page, tested.screen(path));
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('API key').waitFor();
    // The form is the same for all screens.
    if (screen === SCREENS[0]) await expectAccessible(page);

    // That it is loading, at its final width.
    await release();
    const { promise: released, resolve: failAll } = Promise.withResolvers<void>();
    await intercept(page, (route) => released.then(() => route.abort()));
    await enterKey(page, tested.key);
    await page.getByRole('main').locator('[aria-busy="true"]').first().waitFor();
    await page.locator('[aria-busy="true"] > div').first().waitFor();
    await expectAccessible(page);

    // That the API cannot be reached.
    failAll();
    await alert.getByText('The API cannot be reached.').first().waitFor();

    // What failed, and by which id the service knows that. A part that still retries must not reach an API that responds.
    await force(operation, 500);
    await page.unrouteAll();
    await tryAgain();
    await alert.getByRole('button', { name: 'Copy request ID' }).waitFor();
    await alert.getByRole('heading', { name: 'This could not be loaded' }).first().waitFor();
    await expectAccessible(page);

    await release();
    await tryAgain();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.getByText(shows).first().waitFor();
    await expect.poll(() => alert.count()).toBe(0);
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
  });

for (const screen of SCREENS.filter(({ empty }) => empty !== undefined))
  it(`says in a new workspace why "${screen.path}" is empty, and what to do`, tagsOf(screen), async () => {
    const page = await newcomer.visit(newcomer.screen(screen.path));
    const title = page.getByRole('heading', { name: screen.empty ?? '' });
    await title.waitFor();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // In one line.
      expect((await title.boundingBox())?.height, `${width} px`).toBeLessThan(40);
    }
    expect(await violations(page)).toEqual([]);
  });
