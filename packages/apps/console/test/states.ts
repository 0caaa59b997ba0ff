/** What a screen shows while it has no records to show. */
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { overflow, violations } from './accessibility.ts';
import { SCREENS, type Screen } from './all-screens.ts';
import { enterKey, followAfresh, type TestConsole } from './console.ts';

const NARROW = { width: 360, colorScheme: 'dark' } as const;
const WIDE = { width: 2560, colorScheme: 'light' } as const;

/** The states of a screen that are checked for accessibility. */
type State = 'forbidden' | 'loading' | 'failed';

/** The windows in which each state is checked. */
export type StateViews = Record<State, readonly (typeof NARROW | typeof WIDE)[]>;

/** Each state in one window: what states have in common is seen in both. */
export const ONE_VIEW: StateViews = { forbidden: [NARROW], loading: [WIDE], failed: [NARROW] };
export const BOTH_VIEWS: StateViews = {
  forbidden: [NARROW, WIDE],
  loading: [NARROW, WIDE],
  failed: [NARROW, WIDE],
};

/** Makes the mock of a console return a status for an operation, until {@link release}. */
async function force(tested: TestConsole, operation: string, status: number): Promise<void> {
  const response = await fetch(new URL('/__mock/overrides', tested.api), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation, status }),
  });
  expect(response.status).toBe(201);
}

/** Makes the mock of a console respond as usual. */
export async function release(tested: TestConsole): Promise<void> {
  const response = await fetch(new URL('/__mock/overrides', tested.api), { method: 'DELETE' });
  expect(response.status).toBe(204);
}

/** Responds in a way of its own to all requests to the API but that which signs in. */
async function intercept(tested: TestConsole, page: Page, handle: (route: Route) => unknown): Promise<void> {
  await page.route(
    (url) => url.href.startsWith(`${tested.api}/`) && !url.pathname.endsWith('/me'),
    async (route) => {
      await handle(route);
    },
  );
}

async function expectAccessible(page: Page, views: StateViews[State]): Promise<void> {
  for (const { width, colorScheme } of views) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    expect.soft(await violations(page), `${width} px, ${colorScheme}`).toEqual([]);
    expect.soft(await overflow(page), `${width} px`).toBe(0);
  }
}

/**
 * Shows all states of a screen in one page, one after the other. Each session has a cache of its own, so that signing in again shows
 * a screen as if it were opened for the first time, without loading the application again.
 */
export async function checkStates(tested: TestConsole, screen: Screen, views: StateViews): Promise<void> {
  const { path, heading, shows, operation } = screen;
  const page = await tested.signOut(tested.screen(path));
  const alert = page.getByRole('main').getByRole('alert');
  // At once: a part that can be loaded again removes the buttons of the others, and what is polled recovers by itself.
  const tryAgain = () =>
    alert.getByRole('button', { name: 'Try again' }).evaluateAll((buttons) => {
      for (const button of buttons as HTMLElement[]) button.click();
    });

  // Which access is missing.
  await force(tested, operation, 403);
  await enterKey(page, tested.key);
  await alert.getByRole('heading', { name: 'No access' }).waitFor();
  await alert.getByText('halden-freight / production').waitFor();
  await expectAccessible(page, views.forbidden);

  // That the session has ended, because the key is no longer accepted.
  await release(tested);
  await force(tested, operation, 401);
  await followAfresh(page, tested.screen(path));
  await page.getByText('Your session has ended').waitFor();
  await page.getByLabel('API key').waitFor();
  // The form is the same for all screens.
  if (screen === SCREENS[0]) await expectAccessible(page, [NARROW, WIDE]);

  // That it is loading, at its final width.
  await release(tested);
  const { promise: released, resolve: failAll } = Promise.withResolvers<void>();
  await intercept(tested, page, (route) => released.then(() => route.abort()));
  await enterKey(page, tested.key);
  await page.getByRole('main').locator('[aria-busy="true"]').first().waitFor();
  await page.locator('[aria-busy="true"] > div').first().waitFor();
  await expectAccessible(page, views.loading);

  // That the API cannot be reached.
  failAll();
  await alert.getByText('The API cannot be reached.').first().waitFor();

  // What failed, and by which id the service knows that. A part that still retries must not reach an API that responds.
  await force(tested, operation, 500);
  await page.unrouteAll();
  await tryAgain();
  await alert.getByRole('button', { name: 'Copy request ID' }).waitFor();
  await alert.getByRole('heading', { name: 'Could not load this' }).first().waitFor();
  await expectAccessible(page, views.failed);

  await release(tested);
  await tryAgain();
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  await page.getByText(shows).first().waitFor();
  await expect.poll(() => alert.count()).toBe(0);
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
}
