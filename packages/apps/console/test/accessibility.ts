import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Roles of what people operate. */
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

/** The rules of axe whose results depend on colors, which are all that themes change. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Returns what axe finds on a page, one line each.
 *
 * @param rules the rules to apply: all of them, or those for colors where another theme is all that has changed. Default: all.
 */
export async function violations(page: Page, rules: 'all' | 'colors' = 'all'): Promise<string[]> {
  // Colors in transition are neither the old nor the new ones; transitions begin with the next frame.
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

/** Returns by how many pixels a page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Returns the roles of controls that the accessibility tree has, and of those among them that have no name. */
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

/** Returns the elements that the Tab key reaches, and those among them whose focus is not seen. */
export async function readFocus(page: Page): Promise<{ count: number; invisible: string[] }> {
  // From here on the browser shows the focus, because the last input came from a keyboard.
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
 * Returns what is scrolled sideways without saying so: the page, if it is wider than its window, and areas whose content is wider
 * than they are. Wide tables are described by a text that is in view.
 */
export function sidewaysScrolls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isSaid = (area: Element) => {
      const described = area.matches('[aria-describedby]') ? area : area.querySelector(':scope > [aria-describedby]');
      const text = document.getElementById(described?.getAttribute('aria-describedby') ?? '');
      return text?.checkVisibility() && text.textContent.includes('sideways');
    };
    const areas = [...document.body.querySelectorAll('*')].filter((element) => {
      const { overflowX } = getComputedStyle(element);
      return (overflowX === 'auto' || overflowX === 'scroll') && element.scrollWidth > element.clientWidth;
    });
    const root = document.documentElement;
    return [...(root.scrollWidth > root.clientWidth ? [root] : []), ...areas.filter((area) => !isSaid(area))].map(
      (element) => `${element.outerHTML.slice(0, 100)} by ${element.scrollWidth - element.clientWidth} px`,
    );
  });
}
