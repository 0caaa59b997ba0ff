import { join } from 'node:path';
import { splitByHash } from '@aispm/testing';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { getContractOperation, listContractOperations, readContract } from '../build/contract.ts';
import { operationAnchor } from '../build/reference-anchors.ts';
import { connectBrowser, REPORTS, waitForSection } from './browser.ts';

const contract = readContract();
const { windows, itLoadsNothingElse } = connectBrowser();

/** A text to search for, and the end of the address that must be among the results. */
interface Query {
  text: string;
  address: string;
}

const queries = listContractOperations(contract).flatMap((operation): Query[] =>
  [operation.operationId, operation.path].map((text) => ({
    text,
    address: `reference.html#${operationAnchor(operation)}`,
  })),
);

/** The search delays each query, which adds up to this when two test files share two processors. */
const ALL_QUERIES_TIMEOUT_MS = 300_000;

/** Types into the search box, and waits for a result with an address. */
async function search(page: Page, { text, address }: Query): Promise<void> {
  await page.locator('#localsearch-input').fill(text);
  await page.locator(`#localsearch-list a[href$="${address}"]`).first().waitFor({ timeout: 15_000 });
}

/** Types one query after the other in one window, and returns those whose address is not among the results. */
async function findFailedQueries(all: Query[]): Promise<string[]> {
  const page = await windows.open('/');
  await page.locator('.DocSearch-Button').click();
  const failed: string[] = [];
  for (const query of all) {
    await search(page, query).catch(() => failed.push(query.text));
    // No result of this query may satisfy the next one.
    await page.locator('#localsearch-input').fill('');
    await page.locator('#localsearch-list a').first().waitFor({ state: 'detached' });
  }
  await page.close();
  return failed;
}

describe.each(splitByHash(queries, ({ text }) => text, 30))(
  'the search for $cases.length ids and paths',
  ({ cases, tags }) => {
    it('finds the operations', { tags, timeout: ALL_QUERIES_TIMEOUT_MS }, async () => {
      const half = Math.ceil(cases.length / 2);
      const failed = await Promise.all([findFailedQueries(cases.slice(0, half)), findFailedQueries(cases.slice(half))]);
      expect(failed.flat()).toEqual([]);
    });
  },
);

describe('the search', () => {
  it('lists an operation first when its id is the query, and opens it', async () => {
    const operation = getContractOperation(contract, 'getAgent');
    const page = await windows.open('/reference.html');
    await page.locator('h1').waitFor();
    await page.keyboard.press('Control+k');
    await search(page, { text: operation.operationId, address: `reference.html#${operationAnchor(operation)}` });
    await page.screenshot({ path: join(REPORTS, 'search.png') });
    const boxes = page.getByPlaceholder(/search/i).filter({ visible: true });
    expect(await boxes.count()).toBe(1);
    await page.keyboard.press('Enter');
    await waitForSection(page, operationAnchor(operation));
    await page.close();
  });

  it('finds guides', async () => {
    const page = await windows.open('/');
    await page.locator('.DocSearch-Button').click();
    await search(page, { text: 'idempotency', address: 'guides/errors.html#idempotency' });
    await page.close();
  });
});

describe('the opened pages', () => {
  itLoadsNothingElse();
});
