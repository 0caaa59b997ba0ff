/** The complete reference on one page. */
import { join } from 'node:path';
import { isSampled } from '@aispm/testing';
import { describe, expect, it } from 'vitest';
import { getContractOperation, listContractOperations, readContract } from '../build/contract.ts';
import { operationAnchor, schemaAnchor } from '../build/reference-anchors.ts';
import { connectBrowser, REPORTS } from './browser.ts';
import { expectSection, listSectionAnchors, openSection } from './sections.ts';

const contract = readContract();
const operations = listContractOperations(contract);
const anchors = listSectionAnchors(contract);
const { windows, itLoadsNothingElse } = connectBrowser();

describe('the complete reference', () => {
  it('has working links without JavaScript', { tags: ['long'] }, async () => {
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

describe('an operation in the complete reference', () => {
  it.each([
    { width: 1200, height: 800 },
    { width: 1440, height: 900 },
  ])('keeps its sample and its response in view next to the text at $width px', async (viewport) => {
    const anchor = operationAnchor(getContractOperation(contract, 'updateIssue'));
    const page = await windows.open(`/reference.html#${anchor}`, { viewport });
    await expectSection(page, anchor);
    const section = page.locator(`[id="${anchor}"]`);
    // Far enough that the heading is out of view.
    await page.evaluate(() => scrollBy(0, 700));
    const { introduction, example, details } = await section.locator('.operation').evaluate((parts) => {
      const [introduction, example, details] = [...parts.children].map((part) => part.getBoundingClientRect().toJSON());
      return { introduction, example, details };
    });
    expect(introduction.top).toBeLessThan(0);
    expect(example.left).toBeGreaterThanOrEqual(Math.max(introduction.right, details.right) + 16);
    expect(example.top).toBeGreaterThan(64);
    expect(example.bottom).toBeLessThanOrEqual(viewport.height);
    expect(await section.locator('.example pre').filter({ visible: true }).count()).toBe(2);
    await page.close();
  });

  it('shows its sample and its response above the details in a narrow window', async () => {
    const anchor = operationAnchor(getContractOperation(contract, 'updateIssue'));
    const page = await windows.open(`/reference.html#${anchor}`, { viewport: { width: 1199, height: 800 } });
    const tops = await page
      .locator(`[id="${anchor}"] .operation > div`)
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
    expect(tops).toHaveLength(3);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    await page.close();
  });
});

describe('a link to a section', () => {
  it('opens the section', { tags: ['long'] }, async () => {
    const page = await windows.open('/reference.html');
    for (const anchor of anchors.filter((candidate) => isSampled(candidate, 16))) {
      await openSection(page, anchor);
    }
    await page.close();
  });
});

describe('a link from another site', () => {
  it('opens the section in its fragment', async () => {
    const anchor = schemaAnchor('ViewUpdate');
    const page = await windows.open(`/reference.html#${anchor}`);
    await expectSection(page, anchor);
    await page.screenshot({ path: join(REPORTS, 'deep-link.png') });
    await page.close();
  });
});

describe('the menu of the complete reference', () => {
  it('opens the last of several operations clicked in quick succession', {
    tags: ['nightly'],
  }, async () => {
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

  it('marks the section at the top of the window, and its group', { tags: ['nightly'] }, async () => {
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

  it('works with Back and Forward', { tags: ['long'] }, async () => {
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
