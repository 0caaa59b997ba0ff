/** @module-tag long */

import { sampleByHash } from '@aispm/testing';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { getContractOperation, readContract } from '../build/contract.ts';
import { operationAnchor } from '../build/reference-anchors.ts';
import { operationPath } from '../build/reference-links.ts';
import { connectBrowser, waitForSection } from './browser.ts';

const operation = getContractOperation(readContract(), 'getAgent');
const anchor = operationAnchor(operation);
const { windows, itLoadsNothingElse } = connectBrowser();

/** After this many presses of Tab, focus counts as trapped. */
const MAX_STOPS = 400;

/** Number of presses of Tab between checks of the focus, which are slow on busy machines. */
const PRESSES_AT_ONCE = 8;

/** A page that records focus while Tab is pressed. */
type FocusRecorder = Window & { stops: number; hasLeft: boolean; withoutOutline: Set<string> };

/**
 * Presses Tab until focus leaves a part of a page. Returns the problems: unreached interactive elements, elements without a
 * focus indicator, and trapped focus.
 *
 * @param selector matches the parts to check, in which focus starts
 */
async function findTabProblems(page: Page, selector: string): Promise<string[]> {
  await page.evaluate((parts) => {
    const recorder = window as unknown as FocusRecorder;
    Object.assign(recorder, { stops: 0, hasLeft: false, withoutOutline: new Set() });
    document.addEventListener('focusin', ({ target }) => {
      const element = target as HTMLElement;
      // Ignores further presses after focus has left.
      if (recorder.hasLeft) return;
      recorder.stops += 1;
      recorder.hasLeft = 'reached' in element.dataset || element.closest(parts) === null;
      element.dataset.reached = '';
      // The label of a hidden button shows its focus indicator.
      const labels = (element as HTMLInputElement).labels ?? [];
      const isShown = [element, ...labels].some((shown) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(shown);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
      });
      if (!isShown) recorder.withoutOutline.add(element.outerHTML.slice(0, 160));
    });
  }, selector);
  for (let presses = 0; presses < MAX_STOPS; presses += PRESSES_AT_ONCE) {
    for (let press = 0; press < PRESSES_AT_ONCE; press += 1) await page.keyboard.press('Tab');
    if (await page.evaluate(() => (window as unknown as FocusRecorder).hasLeft)) break;
  }
  return page.evaluate(
    ({ parts, max }) => {
      const { withoutOutline, stops } = window as unknown as FocusRecorder;
      const interactive = [
        ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
      ].filter(
        (element) =>
          element.closest(parts) &&
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          element.tabIndex >= 0 &&
          !(element as HTMLButtonElement).disabled,
      );
      const missed = interactive.filter(({ dataset }) => !('reached' in dataset));
      return [
        ...missed.map(({ outerHTML }) => `not reached: ${outerHTML.slice(0, 160)}`),
        ...[...withoutOutline].map((html) => `no focus indicator: ${html}`),
        ...(interactive.length === 0 || stops >= max ? [`${stops} stops for ${interactive.length} elements`] : []),
      ];
    },
    { parts: selector, max: MAX_STOPS },
  );
}

/** A page that ignores Tab while an element with a matching label has focus. */
type FocusKeeper = Window & { wanted?: RegExp; isFound(): boolean };

/** Presses Tab until an element with a matching label has focus. */
async function tabTo(page: Page, label: RegExp): Promise<void> {
  await page.evaluate((wanted) => {
    const keeper = window as unknown as FocusKeeper;
    const isFirst = keeper.wanted === undefined;
    keeper.wanted = wanted;
    if (!isFirst) return;
    keeper.isFound = () => {
      const element = document.activeElement;
      const text = ['aria-label', 'title'].map((name) => element?.getAttribute(name)).find(Boolean);
      return element !== document.body && keeper.wanted?.test(text || element?.textContent?.trim() || '') === true;
    };
    addEventListener('keydown', (event) => event.key === 'Tab' && keeper.isFound() && event.preventDefault(), true);
  }, label);
  for (let presses = 0; presses < 200; presses += PRESSES_AT_ONCE) {
    for (let press = 0; press < PRESSES_AT_ONCE; press += 1) await page.keyboard.press('Tab');
    if (await page.evaluate(() => (window as unknown as FocusKeeper).isFound())) return;
  }
  throw new Error(`200 presses of Tab don't reach ${label}.`);
}

