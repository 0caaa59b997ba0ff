/** The application in a browser. */
import type { Browser, Page } from 'playwright-core';

/** A number on a screen, and the route of the list that it counts. */
export interface Count {
  screen: string;
  count: number;
  list: string;
}

/** The content of a screen. */
interface Screen {
  /** All links, with the number of those that count a list. */
  links: { hash: string; text: string; count: number | undefined }[];
  /** Number of rows of its lists. */
  rows: number;
  /** For each list, the number of rows and the total that the service returns. */
  totals: [rows: string, total: string][];
  /** The message of an error. */
  alert: string | undefined;
  text: string;
}

/** The application in a page of a browser. */
export class ApplicationPage {
  /** The page itself. */
  readonly page: Page;
  /** Messages in the browser's console. */
  readonly errors: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.errors.push(message.text());
    });
    page.on('pageerror', (error) => this.errors.push(String(error)));
  }

  /** Opens the application. */
  static async open(browser: Browser, url: string): Promise<ApplicationPage> {
    const page = await browser.newPage();
    const application = new ApplicationPage(page);
    await page.goto(url);
    await page.getByRole('navigation').waitFor();
    return application;
  }

  /** Shows a screen, and reads its lists to the end. */
  async visit(hash: string): Promise<Screen> {
    await this.page.evaluate((hash) => {
      location.hash = hash;
    }, hash);
    return this.read();
  }

  /** Reads the lists of the current screen to the end. */
  read(): Promise<Screen> {
    return this.page.evaluate(async () => {
      const find = (selector: string) => [...document.querySelectorAll<HTMLElement>(`main ${selector}`)];
      const isIdle = () => {
        const main = document.querySelector('main');
        const showsRoute = main?.dataset.route === location.hash;
        return showsRoute && main?.ariaBusy === 'false' && find('*').length > 0;
      };
      // React and TanStack Query update the page in later tasks.
      for (let idle = 0; idle < 3; idle += 1) {
        await new Promise((resolve) => setTimeout(resolve, 8));
        if (!isIdle()) idle = -1;
        const more = find('button:enabled').find(({ textContent }) => textContent === 'More');
        more?.click();
        if (more) idle = -1;
      }
      return {
        links: find('a').map((link) => ({
          hash: link.getAttribute('href') ?? '',
          text: link.textContent,
          count: link.className === 'count' ? Number(link.textContent) : undefined,
        })),
        rows: find('section tbody tr, [aria-label="Affected objects"] li').length,
        totals: find('section > p').map((line) => {
          const [rows = '', total = ''] = [...line.querySelectorAll('output')].map(({ textContent }) => textContent);
          return [rows, total] as [string, string];
        }),
        alert: find('[role=alert]')[0]?.textContent,
        text: document.querySelector('main')?.innerText ?? '',
      };
    });
  }

  /** Follows all links to every screen. @returns the screens by route, and the numbers on them */
  async visitAll(): Promise<{ screens: Map<string, Screen>; counts: Count[] }> {
    const screens = new Map<string, Screen>();
    const counts: Count[] = [];
    const links = await this.page.getByRole('navigation').getByRole('link').all();
    const hashes = await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
    for (const hash of hashes) {
      if (screens.has(hash)) continue;
      const screen = await this.visit(hash);
      screens.set(hash, screen);
      for (const link of screen.links) {
        hashes.push(link.hash);
        if (link.count !== undefined) counts.push({ screen: hash, count: link.count, list: link.hash });
      }
    }
    return { screens, counts };
  }
}
