import { expect, it } from 'vitest';
import { sidewaysScrolls } from './accessibility.ts';
import { SCREENS, SEEDED_SCREENS, tagsOf } from './all-screens.ts';
import { startOnMock } from './backends/mock.ts';
import { startConsole } from './console.ts';
import { addMiddleScan } from './middle-scan.ts';

const WIDTHS = [360, 480, 640, 768, 1024, 1280, 1440, 1920, 2560];
const ENLARGED = [1280, 2560];
/** From this width on, tables show all columns that nobody has chosen. */
const COMPLETE_WIDTH = 1280;

const tested = startConsole();
const seeded = startConsole(() => startOnMock({ seed: addMiddleScan }));
const ALL = [
  ...SCREENS.map((screen) => ({ screen, console: tested })),
  ...SEEDED_SCREENS.map((screen) => ({ screen, console: seeded })),
];

for (const { screen, console } of ALL)
  it(
    `is not scrolled sideways from 360 to 2,560 px, in both themes, and at 200 %: "${screen.path}", ${screen.shows}`,
    tagsOf(screen),
    async () => {
      const page = await console.visit(console.screen(screen.path));
      await page.getByRole('heading', { name: screen.heading, level: 1 }).waitFor();
      await page.getByText(screen.shows).first().waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await expect.poll(() => sidewaysScrolls(page), { message: `${width} px, ${colorScheme}` }).toEqual([]);
          if (width >= COMPLETE_WIDTH) {
            const isComplete = async () =>
              !(await page.getByRole('main').innerText()).includes('Columns that do not fit');
            await expect.poll(isComplete, { message: `all columns at ${width} px` }).toBe(true);
          }
        }
      }
      const session = await page.context().newCDPSession(page);
      for (const width of ENLARGED) {
        const metrics = { width: width / 2, height: 450, deviceScaleFactor: 2, mobile: false };
        await session.send('Emulation.setDeviceMetricsOverride', metrics);
        await expect.poll(() => sidewaysScrolls(page), { message: `${width} px at 200 %` }).toEqual([]);
      }
      await session.send('Emulation.clearDeviceMetricsOverride');
      await session.detach();
    },
  );

it('shows the columns that fit a narrow window, and all of them on request, scrolled sideways', async () => {
  const page = await tested.visit(tested.screen('/agents'));
  await page.getByText('Customs Desk').first().waitFor();
  const headings = page.getByRole('table', { name: 'Agents' }).getByRole('columnheader');
  expect(await headings.count()).toBe(8);
  await page.setViewportSize({ width: 360, height: 900 });
  await expect.poll(() => headings.allTextContents()).toEqual(['Agent ↑', 'Severity']);
  await page.getByText('Columns that do not fit here: 6.').waitFor();
  await page.getByRole('button', { name: 'Show all columns' }).click();
  await expect.poll(() => headings.count()).toBe(8);
  await page.getByText('Scroll the table sideways to see all columns.').waitFor();
  expect(await sidewaysScrolls(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show only those that fit' }).click();
  await expect.poll(() => headings.count()).toBe(2);
});

it('shows all columns that somebody has chosen, scrolled sideways', async () => {
  const page = await tested.visit(tested.screen('/agents?columns=owners&columns=framework&columns=last_seen_at'));
  await page.getByText('Customs Desk').first().waitFor();
  await page.setViewportSize({ width: 360, height: 900 });
  await page.getByText('Scroll the table sideways to see all columns.').waitFor();
  expect(await page.getByRole('columnheader').count()).toBe(4);
});
