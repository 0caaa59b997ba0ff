/** @module-tag long */
import { sampleByHash } from '@aispm/testing';
import { expect, it } from 'vitest';
import { startConsole } from './console.ts';

const ISSUE = '/issues/019fef6a-7af5-79be-9830-d8be3ddddfa3';

const tested = startConsole();

const LISTS = ['/assets', '/mcp-servers', '/tools', '/issues', ISSUE, '/evaluations'];

it.each(sampleByHash(LISTS, (path) => path, 3))(
  'the table of "%s" shows names, types and headings completely from 1,280 px on',
  async (path) => {
    const page = await tested.visit(tested.screen(path));
    const table = page.getByRole('table').first();
    await table.getByRole('rowheader').first().waitFor();
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const cells = table.locator('thead th, tbody th, tbody td[data-type="enum"], tbody td[data-type="severity"]');
      // Columns adapt to the width of the window in the next frame.
      const readClipped = () =>
        cells.evaluateAll((elements) =>
          elements
            .filter((element) => {
              const content = document.createRange();
              content.selectNodeContents(element);
              const [text, cell] = [content.getBoundingClientRect(), element.getBoundingClientRect()];
              const end = cell.right - Number.parseFloat(getComputedStyle(element).paddingRight) + 1;
              const name = element.querySelector('a');
              const isTooLong = name !== null && name.scrollHeight > name.clientHeight + 1;
              return text.right > end || text.bottom > cell.bottom || isTooLong;
            })
            .map((element) => element.textContent),
        );
      expect(await cells.count()).toBeGreaterThan(10);
      await expect.poll(readClipped, { message: `${width} px` }).toEqual([]);
    }
  },
);

const LISTS_WITH_STRINGS = [
  '/agents',
  '/models',
  '/tools',
  '/assets',
  '/locations',
  '/issues',
  '/occurrences',
  '/rules',
  '/scans',
];

it.each(sampleByHash(LISTS_WITH_STRINGS, (path) => path, 3))(
  'the first column of "%s" has its minimum width, and is the widest string column',
  async (path) => {
    const page = await tested.visit(tested.screen(path));
    const table = page.getByRole('table').first();
    await table.getByRole('rowheader').first().waitFor();
    for (const width of [360, 768, 900, 1100, 1280, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const readWidths = () =>
        table.evaluate((element) => {
          const em = Number.parseFloat(getComputedStyle(element).fontSize);
          const widths = (selector: string) =>
            [...element.querySelectorAll(selector)].map((cell) => cell.getBoundingClientRect().width / em);
          const others = widths('thead th:is([data-type="string"], [data-type="structure"])').slice(1);
          return { first: widths('tbody th')[0] ?? 0, widestOther: Math.max(0, ...others) };
        });
      const isWideEnough = async () => {
        const { first, widestOther } = await readWidths();
        return first > 13.99 && first > widestOther;
      };
      await expect.poll(isWideEnough, { message: `${width} px` }).toBe(true);
    }
  },
);
