import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DocsServer, serveDocs } from '../server.ts';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  path: string;
  responses: Record<string, { content?: Record<string, Body> }>;
}

interface Body {
  schema?: { $ref?: string };
  examples?: Record<string, { value: Record<string, unknown> }>;
}

const require = createRequire(import.meta.url);
const contract: {
  info: { title: string };
  paths: Record<string, Record<string, Operation | unknown[]>>;
  components: { schemas: Record<string, unknown> };
} = require('@aispm/spec/openapi.json');
/** All operations, in groups as the menu has them: leaving a group closes it, after a while. */
const operations = Object.entries(contract.paths)
  .flatMap(([path, item]) =>
    Object.values(item).flatMap((operation) => ('operationId' in operation ? [{ ...operation, path }] : [])),
  )
  .toSorted((one, other) => String(one.tags).localeCompare(String(other.tags)));
const lastOperation = operations.at(-1) as Operation;
const viewport = { width: 1440, height: 1000 };
let site: DocsServer;
let browser: Browser;
let page: Page;
const requests: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    throw new Error(`No browser at ${executablePath}: apt-get install chromium, or name one in CHROMIUM_PATH.`);
  }
  site = await serveDocs({ port: 0 });
  browser = await chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  page = await openPage('/');
  await page.screenshot({ path: 'reports/start.png' });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Opens an address of the site in a new window, and keeps what it loads and what it complains about. */
async function openPage(address: string): Promise<Page> {
  const page = await browser.newPage({ viewport });
  page.setDefaultTimeout(10_000);
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(`${site.url}${address}`, { waitUntil: 'networkidle' });
  return page;
}

/** A schema of the contract that examples show as a whole body, and the texts at the top of each of these examples. */
function schemaWithRecords(): { name: string; records: string[][] } {
  const bodies = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ content }) => content?.['application/json'] ?? []),
  );
  const textsOf = ({ examples }: Body) =>
    Object.values(examples ?? {}).map(({ value }) =>
      Object.values(value).filter((part): part is string => typeof part === 'string' && part !== ''),
    );
  const body = bodies.find(
    (candidate) => candidate.schema?.$ref && textsOf(candidate).every(({ length }) => length > 1),
  );
  if (!body) throw new Error('No operation of the contract has such an example.');
  const same = bodies.filter(({ schema }) => schema?.$ref === body.schema?.$ref);
  return { name: body.schema?.$ref?.split('/').at(-1) ?? '', records: same.flatMap(textsOf) };
}

/** The link of the menu to an operation; its group is opened for that. */
async function menuLink(page: Page, { operationId, tags: [tag = ''] }: Operation): Promise<Locator> {
  const menu = page.locator('.menu-content');
  const link = menu.locator(`a[href$="/${operationId.toLowerCase()}"]`);
  // A click opens a closed group, but it closes one that was just about to open by itself: then another one helps.
  await vi.waitFor(
    async () => {
      if (!(await link.isVisible())) await menu.getByRole('link', { name: tag, exact: true }).click();
      await link.waitFor({ timeout: 2_000 });
    },
    { timeout: 20_000 },
  );
  return link;
}

/** Waits until the address of the page is that of the operation, and its heading is what a reader sees. */
async function expectShown(page: Page, { operationId, summary }: Operation): Promise<void> {
  await page.waitForURL((url) => url.hash.endsWith(`/${operationId.toLowerCase()}`), { timeout: 5_000 });
  const section = page.locator(`[id="${new URL(page.url()).hash.slice('#/'.length)}"]`);
  const heading = section.locator('h2').getByText(summary, { exact: true });
  const top = () => heading.evaluate((element) => element.getBoundingClientRect().top);
  await expect.poll(top, { timeout: 5_000 }).toSatisfy((pixels) => pixels >= 0 && pixels < viewport.height);
}

test('the site has the title of the contract', async () => {
  expect(await page.title()).toBe(contract.info.title);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(contract.info.title);
});

test('the links of the menu stay on the page, also when they are opened in a new window', async () => {
  const addresses = await page
    .locator('.menu-content [role="listitem"] > a')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(addresses).not.toEqual([]);
  expect(addresses.filter((address) => !address.startsWith(`${site.url}/#/`))).toEqual([]);
});

test.each(operations)('$operationId opens from the menu and shows its summary', async (operation) => {
  // While the page still scrolls to the operation before, it takes the address back: then another click helps.
  await vi.waitFor(
    async () => {
      await (await menuLink(page, operation)).click();
      await expectShown(page, operation);
    },
    { timeout: 25_000 },
  );
});

test('the menu leads to every schema', async () => {
  await page.getByRole('link', { name: 'Schemas', exact: true }).click();
  const addresses = () =>
    page
      .locator('.menu-content a[href^="#/schemas/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  const expected = Object.keys(contract.components.schemas).map((name) => `#/schemas/${name.toLowerCase()}`);
  await expect.poll(addresses, { timeout: 5_000 }).toEqual(expect.arrayContaining(expected));
});

test('a schema is shown with a record of the examples', async () => {
  const { name, records } = schemaWithRecords();
  const fresh = await openPage(`/#/schemas/${name.toLowerCase()}`);
  const shown = () => fresh.locator(`[id="schemas/${name.toLowerCase()}"]`).textContent();
  const isRecord = (text: string | null) => records.some((texts) => texts.every((part) => text?.includes(`"${part}"`)));
  await expect.poll(shown, { timeout: 5_000 }).toSatisfy(isRecord);
});

test('a link from elsewhere opens the operation', async () => {
  const link = await (await menuLink(page, lastOperation)).getAttribute('href');
  const fresh = await openPage(`/${link}`);
  await expectShown(fresh, lastOperation);
  await fresh.screenshot({ path: 'reports/operation.png' });
});

test.each(['summary', 'path'] as const)('searching for the %s of an operation leads to it', async (property) => {
  const fresh = await openPage('/');
  await fresh.getByTestId('search-trigger').first().click();
  await fresh.getByPlaceholder('Search docs').fill(lastOperation[property]);
  const results = fresh.locator('a[data-component-name="Search/SearchItem"]');
  const result = results.and(fresh.locator(`[href*="/${lastOperation.operationId.toLowerCase()}"]`)).first();
  await result.waitFor();
  await fresh.screenshot({ path: `reports/search-${property}.png` });
  await result.click();
  await expectShown(fresh, lastOperation);
});

test.each(['openapi.yaml', 'openapi.json'])('%s on the site is the contract', async (name) => {
  const response = await fetch(`${site.url}/${name}`);
  expect(response.status).toBe(200);
  const isContract = (await response.text()) === readFileSync(require.resolve(`@aispm/spec/${name}`), 'utf8');
  expect(isContract).toBe(true);
});

test('no page loads anything from elsewhere, or reports an error', () => {
  const fromElsewhere = requests.filter((url) => !url.startsWith('data:') && new URL(url).origin !== site.url);
  expect(requests).not.toEqual([]);
  expect(fromElsewhere).toEqual([]);
  expect(complaints).toEqual([]);
});
