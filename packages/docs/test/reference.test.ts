import { describe, expect, test } from 'vitest';
import { operationsOf, readContract } from '../build/contract.ts';
import { operationAnchor, schemaAnchor } from '../build/reference.ts';
import { connectBrowser, waitForSection } from './browser.ts';

const contract = readContract();
const operations = operationsOf(contract);
const schemas = Object.keys(contract.components.schemas);
/** In the order of the menu, or nearly: what is near to the section before is soon drawn. */
const anchors = [
  ...operations.toSorted((one, other) => one.tag.localeCompare(other.tag)).map(operationAnchor),
  ...schemas.toSorted((one, other) => titleOf(one).localeCompare(titleOf(other), 'en')).map(schemaAnchor),
];
const { windows, testQuiet } = connectBrowser();

function titleOf(schema: string): string {
  return String(contract.components.schemas[schema]?.title);
}

/** Follows one link after the other on one page, and returns those whose heading did not come into the window. */
async function followAll(links: string[]): Promise<string[]> {
  // A small window: what Redoc draws around each section, and its menu, is most of the time that this takes.
  const page = await windows.open('/reference.html', { viewport: { width: 600, height: 300 } });
  await page.locator('.reference h1').waitFor();
  const lost = await page.evaluate(async (targets) => {
    const lostTargets: string[] = [];
    for (const target of targets) {
      window.location.hash = target;
      const started = performance.now();
      for (;;) {
        await new Promise(requestAnimationFrame);
        const heading = document.getElementById(target.slice(1))?.querySelector('h1, h2, h3');
        const { top = -1, height = 0 } = heading?.getBoundingClientRect() ?? {};
        if (height > 0 && top >= 0 && top < window.innerHeight) break;
        if (performance.now() - started > 20_000) {
          lostTargets.push(target);
          break;
        }
      }
    }
    return lostTargets;
  }, links);
  await page.close();
  return lost;
}

/** Every so many of the links are followed on each push; all of them in the tests that take long. */
const SAMPLE = 48;

test('a sample of the operations and schemas open by their links', async () => {
  expect(await followAll(anchors.filter((_, index) => index % SAMPLE === 0))).toEqual([]);
});

test('every operation and every schema opens by its link', { tags: ['long'] }, async () => {
  const half = Math.ceil(anchors.length / 2);
  const lost = await Promise.all([followAll(anchors.slice(0, half)), followAll(anchors.slice(half))]);
  expect(lost.flat()).toEqual([]);
});

test('the menu has every schema', async () => {
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

test('a link from elsewhere opens the last operation', { tags: ['long'] }, async () => {
  const last = operations.at(-1);
  if (!last) throw new Error('The contract has no operation.');
  const page = await windows.open(`/reference.html#${operationAnchor(last)}`);
  await waitForSection(page, operationAnchor(last));
  await page.close();
});

describe.each([
  { chosen: [operations[3], operations.at(-2)], tags: [] },
  { chosen: [operations.at(-2), operations[8], operations[3]], tags: ['long'] },
])('in the menu', ({ chosen, tags }) => {
  test('a single click opens an operation, wherever the page is', { tags }, async () => {
    const page = await windows.open('/reference.html', { viewport: { width: 1200, height: 400 } });
    for (const operation of chosen) {
      if (!operation) throw new Error('The contract has too few operations.');
      const entry = page.locator(`.menu-content a[href$="#${operationAnchor(operation)}"]`);
      if (!(await entry.isVisible()))
        await page.locator('.menu-content').getByRole('link', { name: operation.tag, exact: true }).click();
      await entry.click();
      await waitForSection(page, operationAnchor(operation));
    }
    await page.close();
  });
});

test('an operation has samples, errors, its limit and the next calls', async () => {
  const operation = operations.find(({ answers }) => Object.values(answers).some(({ links }) => links));
  if (!operation) throw new Error('No operation has links.');
  const page = await windows.open(`/reference.html#${operationAnchor(operation)}`);
  await waitForSection(page, operationAnchor(operation));
  const section = page.locator(`[id="${operationAnchor(operation).slice(1)}"]`);
  await section.getByText('Errors', { exact: true }).click();
  await section.getByText('What to call next', { exact: true }).click();
  const text = await section.innerText();
  for (const status of Object.keys(operation.answers)) expect(text).toContain(status);
  expect(text).toMatch(/Limit: \d+ requests in \d+ seconds/);
  const sample = section.locator('pre').first();
  expect(await sample.innerText()).toContain(`import { createClient, ${operation.operationId} }`);
  await page.screenshot({ path: 'reports/operation.png' });
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

test('the light and the dark of the switch reach the reference, and stay', async () => {
  const page = await windows.open('/guides/paging.html');
  const toggle = () => page.locator('.VPNavBarAppearance button').click();
  const background = () =>
    page.locator('.reference main').evaluate((main) => getComputedStyle(main.parentElement as Element).backgroundColor);
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

testQuiet();
