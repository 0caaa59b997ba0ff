/** Finds the numbers that a screen shows. */
import type { Page } from 'playwright-core';

/** A number on a screen. */
export interface ShownNumber {
  /** The text that contains the number. */
  text: string;
  /** The target of the link that contains the number; undefined if it isn't linked. */
  href: string | undefined;
}

/**
 * Lists the numbers on a screen, except for those in names, headings, dates and the scales of charts, and for past days in
 * the table of a chart, of which the contract has no list.
 */
export function readNumbers(page: Page): Promise<ShownNumber[]> {
  return page.getByRole('main').evaluate((main) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const numbers: ShownNumber[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const element = node.parentElement;
      if (element === null || !/\d/.test(node.textContent ?? '')) continue;
      if (element.closest('h1, h2, th, time, [aria-hidden]') !== null) continue;
      const row = element.closest('[aria-label$=" by day"] tbody tr');
      if (row !== null && row !== row.parentElement?.firstElementChild) continue;
      const link = element.closest('a');
      numbers.push({ text: (link ?? element).textContent ?? '', href: link?.href });
    }
    return numbers;
  });
}
