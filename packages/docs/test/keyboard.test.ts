import { createMock } from '@aispm/mock';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationsOf, readContract } from '../build/contract.ts';
import { operationAnchor } from '../build/reference.ts';
import { type DocsServer, serveDocs } from '../server.ts';
import { connectBrowser, waitForSection } from './browser.ts';

const [first, operation] = operationsOf(readContract());
if (!first || !operation) throw new Error('The contract has too few operations.');
const { windows, testQuiet } = connectBrowser();
let withMock: DocsServer;

beforeAll(async () => {
  withMock = await serveDocs({ port: 0, mock: await createMock() });
});

afterAll(async () => {
  await withMock?.close();
});

/** Presses of the Tab key after which a page counts as one that does not let go. */
const MOST_STOPS = 400;

/** What a page notes of the focus while Tab is pressed. */
type Noting = Window & { stops: number; hasLeft: boolean; unseen: Set<string> };

/**
 * Presses Tab through a page, or through what is before the end of a part of it, and returns what is wrong: what can be
 * used there and was not reached, what did not show that it has the focus, and a page that does not let go of it.
 *
 * @param parts what is gone through: the focus is there first, and then leaves
 */
async function faultsOfTabbing(page: Page, parts: string): Promise<string[]> {
  await page.evaluate((selector) => {
    const noting = window as unknown as Noting;
    Object.assign(noting, { stops: 0, hasLeft: false, unseen: new Set() });
    document.addEventListener('focusin', ({ target }) => {
      const element = target as HTMLElement;
      noting.stops += 1;
      noting.hasLeft = 'reached' in element.dataset || element.closest(selector) === null;
      element.dataset.reached = '';
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) === 0)
        noting.unseen.add(element.outerHTML.slice(0, 160));
    });
  }, parts);
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    await page.keyboard.press('Tab');
    // As long as a hand takes, and until what the page draws for this place is there.
    const goesOn = await page.evaluate(async () => {
      await new Promise((done) => requestIdleCallback(done, { timeout: 1_000 }));
      const noting = window as unknown as Noting;
      return !noting.hasLeft && (document.activeElement !== document.body || noting.stops === 0);
    });
    if (!goesOn) break;
  }
  return page.evaluate(
    ({ selector, most }) => {
      const { unseen, stops } = window as unknown as Noting;
      const usable = [
        ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
      ].filter(
        (element) =>
          element.closest(selector) &&
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          element.tabIndex >= 0 &&
          !(element as HTMLButtonElement).disabled,
      );
      const missed = usable.filter(({ dataset }) => !('reached' in dataset));
      return [
        ...missed.map(({ outerHTML }) => `not reached: ${outerHTML.slice(0, 160)}`),
        ...[...unseen].map((html) => `no sign of the focus: ${html}`),
        ...(usable.length === 0 || stops >= most ? [`${stops} stops for ${usable.length} elements`] : []),
      ];
    },
    { selector: parts, most: MOST_STOPS },
  );
}

const reachesEverything = async (address: string) => {
  const page = await windows.open(address);
  await page.locator('h1').waitFor();
  expect(await faultsOfTabbing(page, 'body')).toEqual([]);
  await page.close();
};

test.each(['/', '/guides/quick-start.html', '/guides/object-graph.html'])(
  'Tab alone reaches everything that can be used on %s, and shows where it is',
  { tags: ['long'] },
  reachesEverything,
);

test('Tab alone reaches the navigation, the menu, the files and the text of the reference', {
  tags: ['long'],
}, async () => {
  const page = await windows.open('/reference.html');
  await page.locator('.reference h1').waitFor();
  const overview = '.reference main :has(> [data-testid="right-panel"] [download])';
  expect(await faultsOfTabbing(page, `header, .menu-content, ${overview}, .VPSkipLink`)).toEqual([]);
  for (const file of ['openapi.yaml', 'openapi.json'])
    expect(await page.locator(overview).locator(`[href$="${file}"][data-reached]`).count()).toBeGreaterThan(0);
  await page.close();
});

