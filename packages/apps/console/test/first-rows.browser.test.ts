/**
 * Work that is deferred, because it would delay the first rows of a list.
 *
 * @module-tag long
 */
import { expect, it } from 'vitest';
import { startConsole } from './console.ts';

const tested = startConsole();

it('the panels of a list are only rendered while they are open', async () => {
  const page = await tested.visit(tested.screen('/agents'));
  await page.getByRole('link', { name: 'Customs Desk' }).waitFor();
  const panels = page.getByRole('main').locator('[popover]');
  expect(await panels.count()).toBe(3);
  const content = page.getByRole('main').locator('[popover] *');
  expect(await content.count()).toBe(0);
  await page.getByRole('button', { name: 'Filters' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filters' });
  await dialog.getByRole('group', { name: 'Severity' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => content.count()).toBe(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  // The panel is aligned with the end of its button.
  const end = async (name: 'button' | 'dialog') => {
    const box = await page.getByRole(name, { name: 'Columns' }).boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0));
  };
  expect(await end('dialog')).toBe(await end('button'));
});

it('a list only creates the formatter of relative times', async () => {
  const page = await tested.open();
  await page.addInitScript(
    (session) => {
      sessionStorage.setItem('aispm-session', session);
      const created: string[] = [];
      Object.assign(window, { created });
      for (const name of ['DateTimeFormat', 'NumberFormat', 'RelativeTimeFormat'] as const) {
        const construct = (target: () => object, args: unknown[], newTarget: () => object) => {
          created.push(name);
          return Reflect.construct(target, args, newTarget);
        };
        Object.assign(Intl, { [name]: new Proxy(Intl[name] as never, { construct }) });
      }
    },
    JSON.stringify({ baseUrl: tested.api, token: tested.key }),
  );
  await page.goto(tested.url + tested.screen('/agents'));
  await page.getByRole('link', { name: 'Customs Desk' }).waitFor();
  expect(await page.evaluate(() => (window as unknown as { created: string[] }).created)).toEqual([
    'RelativeTimeFormat',
  ]);
});
