import { join } from 'node:path';
import sirv from 'sirv';
import { describe, expect, it } from 'vitest';
import { ANY_KEY, listen, startOnMock } from './backends/mock.ts';
import { startConsole } from './console.ts';

const tested = startConsole();

it('the key is never part of a URL, and only stored on request', async () => {
  const page = await tested.signIn();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(await storage(page)).not.toContain(tested.key);
  expect(tested.requests.filter((url) => url.includes(tested.key))).toEqual([]);
  await page.reload();
  await page.getByLabel('API key').waitFor();
});

it('a remembered key survives a reload until the user signs out', async () => {
  const page = await tested.open();
  await page.getByLabel('API key').fill(tested.key);
  await page.getByLabel('Keep the key until this tab is closed').check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.getByRole('link', { name: 'Issues', exact: true }).click();
  await page.getByRole('heading', { name: 'Issues', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  expect(await storage(page)).toBe('{}{}');
  await page.goBack();
  await page.getByLabel('API key').waitFor();
});

it('the console works and applies a theme in a browser that denies access to storage', async () => {
  const page = await tested.open('/icon.svg');
  await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get: () => { throw new DOMException('Denied', 'SecurityError') } })`);
  await page.goto(tested.url);
  await page.getByLabel('API key').fill(tested.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Dark').check();
  await page.locator('html[data-theme=dark]').waitFor();
});

describe('the sign-in form', { tags: ['long'] }, () => {
  const strict = startConsole(() => startOnMock({ tokens: { [ANY_KEY]: { '*': ['*'] } } }));
  // A static file server doesn't set the URL of the API.
  const files = startConsole(async () => {
    const mock = await startOnMock();
    const site = await listen(sirv(join(import.meta.dirname, '../dist'), { single: true }));
    const close = async () => {
      site.close();
      await mock.close();
    };
    return { ...mock, url: site.url, close };
  });
  const NOTICE = 'This is the mock: any key works';

  it('says that any key works if the API is the mock', async () => {
    const page = await tested.open();
    await page.getByText(NOTICE).waitFor();
    const field = await page.getByLabel('API key').boundingBox();
    const notice = await page.getByText(NOTICE).boundingBox();
    expect(notice?.y).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0) - 1);
  });

  it('says that any key works if the entered URL is a mock', async () => {
    const page = await files.open();
    await page.getByLabel('API URL').fill(files.api);
    expect(await page.getByText(NOTICE).count()).toBe(0);
    await page.getByLabel('API key').focus();
    await page.getByText(NOTICE).waitFor();
  });

  it('asks for the right key if the mock has tokens', async () => {
    const page = await strict.open();
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/healthz')),
    );
    await page.getByLabel('API key').fill('any');
    expect(await page.getByText(NOTICE).count()).toBe(0);
  });
});

it('the sign-in form explains why a key was rejected', async () => {
  const page = await tested.signOut();
  await page.route(`${tested.api}/**`, (route) =>
    route.fulfill({ status: 401, json: {}, headers: { 'access-control-allow-origin': '*' } }),
  );
  await page.getByLabel('API key').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The API does not accept this key').waitFor();
});

it('the session ends when the API no longer accepts the key', async () => {
  const page = await tested.signIn();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.route(`${tested.api}/**`, (route) =>
    route.fulfill({ status: 401, json: {}, headers: { 'access-control-allow-origin': '*' } }),
  );
  await page.getByRole('link', { name: 'Issues', exact: true }).click();
  await page.getByLabel('API key').waitFor();
});

function storage(page: { evaluate: (script: string) => Promise<unknown> }): Promise<string> {
  return page.evaluate('JSON.stringify(localStorage) + JSON.stringify(sessionStorage)') as Promise<string>;
}
