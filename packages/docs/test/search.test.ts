import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { operationsOf, readContract } from '../build/contract.ts';
import { operationAnchor } from '../build/reference.ts';
import { connectBrowser, waitForSection } from './browser.ts';

const operations = operationsOf(readContract());
const { windows, testQuiet } = connectBrowser();

/** Types into the search box, and returns the addresses of what it shows once that holds what is sought. */
async function search(page: Page, text: string, sought: string): Promise<string[]> {
  await page.locator('#localsearch-input').fill(text);
  const results = page.locator('#localsearch-list a');
  await page
    .locator(`#localsearch-list a[href$="${sought}"]`)
    .first()
    .waitFor({ timeout: 5_000 })
    .catch(() => {});
  return results.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
}

/** Seeks one text after the other in the search box of one window, and returns those that do not find their address. */
async function seekAll(sought: { text: string; address: string }[]): Promise<string[]> {
  const page = await windows.open('/');
  await page.locator('.DocSearch-Button').click();
  const box = page.locator('#localsearch-input');
  await box.waitFor();
  const missing = await box.evaluate(async (input: HTMLInputElement, all) => {
    const notFound: string[] = [];
    for (const { text, address } of all) {
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      const started = performance.now();
      while (!document.querySelector(`#localsearch-list a[href$="${address}"]`)) {
        if (performance.now() - started > 5_000) {
          notFound.push(text);
          break;
        }
        await new Promise((done) => setTimeout(done, 20));
      }
      // Nothing is left to find the next one in.
      input.value = '';
      input.dispatchEvent(new Event('input', { bubbles: true }));
      while (document.querySelector('#localsearch-list a')) await new Promise((done) => setTimeout(done, 20));
    }
    return notFound;
  }, sought);
  await page.close();
  return missing;
}

/** What an operation is sought by, and where that is to lead. */
const sought = operations.flatMap((operation) =>
  [operation.operationId, operation.path].map((text) => ({
    text,
    address: `reference.html#${operationAnchor(operation)}`,
  })),
);

test('the search finds some operations by their ids, and others by their paths', async () => {
  expect(await seekAll(sought.filter((_, index) => index % 15 === 0))).toEqual([]);
});

test('the search finds every operation by its id and by its path', { tags: ['long'], timeout: 180_000 }, async () => {
  // The box waits a little for the next letter: three windows wait at the same time.
  const shares = [0, 1, 2].map((share) => sought.filter((_, index) => index % 3 === share));
  expect((await Promise.all(shares.map(seekAll))).flat()).toEqual([]);
});

test('the search has an operation first when it is sought by its id, and leads to it', async () => {
  const [, , , , operation] = operations;
  if (!operation) throw new Error('The contract has too few operations.');
  const page = await windows.open('/reference.html');
  await page.locator('.reference h1').waitFor();
  await page.keyboard.press('Control+k');
  await search(page, operation.operationId, `reference.html#${operationAnchor(operation)}`);
  await page.screenshot({ path: 'reports/search.png' });
  const boxes = page.getByPlaceholder(/search/i).filter({ visible: true });
  expect(await boxes.count()).toBe(1);
  await page.keyboard.press('Enter');
  await waitForSection(page, operationAnchor(operation));
  await page.close();
});

test('the search finds guides', async () => {
  const page = await windows.open('/');
  await page.locator('.DocSearch-Button').click();
  const results = await search(page, 'idempotency', 'guides/errors.html#idempotency');
  expect(results.some((address) => address.includes('/guides/'))).toBe(true);
  await page.close();
});

testQuiet();
