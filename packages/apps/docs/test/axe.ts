import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe about colors. The others have the same result in light and in dark. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Prepares a page for {@link findViolations}. */
export async function addAxe(page: Page): Promise<void> {
  // Without transitions, colors change at once.
  await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important; }' });
  await page.evaluate(axe);
}

/** Returns the violations that axe finds on a page, one line each; of all rules, or of those named. */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  return page.evaluate(async (only) => {
    // axe takes the fixed header for the background of texts that are below it, wherever the page is scrolled to.
    window.scrollTo(0, 0);
    // @ts-expect-error: axe-core defines it
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: { type: 'rule', values: only } }),
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
  }, rules);
}
