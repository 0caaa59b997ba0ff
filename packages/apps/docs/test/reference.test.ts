import { join } from 'node:path';
import { listProtocolResponses, protocolResponsesOf } from '@aispm/openapi';
import { isSampled, splitByHash } from '@aispm/testing';
import { describe, expect, it, vi } from 'vitest';
import { getContractOperation, listContractOperations, readContract } from '../build/contract.ts';
import { ERRORS_TAG } from '../build/error-tables.ts';
import { createReferenceDocument } from '../build/reference.ts';
import { operationAnchor, schemaAnchor, tagAnchor } from '../build/reference-anchors.ts';
import { connectBrowser, REPORTS, waitForSection } from './browser.ts';

const contract = readContract();
const operations = listContractOperations(contract);
const protocolResponses = listProtocolResponses(contract);
const schemas = Object.keys(contract.components.schemas);
/** Nearly in the order of the menu: Redoc renders a section sooner if it is close to the previous one. */
const anchors = [
  ...operations.toSorted((a, b) => a.tag.localeCompare(b.tag)).map(operationAnchor),
  ...schemas.toSorted((a, b) => schemaTitle(a).localeCompare(schemaTitle(b), 'en')).map(schemaAnchor),
];
const { windows, itLoadsNothingElse } = connectBrowser();

/** Opening all sections takes this long when two test files share two processors. */
const ALL_SECTIONS_TIMEOUT_MS = 600_000;

function schemaTitle(name: string): string {
  return String(contract.components.schemas[name]?.title);
}

/** Opens one link after the other on one page, and returns those whose section does not appear in the window. */
async function findBrokenLinks(links: string[]): Promise<string[]> {
  // In a small window Redoc renders fewer sections around the current one.
  const page = await windows.open('/reference.html', { viewport: { width: 600, height: 300 } });
  await page.locator('.reference h1').waitFor();
  const broken: string[] = [];
  for (const link of links) {
    await page.evaluate((anchor) => {
      window.location.hash = anchor;
    }, link);
    await waitForSection(page, link).catch(() => broken.push(link));
  }
  await page.close();
  return broken;
}

describe.each(splitByHash(anchors, (anchor) => anchor, 32))(
  '$cases.length links to operations and schemas',
  ({ cases, tags }) => {
    it('open the section that they name', { tags, timeout: ALL_SECTIONS_TIMEOUT_MS }, async () => {
      const half = Math.ceil(cases.length / 2);
      const broken = await Promise.all([findBrokenLinks(cases.slice(0, half)), findBrokenLinks(cases.slice(half))]);
      expect(broken.flat()).toEqual([]);
    });
  },
);

describe('the menu of the reference', () => {
  it('lists every schema', async () => {
    const page = await windows.open('/reference.html');
    await page.locator('.menu-content').getByRole('link', { name: 'Schemas', exact: true }).click();
    const entries = page.locator('.menu-content a[href*="#/schemas/"]');
    await expect.poll(() => entries.count()).toBeGreaterThanOrEqual(schemas.length);
    const addresses = await entries.evaluateAll((all) =>
      all.map((link) => new URL((link as HTMLAnchorElement).href).hash),
    );
    expect(addresses).toEqual(expect.arrayContaining(schemas.map((name) => `#${schemaAnchor(name)}`)));
    await page.close();
  });
});

describe.each([
  { oneIn: 30, tags: [] },
  { oneIn: 4, tags: ['long'] },
])('a click on one in $oneIn operations of the menu', ({ oneIn, tags }) => {
  it('opens the operation, wherever the page is', { tags, timeout: ALL_SECTIONS_TIMEOUT_MS }, async () => {
    const sample = operations.filter(({ operationId }) => isSampled(operationId, oneIn));
    expect(sample.length).toBeGreaterThan(1);
    const page = await windows.open('/reference.html', { viewport: { width: 1200, height: 400 } });
    for (const operation of [...sample, ...sample.toReversed()]) {
      const menu = page.locator('.menu-content');
      const entry = menu.locator(`a[href$="#${operationAnchor(operation)}"]`);
      // Redoc replaces menu entries while the page scrolls, and a click on a replaced entry is lost.
      await vi.waitFor(
        async () => {
          if (!(await entry.isVisible())) {
            await menu.getByRole('link', { name: operation.tag, exact: true }).click({ timeout: 5_000 });
          }
          await entry.click({ timeout: 5_000 });
          await waitForSection(page, operationAnchor(operation), 10_000);
        },
        { timeout: 60_000 },
      );
    }
    await page.close();
  });
});

