import type { Page, Route } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { overflow, violations } from './accessibility.ts';
import { SCREENS, tagsOf } from './all-screens.ts';
import { startOnMock } from './backends/mock.ts';
import { follow, startConsole } from './console.ts';

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

for (const screen of SCREENS)
  describe(`"${screen.path}"`, tagsOf(screen), () => {
    const { path, heading, shows, operation } = screen;
    const alert = (page: Page) => page.getByRole('main').getByRole('alert');
    const isComplete = async (page: Page) => {
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await page.getByText(shows).first().waitFor();
    };

    // At once: a part that can be loaded again removes the buttons of the others, and what is polled recovers by itself.
    const tryAgain = (page: Page) =>
      alert(page)
        .getByRole('button', { name: 'Try again' })
        .evaluateAll((buttons) => {
          for (const button of buttons as HTMLElement[]) button.click();
        });

    it('shows that it is loading, at its final width, and then its content', async () => {
      const page = await tested.open();
      const { promise: released, resolve: releaseAll } = Promise.withResolvers<void>();
      await intercept(page, (route) => released.then(() => route.continue()));
      await signInAt(page, path);
      await page.getByRole('main').locator('[aria-busy="true"]').first().waitFor();
      await page.locator('[aria-busy="true"] > div').first().waitFor();
      await expectAccessible(page);
      releaseAll();
      await isComplete(page);
      expect(await page.locator('[aria-busy="true"]').count()).toBe(0);
      await page.close();
    });

    it('says what failed, by which id the service knows that, and tries again', async () => {
      await force(operation, 500);
      const page = await tested.signIn(tested.screen(path));
      await alert(page).getByRole('heading', { name: 'This could not be loaded' }).waitFor();
      await alert(page).getByRole('button', { name: 'Copy request ID' }).waitFor();
      await expectAccessible(page);
      await release();
      await tryAgain(page);
      await isComplete(page);
      expect(await alert(page).count()).toBe(0);
      await page.close();
    });

    it('says that the API cannot be reached, and tries again', async () => {
      const page = await tested.open();
      await intercept(page, (route) => route.abort());
      await signInAt(page, path);
      await alert(page).getByText('The API cannot be reached.').first().waitFor();
      await page.unrouteAll();
      await tryAgain(page);
      await isComplete(page);
      await page.close();
    });

    it('says which access is missing', async () => {
      await force(operation, 403);
      const page = await tested.signIn(tested.screen(path));
      await alert(page).getByRole('heading', { name: 'No access' }).waitFor();
      await alert(page).getByText('halden-freight / production').waitFor();
      await expectAccessible(page);
      await page.close();
    });

    it('ends the session when the key is no longer accepted, and says so', async () => {
      await force(operation, 401);
      const page = await tested.open();
      await signInAt(page, path);
      await page.getByText('Your session has ended').waitFor();
      await page.getByLabel('API key').waitFor();
      await expectAccessible(page);
      await page.close();
    });
  });

for (const screen of SCREENS.filter(({ empty }) => empty !== undefined))
  it(`says in a new workspace why "${screen.path}" is empty, and what to do`, tagsOf(screen), async () => {
    const page = await newcomer.signIn(newcomer.screen(screen.path));
    await page.getByRole('heading', { name: screen.empty ?? '' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.close();
  });

async function signInAt(page: Page, path: string): Promise<void> {
  await follow(page, tested.screen(path));
  await page.getByLabel('API key').fill(tested.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
