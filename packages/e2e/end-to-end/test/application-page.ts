/** The application in a browser. */
import type { Browser, Page } from 'playwright-core';

/** A number on a screen, and the address of the list that it counts. */
export interface Count {
  screen: string;
  count: number;
  list: string;
}

/** What a screen shows. */
interface Screen {
  /** All links, and the number of those that count a list. */
  links: { address: string; text: string; count: number | undefined }[];
  /** Number of rows of its lists. */
  rows: number;
  /** Of each list the number of rows, and the total that the service returns. */
  totals: [rows: string, total: string][];
  /** The message of an error. */
  alert: string | undefined;
  text: string;
}

/** The application in a page of a browser. */
export class ApplicationPage {
  /** The page itself. */
  readonly page: Page;
  /** What the console of the browser has reported. */
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
  async visit(address: string): Promise<Screen> {
    await this.page.evaluate((hash) => {
      location.hash = hash;
    }, address);
    return this.read();
  }

  /** Reads the lists of the current screen to the end. */
  read(): Promise<Screen> {
    return this.page.evaluate(async () => {
      const find = (selector: string) => [...document.querySelectorAll<HTMLElement>(`main ${selector}`)];
      const isIdle = () => {
        const main = document.querySelector('main');
        const showsAddress = main?.dataset.address === location.hash;
        return showsAddress && main?.ariaBusy === 'false' && find('*').length > 0;
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
          address: link.getAttribute('href') ?? '',
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

  /** Visits every screen to which links lead. @returns the screens by their addresses, and the numbers on them */
  async visitAll(): Promise<{ screens: Map<string, Screen>; counts: Count[] }> {
    const screens = new Map<string, Screen>();
    const counts: Count[] = [];
    const links = await this.page.getByRole('navigation').getByRole('link').all();
    const addresses = await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
    for (const address of addresses) {
      if (screens.has(address)) continue;
      const screen = await this.visit(address);
      screens.set(address, screen);
      for (const link of screen.links) {
        addresses.push(link.address);
        if (link.count !== undefined) counts.push({ screen: address, count: link.count, list: link.address });
      }
    }
    return { screens, counts };
  }
}