describe('a section of the reference', () => {
  it('opens by a link from another site', { tags: ['long'] }, async () => {
    const operation = getContractOperation(contract, 'listViews');
    const page = await windows.open(`/reference.html#${operationAnchor(operation)}`);
    await waitForSection(page, operationAnchor(operation));
    await page.close();
  });

  it('shows code samples, errors, the quota and the next calls of an operation', async () => {
    const operation = operations.find(({ responses }) => Object.values(responses).some(({ links }) => links));
    if (!operation) throw new Error('No operation has links.');
    const page = await windows.open(`/reference.html#${operationAnchor(operation)}`);
    await waitForSection(page, operationAnchor(operation));
    const section = page.locator(`[id="${operationAnchor(operation).slice(1)}"]`);
    await section.getByText('Errors', { exact: true }).click();
    await section.getByText('What to call next', { exact: true }).click();
    const text = await section.innerText();
    const protocolStatuses = protocolResponsesOf(protocolResponses, operation).map(({ status }) => status);
    for (const status of [...Object.keys(operation.responses), ...protocolStatuses]) expect(text).toContain(status);
    expect(text).toMatch(/Limit: \d+ requests in \d+ seconds/);
    const sample = section.locator('pre').first();
    expect(await sample.innerText()).toContain(`import { createClient, ${operation.operationId} }`);
    await page.screenshot({ path: join(REPORTS, 'operation.png') });
    for (const [language, start] of [
      ['curl', 'curl '],
      ['fetch', 'const response = await fetch('],
    ] as const) {
      await section
        .getByRole('button', { name: /^(TypeScript|curl)$/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: language, exact: true }).click();
      await expect.poll(() => sample.innerText()).toContain(start);
    }
    await page.close();
  });
});

describe('the request body of an operation', () => {
  it('has its maximum size', async () => {
    const operation = getContractOperation(contract, 'submitScan');
    const page = await windows.open(`/reference.html#${operationAnchor(operation)}`);
    await waitForSection(page, operationAnchor(operation));
    const section = page.locator(`[id="${operationAnchor(operation).slice(1)}"]`);
    await section.getByText('Maximum size: 32 MiB, without compression.').waitFor();
    await page.close();
  });

  it('has the maximum size of all requests where it has none of its own', () => {
    const operation = getContractOperation(createReferenceDocument(), 'createView');
    expect(operation.requestBody?.description).toMatch(/Maximum size: 1 MiB, without compression\.$/);
  });
});

describe('the protocol responses', () => {
  it('are one table, to which every operation leads', async () => {
    const page = await windows.open(`/reference.html#${tagAnchor(ERRORS_TAG)}`);
    await waitForSection(page, tagAnchor(ERRORS_TAG));
    const table = page.locator(`[id="${tagAnchor(ERRORS_TAG).slice(1)}"] table`, { hasText: 'Retry-After' });
    const statuses = await table.locator('tbody td:first-child').allInnerTexts();
    expect(statuses.map((text) => text.split(' ')[0])).toEqual(protocolResponses.map(({ status }) => status));
    for (const { operationId, definition } of listContractOperations(createReferenceDocument())) {
      expect(definition.description, operationId).toContain(`[Any request can also return](#${tagAnchor(ERRORS_TAG)})`);
    }
    await page.close();
  });
});

describe('the color switch', () => {
  it('changes the colors of the reference, which remain after a reload', async () => {
    const page = await windows.open('/guides/paging.html');
    const toggle = () => page.locator('.VPNavBarAppearance button').click();
    const background = () =>
      page
        .locator('.reference main')
        .evaluate((main) => getComputedStyle(main.parentElement as Element).backgroundColor);
    await toggle();
    await page.locator('html.dark').waitFor();
    await page.getByRole('link', { name: 'Reference' }).first().click();
    await page.locator('.reference h1').waitFor();
    expect(await page.locator('html.dark').count()).toBe(1);
    const dark = await background();
    await toggle();
    await page.locator('html:not(.dark)').waitFor();
    await expect.poll(background).not.toBe(dark);
    await page.reload();
    await page.locator('.reference h1').waitFor();
    expect(await page.locator('html.dark').count()).toBe(0);
    expect(await background()).not.toBe(dark);
    await page.close();
  });
});

describe('the opened pages', () => {
  itLoadsNothingElse();
});
