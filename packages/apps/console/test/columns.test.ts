import { expect, it } from 'vitest';
import { startConsole } from './console.ts';

const ISSUE = '/issues/019fef6a-7af5-79be-9830-d8be3ddddfa3';

const tested = startConsole();

it.each(['/assets', '/mcp-servers', '/tools', '/issues', ISSUE, '/evaluations'])(
  'shows names, types and headings of "%s" completely in windows of 1,280 px and more',
  async (path) => {
    const page = await tested.visit(tested.screen(path));
    const table = page.getByRole('table').first();
    await table.getByRole('rowheader').first().waitFor();
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const cells = table.locator('thead th, tbody th, tbody td[data-type="enum"], tbody td[data-type="severity"]');
      const found = await cells.evaluateAll((elements) =>
        elements.map((element) => {
          const content = document.createRange();
          content.selectNodeContents(element);
          const [text, cell] = [content.getBoundingClientRect(), element.getBoundingClientRect()];
          const end = cell.right - Number.parseFloat(getComputedStyle(element).paddingRight) + 1;
          const name = element.querySelector('a');
          const isTooLong = name !== null && name.scrollHeight > name.clientHeight + 1;
          return {
            text: element.textContent,
            isCut: text.right > end || text.bottom > cell.bottom || isTooLong,
          };
        }),
      );
      expect(found.length).toBeGreaterThan(10);
      expect(
        found.filter(({ isCut }) => isCut).map(({ text }) => text),
        `${width} px`,
      ).toEqual([]);
    }
  },
);
