import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The axe rules about colors. Other rules have the same result in both themes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** A page that records the colors of its elements. */
type CheckedPage = Window & { shownColors: WeakMap<Element, Set<string>> };

/** Prepares a page for {@link findViolations}. */
export async function addAxe(page: Page): Promise<void> {
  await page.addStyleTag({
    content: `
      /* Changes colors immediately. */
      *, ::before, ::after { transition: none !important; }
      /* Avoids repeated layout of sections outside of the viewport. */
      .entry { content-visibility: visible !important; }`,
  });
  await page.evaluate(axe);
  await page.evaluate(() => {
    (window as unknown as CheckedPage).shownColors = new WeakMap();
  });
}

/**
 * Returns the violations that axe finds on a page, one per line. Each combination of colors of an element is only checked
 * once, because its contrast doesn't depend on the window.
 *
 * @param rules all rules, or only rules about colors
 */
export async function findViolations(page: Page, rules: 'colors' | 'all' = 'all'): Promise<string[]> {
  // axe mistakes the fixed header for the background of text below it.
  await page.evaluate(() => window.scrollTo(0, 0));
  const others = rules === 'all' ? await runAxe(page, { otherThan: COLOR_RULES }) : [];
  return [...others, ...((await markNewColors(page)) ? await runAxe(page, { only: COLOR_RULES }) : [])];
}

/** Marks the elements with new colors, and returns whether there are any. */
async function markNewColors(page: Page): Promise<boolean> {
  return page.evaluate((mark) => {
    const { shownColors } = window as unknown as CheckedPage;
    const backgrounds = new Map<Element | null, string>([[null, '']]);
    let hasNew = false;
    for (const element of document.querySelectorAll('*')) {
      const { backgroundColor, backgroundImage, color, fontSize, fontWeight, opacity, textDecorationLine } =
        getComputedStyle(element);
      const under = backgrounds.get(element.parentElement) ?? '';
      const isClear = /^rgba\(.*, 0\)$/.test(backgroundColor) && backgroundImage === 'none';
      const background = `${isClear ? under : `${under}${backgroundColor}${backgroundImage}`}${opacity === '1' ? '' : opacity}`;
      backgrounds.set(element, background);
      element.removeAttribute(mark);
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const around = element.parentElement ? getComputedStyle(element.parentElement).color : '';
      const shown = [color, around, fontSize, fontWeight, textDecorationLine, background].join(' ');
      const known = shownColors.get(element) ?? new Set();
      if (known.has(shown)) continue;
      shownColors.set(element, known.add(shown));
      element.setAttribute(mark, '');
      hasNew = true;
    }
    return hasNew;
  }, NEW_COLORS);
}

/** The attribute of elements with new colors. */
const NEW_COLORS = 'data-new-colors';

/** Runs axe: some rules on the elements with new colors, or all others on the whole page. */
async function runAxe(
  page: Page,
  { only = [], otherThan = [] }: { only?: string[]; otherThan?: string[] },
): Promise<string[]> {
  return page.evaluate(
    async ({ only, otherThan, mark }) => {
      // Without nested elements.
      const marked = document.querySelectorAll(`[${mark}]`);
      const context =
        only.length > 0
          ? { include: [...marked].filter((element) => !element.parentElement?.closest(`[${mark}]`)) }
          : document;
      // @ts-expect-error: axe-core defines it
      const { violations } = await window.axe.run(context, {
        resultTypes: ['violations'],
        ...(only.length > 0
          ? { runOnly: { type: 'rule', values: only } }
          : {
              rules: {
                ...Object.fromEntries(otherThan.map((rule) => [rule, { enabled: false }])),
                // Disabled by default, because only WCAG 2.2 requires it.
                'target-size': { enabled: true },
              },
            }),
      });
      interface Node {
        html: string;
        failureSummary?: string;
        target: string[];
        any: { relatedNodes?: { target: string[] }[] }[];
      }
      const find = (target: string[]) => document.querySelector(target[0] ?? '');
      // axe also mistakes the text of collapsed panels for a background. A real background contains its text.
      const isReal = ({ target, any }: Node) =>
        any.every(({ relatedNodes = [] }) =>
          relatedNodes.every((related) => find(related.target)?.contains(find(target))),
        );
      return violations.flatMap(({ id, nodes }: { id: string; nodes: Node[] }) =>
        nodes
          .filter((node) => id !== 'color-contrast' || isReal(node))
          .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      );
    },
    { only, otherThan, mark: NEW_COLORS },
  );
}
