import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Roles of interactive elements. */
const CONTROLS = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'listbox',
  'menuitem',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
]);

/** The axe rules that depend on colors, the only difference between themes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Returns the violations that axe finds on a page, one per line.
 *
 * @param rules the rules to apply: all, or only those for colors if only the theme has changed. Default: all.
 */
export async function violations(page: Page, rules: 'all' | 'colors' = 'all'): Promise<string[]> {
  // Waits for color transitions, which start with the next frame.
  const isLoaded = await page.evaluate(async () => {
    const { promise: drawn, resolve } = Promise.withResolvers();
    requestAnimationFrame(() => requestAnimationFrame(resolve));
    await drawn;
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    return 'axe' in window;
  });
  if (!isLoaded) await page.evaluate(axe);
  return page.evaluate(
    async (runOnly) => {
      // @ts-expect-error: axe-core defines it
      const result = await window.axe.run(document, { resultTypes: ['violations'], ...runOnly });
      return result.violations.flatMap((violation: { id: string; nodes: { html: string }[] }) =>
        violation.nodes.map(({ html }) => `${violation.id}: ${html.slice(0, 200)}`),
      );
    },
    rules === 'colors' ? { runOnly: { type: 'rule', values: COLOR_RULES } } : {},
  );
}

/** Returns how many pixels a page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Counts the controls in the accessibility tree, and returns the roles of unnamed ones. */
export async function readControls(page: Page): Promise<{ count: number; unnamed: string[] }> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const controls = nodes.filter(({ ignored, role }) => !ignored && CONTROLS.has(String(role?.value)));
  return {
    count: controls.length,
    unnamed: controls
      .filter(({ name }) => String(name?.value ?? '').trim() === '')
      .map(({ role }) => String(role?.value)),
  };
}

/** Counts the elements that Tab reaches, and returns those without a visible focus indicator. */
export async function readFocus(page: Page): Promise<{ count: number; invisible: string[] }> {
  // After keyboard input, the browser shows focus indicators.
  await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const elements = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]'),
    ];
    const reachable = elements.filter((element) => element.checkVisibility() && !element.matches(':disabled'));
    const invisible = reachable.filter((element) => {
      element.focus();
      const style = getComputedStyle(element);
      const hasOutline = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
      return document.activeElement !== element || !hasOutline;
    });
    return { count: reachable.length, invisible: invisible.map((element) => element.outerHTML.slice(0, 200)) };
  });
}

/**
 * Returns unexpected horizontal scrolling: the page if it's wider than its window, and areas with wider content that no
 * visible hint describes.
 */
export function horizontalScrolls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hasHint = (area: Element) => {
      const described = area.matches('[aria-describedby]') ? area : area.querySelector(':scope > [aria-describedby]');
      const hint = document.getElementById(described?.getAttribute('aria-describedby') ?? '');
      return hint?.checkVisibility() && hint.textContent.includes('horizontally');
    };
    const areas = [...document.body.querySelectorAll('*')].filter((element) => {
      const { overflowX } = getComputedStyle(element);
      return (overflowX === 'auto' || overflowX === 'scroll') && element.scrollWidth > element.clientWidth;
    });
    const root = document.documentElement;
    return [...(root.scrollWidth > root.clientWidth ? [root] : []), ...areas.filter((area) => !hasHint(area))].map(
      (element) => `${element.outerHTML.slice(0, 100)} by ${element.scrollWidth - element.clientWidth} px`,
    );
  });
}
