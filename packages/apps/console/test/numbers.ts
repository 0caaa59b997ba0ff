/** Finds the numbers that a screen shows. */
import type { Page } from 'playwright-core';

/** A number on a screen. */
export interface ShownNumber {
  /** The text with the number. */
  text: string;
  /** Where the link leads that the number is part of; undefined when it is part of none. */
  href: string | undefined;
}

/**
 * Lists the numbers of the content of a screen. Names, headings, dates and the scales of charts are none; neither are past days in the
 * table of a chart, of which the contract has no list.
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
