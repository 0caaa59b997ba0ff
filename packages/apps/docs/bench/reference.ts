/**
 * `npm run bench`: measures how soon the reference is interactive, and prints a table.
 *
 * Interactive means: the heading of the section that the address names is in the window, and the menu has responded to a
 * click at that moment by expanding a group. The time includes long tasks, because they delay that response. It starts with
 * the navigation, with an empty cache. The processor time is that of the main thread in the same interval; on a machine
 * with other load it is the more reliable figure.
 *
 * The site is served by this machine, so the network takes no time; a test limits the size of the pages.
 */
import { launchBrowser } from '@aispm/testing/browser';
import { listContractOperations, readContract } from '../build/contract.ts';
import { operationAnchor } from '../build/reference-anchors.ts';
import { serveDocs } from '../server.ts';

const ROUNDS = 7;

/** The times of one visit to a page, in milliseconds. */
interface Visit {
  wall: number;
  processor: number;
}

const operations = listContractOperations(readContract());
const [first, last] = [operations.at(0), operations.at(-1)];
if (!first || !last) throw new Error('The contract has no operation.');
const site = await serveDocs({ port: 0 });
const browser = await launchBrowser();
try {
  process.stdout.write('| Page | Interactive, ms: best, median | Main thread, ms: best, median |\n|---|---|---|\n');
  for (const anchor of [undefined, operationAnchor(first)]) {
    const visits: Visit[] = [];
    for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(anchor, last.tag));
    const bestAndMedian = (key: keyof Visit) => {
      const sorted = visits.map((times) => times[key]).toSorted((a, b) => a - b);
      return `${Math.round(sorted[0] as number)}, ${Math.round(sorted[ROUNDS >> 1] as number)}`;
    };
    const page = `reference.html${anchor ? `#${anchor}` : ''}`;
    process.stdout.write(`| ${page} | ${bestAndMedian('wall')} | ${bestAndMedian('processor')} |\n`);
  }
} finally {
  await browser.close();
  await site.close();
}

/** Opens a section of the reference, or its start, and clicks on a group of the menu as soon as the section is visible. */
async function visit(anchor: string | undefined, group: string): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(
    ({ id, text }) => {
      let entries = 0;
      const check = () => {
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
        requestAnimationFrame(check);
      };
      requestAnimationFrame(check);
    },
    { id: anchor?.slice(1), text: group },
  );
  await page.goto(`${site.url}/reference.html${anchor ? `#${anchor}` : ''}`);
  const interactive = await page.waitForFunction(() => (window as { interactive?: number }).interactive);
  const { metrics } = await session.send('Performance.getMetrics');
  const wall = (await interactive.jsonValue()) as number;
  await page.close();
  return { wall, processor: 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) };
}
