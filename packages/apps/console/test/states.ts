/** Checks the loading and error states of screens. */
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

/** Each state in one window. Both windows are covered, and the states have much in common. */
export const ONE_VIEW: StateViews = { forbidden: [NARROW], loading: [WIDE], failed: [NARROW] };
/** Each state in both windows. */
export const BOTH_VIEWS: StateViews = {
  forbidden: [NARROW, WIDE],
  loading: [NARROW, WIDE],
  failed: [NARROW, WIDE],
};

/** Makes a console's mock respond to an operation with a status until {@link release}. */
async function force(tested: TestConsole, operation: string, status: number): Promise<void> {
  const response = await fetch(new URL('/__mock/overrides', tested.api), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation, status }),
  });
  expect(response.status).toBe(201);
}

/** Makes a console's mock respond normally again. */
export async function release(tested: TestConsole): Promise<void> {
  const response = await fetch(new URL('/__mock/overrides', tested.api), { method: 'DELETE' });
  expect(response.status).toBe(204);
}

/** Intercepts all requests to the API except for signing in. */
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
 * Shows all states of a screen in one page in turn. Each session has its own cache, so signing in again shows a screen as
 * on the first visit, without loading the application again.
 */
export async function checkStates(tested: TestConsole, screen: Screen, views: StateViews): Promise<void> {
  const { path, heading, shows, operation } = screen;
  const page = await tested.signOut(tested.screen(path));
  const alert = page.getByRole('main').getByRole('alert');
  // All at once, because retrying one part can remove the buttons of others, and polled parts recover by themselves.
  const tryAgain = () =>
    alert.getByRole('button', { name: 'Try again' }).evaluateAll((buttons) => {
      for (const button of buttons as HTMLElement[]) button.click();
    });

  // Missing access.
  await force(tested, operation, 403);
  await enterKey(page, tested.key);
  await alert.getByRole('heading', { name: 'No access' }).waitFor();
  await alert.getByText('halden-freight / production').waitFor();
  await expectAccessible(page, views.forbidden);

  // The end of the session, because the key is no longer accepted.
  await release(tested);
  await force(tested, operation, 401);
  await followAfresh(page, tested.screen(path));
  await page.getByText('Your session has ended').waitFor();
  await page.getByLabel('API key').waitFor();
  // The form is the same for all screens.
  if (screen === SCREENS[0]) await expectAccessible(page, [NARROW, WIDE]);

  // Loading, at the final width.
  await release(tested);
  const { promise: released, resolve: failAll } = Promise.withResolvers<void>();
  await intercept(tested, page, (route) => released.then(() => route.abort()));
  await enterKey(page, tested.key);
  await page.getByRole('main').locator('[aria-busy="true"]').first().waitFor();
  await page.locator('[aria-busy="true"] > div').first().waitFor();
  await expectAccessible(page, views.loading);

  // An unreachable API.
  failAll();
  await alert.getByText('The API cannot be reached.').first().waitFor();

  // A failure with a request ID. Parts that still retry must not reach a working API.
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
