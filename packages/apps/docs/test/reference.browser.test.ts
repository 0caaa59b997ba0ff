/** The complete reference on one page. */
import { join } from 'node:path';
import { isSampled, splitByHash } from '@aispm/testing';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { getContractOperation, listContractOperations, readContract } from '../build/contract.ts';
import { operationAnchor, schemaAnchor } from '../build/reference-anchors.ts';
import { connectBrowser, REPORTS, waitForSection } from './browser.ts';

const contract = readContract();
const operations = listContractOperations(contract);
const schemas = Object.keys(contract.components.schemas);
const anchors = [...operations.map(operationAnchor), ...schemas.map(schemaAnchor)];
const { windows, itLoadsNothingElse } = connectBrowser();

/** Returns the title of the section of the reference that is at the top of the window. */
function currentSection(page: Page): Promise<string> {
  return page.evaluate(() => {
    const sections = [...document.querySelectorAll<HTMLElement>('.entry')];
    const current = sections.findLast((section) => section.getBoundingClientRect().top < 180);
    return `#${current?.id}`;
  });
}

/** Returns whether the page cannot move further down, so that its last sections do not reach the top of the window. */
function isAtEnd(page: Page): Promise<boolean> {
  return page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2);
}

/** Waits until the page shows a section and no longer moves. */
async function expectSection(page: Page, anchor: string): Promise<void> {
  await waitForSection(page, anchor);
  await expect.poll(async () => (await isAtEnd(page)) || (await currentSection(page)) === `#${anchor}`).toBe(true);
}

describe('the complete reference', () => {
  it('is readable and has working links without JavaScript', async () => {
    const page = await windows.open('/reference.html', { javaScriptEnabled: false });
    expect(await page.getByText('Loading').count()).toBe(0);
    const operation = getContractOperation(contract, 'listRules');
    await page.locator('.reference-menu summary', { hasText: operation.tag }).click();
    await page.locator(`.reference-menu a[href="#${operationAnchor(operation)}"]`).click();
    const section = page.locator(`[id="${operationAnchor(operation)}"]`);
    await expect.poll(async () => (await section.locator('h3').boundingBox())?.y).toBeGreaterThan(0);
    expect((await section.locator('.endpoint').boundingBox())?.y).toBeLessThan(1000);
    const marker = page.locator('.entry ul:not(.fields ul) > li').first();
    expect(await marker.evaluate((item) => getComputedStyle(item).listStyleType)).toBe('disc');
    await page.close();
  });
});

describe.each(splitByHash(anchors, (anchor) => anchor, 32))('$cases.length links to sections', ({ cases, tags }) => {
  it('open the section that they name', { tags }, async () => {
    const page = await windows.open('/reference.html');
    for (const anchor of cases) {
      await page.evaluate((fragment) => {
        window.location.hash = fragment;
      }, anchor);
      await expectSection(page, anchor);
    }
    await page.close();
  });
});

describe('a link from another site', () => {
  it('opens the section that it names', async () => {
    const anchor = schemaAnchor('ViewUpdate');
    const page = await windows.open(`/reference.html#${anchor}`);
    await expectSection(page, anchor);
    await page.screenshot({ path: join(REPORTS, 'deep-link.png') });
    await page.close();
  });
});

describe('the menu of the complete reference', () => {
  it('opens the last of several operations that are clicked in quick succession, wherever the page is', async () => {
    const page = await windows.open('/reference.html');
    await page.locator('.reference-menu details').evaluateAll((groups) => {
      for (const group of groups) (group as HTMLDetailsElement).open = true;
    });
    const sample = operations.filter(({ operationId }) => isSampled(operationId, 4));
    expect(sample.length).toBeGreaterThan(5);
    for (const [index, operation] of sample.entries()) {
      const previous = sample.at(index - 1) ?? operation;
      await page.evaluate(
        ([first, second]) => {
          for (const anchor of [first, second]) {
            document.querySelector<HTMLElement>(`.reference-menu a[href="#${anchor}"]`)?.click();
          }
        },
        [operationAnchor(previous), operationAnchor(operation)],
      );
      await expectSection(page, operationAnchor(operation));
    }
    await page.close();
  });

  it('marks the section at the top of the window, and its group', async () => {
    const anchor = operationAnchor(getContractOperation(contract, 'getIssue'));
    const page = await windows.open(`/reference.html#${anchor}`);
    await expectSection(page, anchor);
    const link = page.locator(`.reference-menu a[href="#${anchor}"][aria-current="location"]`);
    await link.waitFor({ state: 'attached' });
    expect(await page.locator('.reference-menu details.has-current > summary').innerText()).toBe('Issues');
    await page.evaluate(() => scrollTo(0, 0));
    await link.waitFor({ state: 'detached' });
    expect(await page.locator('.reference-menu [aria-current], .reference-menu .has-current').count()).toBe(0);
    await page.close();
  });

  it('works with Back and Forward', async () => {
    const [first, second] = [
      getContractOperation(contract, 'getIssue'),
      getContractOperation(contract, 'listRules'),
    ].map(operationAnchor);
    const page = await windows.open(`/reference.html#${first}`);
    await expectSection(page, first ?? '');
    await page.locator('.reference-menu summary', { hasText: 'Rules' }).click();
    await page.locator(`.reference-menu a[href="#${second}"]`).click();
    await expectSection(page, second ?? '');
    await page.goBack();
    await expectSection(page, first ?? '');
    await page.goForward();
    await expectSection(page, second ?? '');
    expect(new URL(page.url()).hash).toBe(`#${second}`);
    await page.close();
  });
});

describe('the opened pages', () => {
  itLoadsNothingElse();
});