test('Tab alone reaches everything of an operation', { tags: ['long'] }, async () => {
  const page = await windows.open(`/reference.html#${operationAnchor(first)}`);
  await waitForSection(page, operationAnchor(first));
  expect(await faultsOfTabbing(page, `[id="${operationAnchor(first).slice(1)}"]`)).toEqual([]);
  await page.close();
});

/** Presses Tab until the element that a test of its text finds has the focus. */
async function tabTo(page: Page, text: RegExp): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate(() => {
      const element = document.activeElement;
      return (
        element?.getAttribute('aria-label') || element?.getAttribute('title') || element?.textContent?.trim() || ''
      );
    });
    if (text.test(label)) return;
  }
  throw new Error(`Tab does not lead to ${text}.`);
}

test('the first Tab leads to a link past the navigation', async () => {
  const page = await windows.open('/guides/paging.html');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('#VPContent') !== null)).toBe(true);
  await page.close();
});

test('from a link to an operation, Tab goes on within it', async () => {
  const page = await windows.open(`/reference.html#${operationAnchor(operation)}`);
  await waitForSection(page, operationAnchor(operation));
  await page.keyboard.press('Tab');
  const section = page.locator(`[id="${operationAnchor(operation).slice(1)}"]`);
  expect(await section.locator('a').and(page.locator(':focus')).count()).toBe(1);
  await page.close();
});

test('the keyboard opens the search, seeks, follows a result, and closes it again', async () => {
  const page = await windows.open('/guides/paging.html');
  await tabTo(page, /^Search$/);
  await page.keyboard.press('Enter');
  await page.locator('#localsearch-input').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('#localsearch-input').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.locator('#localsearch-input').waitFor();
  await page.keyboard.type(operation.operationId);
  await page.locator('#localsearch-list a').first().waitFor();
  await page.keyboard.press('Enter');
  await waitForSection(page, operationAnchor(operation));
  await page.close();
});

test('the keyboard changes light and dark, and opens an operation in the menu', async () => {
  const page = await windows.open('/reference.html');
  await page.locator('.reference h1').waitFor();
  await tabTo(page, /dark theme|light theme/i);
  await page.keyboard.press('Enter');
  await page.locator('html.dark').waitFor({ state: 'attached' });
  await tabTo(page, new RegExp(`^${operation.tag}`));
  await page.keyboard.press('Enter');
  await page.locator('.menu-content').getByText(operation.summary, { exact: true }).first().waitFor();
  await tabTo(page, new RegExp(`^${operation.summary}`));
  await page.keyboard.press('Enter');
  await waitForSection(page, operationAnchor(operation));
  await page.close();
});

test('the keyboard chooses the language of a sample and the status of an answer', { tags: ['long'] }, async () => {
  const page = await windows.open(`/reference.html#${operationAnchor(first)}`);
  await waitForSection(page, operationAnchor(first));
  const section = page.locator(`[id="${operationAnchor(first).slice(1)}"]`);
  await tabTo(page, /^TypeScript$/);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'TypeScript' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => section.locator('pre').first().innerText()).toContain('curl ');
  await tabTo(page, /^200$/);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => section.getByRole('tab', { selected: true }).first().innerText()).not.toBe('200');
  await page.close();
});

async function openTryIt(): Promise<Page> {
  const page = await windows.openEmpty({}, { requests: [], complaints: [] });
  await page.goto(`${withMock.url}/try.html#${operation?.operationId}`);
  await page.locator('form.try-it').waitFor();
  return page;
}

test('Tab alone reaches everything of "Try it"', { tags: ['long'] }, async () => {
  const page = await openTryIt();
  expect(await faultsOfTabbing(page, 'body')).toEqual([]);
  await page.close();
});

test('the keyboard fills in "Try it" and sends it', async () => {
  const page = await openTryIt();
  await tabTo(page, /^Send to the mock$/);
  await page.keyboard.press('Enter');
  await page.locator('.try-it-answer').waitFor();
  await tabTo(page, /^Body of the answer$/);
  await page.close();
});

testQuiet();
