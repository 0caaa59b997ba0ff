import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe about colors. The others have the same result in light and in dark. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** A page that remembers in which colors it has shown each of its elements. */
type CheckedPage = Window & { shownColors: WeakMap<Element, Set<string>> };

/** Prepares a page for {@link findViolations}. */
export async function addAxe(page: Page): Promise<void> {
  await page.addStyleTag({
    content: `
      /* Without transitions, colors change at once. */
      *, ::before, ::after { transition: none !important; }
      /* Each look at a section that is not laid out would lay it out anew. */
      .entry { content-visibility: visible !important; }`,
  });
  await page.evaluate(axe);
  await page.evaluate(() => {
    (window as unknown as CheckedPage).shownColors = new WeakMap();
  });
}

/**
 * Returns the violations that axe finds on a page, one line each. The colors of an element are checked once: the same color of the
 * same text on the same background has the same contrast at each width of the window.
 *
 * @param rules only those about colors, or all
 */
export async function findViolations(page: Page, rules: 'colors' | 'all' = 'all'): Promise<string[]> {
  // axe takes the fixed header for the background of texts that are below it, wherever the page is scrolled to.
  await page.evaluate(() => window.scrollTo(0, 0));
  const others = rules === 'all' ? await runAxe(page, { otherThan: COLOR_RULES }) : [];
  return [...others, ...((await markNewColors(page)) ? await runAxe(page, { only: COLOR_RULES }) : [])];
}

/** Marks the elements that a page shows in other colors than before, and returns whether there are any. */
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

/** The attribute of elements whose colors are to be checked. */
const NEW_COLORS = 'data-new-colors';

/** Runs axe: some rules on the elements whose colors are new, or all others on the whole page. */
async function runAxe(
  page: Page,
  { only = [], otherThan = [] }: { only?: string[]; otherThan?: string[] },
): Promise<string[]> {
  return page.evaluate(
    async ({ only, otherThan, mark }) => {
      // Without what is inside of another one.
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
                // Only WCAG 2.2 requires it.
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
      // It also takes texts of collapsed panels for the background of what is below the panel. A background contains its text.
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