async function openTryIt(): Promise<Page> {
  const page = await windows.openEmpty({}, { requests: [], errors: [] });
  await page.goto(`${inject('siteWithMock')}/try.html#${operation.operationId}`);
  await page.locator('form.try-it').waitFor();
  return page;
}

describe('Tab', () => {
  it.each(sampleByHash(['/', '/guides/quick-start.html', '/guides/object-graph.html'], (url) => url, 3))(
    'reaches every interactive element of %s, and shows a focus indicator',
    async (url) => {
      const page = await windows.open(url);
      await page.locator('h1').waitFor();
      expect(await findTabProblems(page, 'body')).toEqual([]);
      await page.close();
    },
  );

  it('reaches the navigation, the menu and the downloads of the reference', async () => {
    const page = await windows.open('/reference.html');
    const intro = '[data-part="content"] > :not(section)';
    expect(await findTabProblems(page, `header, .VPSidebar, ${intro}, .VPSkipLink`)).toEqual([]);
    for (const file of ['openapi.yaml', 'openapi.json']) {
      expect(await page.locator(`${intro} > [href$="${file}"][data-reached]`).count()).toBe(1);
    }
    await page.close();
  });

  it('reaches every interactive element of an operation', async () => {
    const page = await windows.open(`/reference/${operation.operationId}.html`);
    expect(await findTabProblems(page, 'body')).toEqual([]);
    await page.close();
  });

  it('reaches every interactive element of "Try it"', async () => {
    const page = await openTryIt();
    expect(await findTabProblems(page, 'body')).toEqual([]);
    await page.close();
  });

  it('first reaches a link that skips the navigation', async () => {
    const page = await windows.open('/guides/paging.html');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('#VPContent') !== null)).toBe(true);
    await page.close();
  });

  it('continues in the section that a link has opened', async () => {
    const page = await windows.open(`/reference.html#${anchor}`);
    await waitForSection(page, anchor);
    await page.keyboard.press('Tab');
    const section = page.locator(`[id="${anchor}"]`);
    expect(await section.locator('a').and(page.locator(':focus')).count()).toBe(1);
    await page.close();
  });
});

describe('the keyboard', () => {
  it('opens the search, types a query, opens a result, and closes the search', async () => {
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
    await page.waitForURL(`**/${operationPath(operation)}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.close();
  });

  it('switches between light and dark, and opens an operation in the menu', async () => {
    const page = await windows.open('/reference/listRules.html');
    await tabTo(page, /dark theme|light theme/i);
    await page.keyboard.press('Enter');
    await page.locator('html.dark').waitFor({ state: 'attached' });
    await tabTo(page, new RegExp(`^${operation.tag}`));
    await page.keyboard.press('Enter');
    await tabTo(page, new RegExp(`${operation.summary}$`));
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('h1').innerText()).toContain(operation.summary);
    await page.close();
  });

  it('selects the language of a sample and opens the response of a status', async () => {
    const page = await windows.open(`/reference/${operation.operationId}.html`);
    await page.locator('.samples input').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.samples .language-shell').waitFor();
    // Another test checks everything in between.
    await page.locator(`details[id^="${operation.operationId}-4"] > summary`).first().focus();
    await tabTo(page, /^404/);
    await page.keyboard.press('Enter');
    await page.locator(`#${operation.operationId}-404 pre`).first().waitFor();
    await page.close();
  });

  it('fills in the form of "Try it" and sends the request', async () => {
    const page = await openTryIt();
    await page.locator('form.try-it select').first().focus();
    await tabTo(page, /^Send request$/);
    await page.keyboard.press('Enter');
    await page.locator('.try-it-response').waitFor();
    await tabTo(page, /^Response body$/);
    await page.close();
  });
});

describe('the opened pages', () => {
  itLoadsNothingElse([]);
});
