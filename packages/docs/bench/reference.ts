/**
 * Measures how soon a reader can use the reference, and prints a table: `npm run bench`.
 *
 * Interactive means: the heading of what the address names is in the window, and the menu has answered a click that came in
 * that moment, by unfolding a group. Long tasks that were still to be done are in that time, for they keep the answer back.
 * It counts from the start of the navigation, with an empty cache. The processor time is that of the main thread until
 * then, and tells more than the clock on a machine that has other things to do.
 *
 * The site comes from this machine, so the network takes no time; what the pages transfer is held by a test.
 */
import { chromium } from 'playwright-core';
import { operationsOf, readContract } from '../build/contract.ts';
import { operationAnchor } from '../build/reference.ts';
import { serveDocs } from '../server.ts';

const ROUNDS = 7;

/** What one opening of a page took, in milliseconds. */
interface Opening {
  wall: number;
  processor: number;
}

const operations = operationsOf(readContract());
const [operation, other] = [operations.at(0), operations.at(-1)];
if (!operation || !other) throw new Error('The contract has no operation.');
const site = await serveDocs({ port: 0 });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
try {
  process.stdout.write('| Page | Interactive, ms: best, median | Main thread, ms: best, median |\n|---|---|---|\n');
  for (const anchor of [undefined, operationAnchor(operation)]) {
    const openings: Opening[] = [];
    for (let round = 0; round < ROUNDS; round += 1) openings.push(await open(anchor, other.tag));
    const figures = (key: keyof Opening) => {
      const sorted = openings.map((opening) => opening[key]).toSorted((one, another) => one - another);
      return `${Math.round(sorted[0] as number)}, ${Math.round(sorted[ROUNDS >> 1] as number)}`;
    };
    const page = `reference.html${anchor ? `#${anchor}` : ''}`;
    process.stdout.write(`| ${page} | ${figures('wall')} | ${figures('processor')} |\n`);
  }
} finally {
  await browser.close();
  await site.close();
}

/** Opens a place of the reference, or its start, and clicks on a group of the menu as soon as the place is there. */
async function open(anchor: string | undefined, group: string): Promise<Opening> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(
    ({ id, text }) => {
      let entries = 0;
      const look = () => {
        const links = [...document.querySelectorAll<HTMLElement>('.menu-content a')];
        const section = id ? document.getElementById(id) : document.querySelector('.reference main');
        const { top = -1, height = 0 } = section?.querySelector('h1, h2, h3')?.getBoundingClientRect() ?? {};
        if (entries === 0 && height > 0 && top >= 0 && top < window.innerHeight) {
          entries = links.length;
          links.find((link) => link.textContent?.trim() === text)?.click();
        } else if (entries > 0 && links.length > entries) {
          Object.assign(window, { interactive: performance.now() });
          return;
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    { id: anchor?.slice(1), text: group },
  );
  await page.goto(`${site.url}/reference.html${anchor ? `#${anchor}` : ''}`);
  const answered = await page.waitForFunction(() => (window as { interactive?: number }).interactive);
  const { metrics } = await session.send('Performance.getMetrics');
  const wall = (await answered.jsonValue()) as number;
  await page.close();
  return { wall, processor: 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) };
}
