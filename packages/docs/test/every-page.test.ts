import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { operationsOf, readContract } from '../build/contract.ts';
import { operationAnchor, schemaAnchor } from '../build/reference.ts';
import { guides } from '../site/.vitepress/guides.ts';
import { connectBrowser, type Watch } from './browser.ts';

const contract = readContract();
const [operation] = operationsOf(contract);
const [schema] = Object.keys(contract.components.schemas);
if (!operation || !schema) throw new Error('The contract has no operation or no schema.');
const { windows, testQuiet } = connectBrowser();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Greatest transfer of a page with everything that it loads, in bytes, each file compressed with gzip. */
const GUIDE_LIMIT = 100 * 1024;
const REFERENCE_LIMIT = 1024 * 1024;

const guidePages = guides.map(({ link }) => `${link}.html`);
const referencePages = [
  '/reference.html',
  `/reference.html#${operationAnchor(operation)}`,
  `/reference.html#${schemaAnchor(schema)}`,
];

/** A window that a page is looked at in. */
interface View {
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
}

const WIDE = { width: 1440, height: 1000 };
const NARROW = { width: 375, height: 800 };
const VIEWS = [WIDE, NARROW].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme): View => ({ viewport, colorScheme })),
);

/** The rules of axe that look at colours; the others find the same in the light and in the dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The serious and critical violations that axe finds on a page, one line each; of all rules, or of those named. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  return page.evaluate(async (only) => {
    // @ts-expect-error: axe-core defines it
    const { violations: found } = await window.axe.run(document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: { type: 'rule', values: only } }),
    });
    return found
      .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
        nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
      );
  }, rules);
}

/** Of each kind the first one is looked at on each push, wide and light, and narrow and dark. */
const [guide = ''] = guidePages;
const [reference = ''] = referencePages;
const FIRST = ['/', guide, '/try.html', reference];
const ALL = ['/', ...guidePages, '/try.html', '/404.html', '/coverage.html', ...referencePages];

const transfers: Record<string, number> = {};
afterAll(() => {
  const file = 'reports/transfers.json';
  const others = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  writeFileSync(file, `${JSON.stringify({ ...others, ...transfers }, null, 2)}\n`);
});

async function isSound(address: string, views: View[]): Promise<void> {
  const page = await windows.openEmpty({ colorScheme: 'light', reducedMotion: 'reduce' });
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => bodies.push(response.body()));
  await page.goto(inject('site') + address, { waitUntil: 'networkidle' });
  const isReference = referencePages.includes(address);
  expect(
    await page
      .locator(isReference ? '.reference :is(h1, h2)' : 'h1')
      .first()
      .innerText(),
  ).not.toBe('');
  transfers[address] = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(transfers[address]).toBeLessThanOrEqual(isReference ? REFERENCE_LIMIT : GUIDE_LIMIT);

  // What changes when the colours change does so at once.
  await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important; }' });
  await page.evaluate(axe);
  const name = address === '/' ? 'home' : address.replaceAll(/^\/|\.html/g, '').replaceAll(/\W+/g, '-');
  const found: string[] = [];
  for (const { viewport, colorScheme } of views) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction(
      (wanted) => (getComputedStyle(document.documentElement).colorScheme === 'dark') === wanted,
      colorScheme === 'dark',
    );
    await page.screenshot({ path: `reports/${name}-${colorScheme}-${viewport.width}.png` });
    const rules = colorScheme === 'light' ? undefined : COLOUR_RULES;
    for (const violation of await violations(page, rules))
      found.push(`${colorScheme} ${viewport.width} px: ${violation}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) found.push(`${overflow} px too wide for ${viewport.width} px`);
  }
  await page.close();
  expect(found).toEqual([]);
}

describe.each([
  { kind: 'a page', pages: FIRST, views: VIEWS.filter((_, index) => index % 3 === 0), tags: [] },
  { kind: 'every page', pages: ALL, views: VIEWS, tags: ['long'] },
])('$kind', { concurrent: true }, ({ pages, views, tags }) => {
  test.each(pages)(
    '%s is small, fits, and has no serious fault of accessibility, light and dark, wide and narrow',
    { tags },
    (address) => isSound(address, views),
  );
});

describe.each([
  { address: '/guides/paging.html', tags: [] },
  { address: '/reference.html', tags: ['long'] },
])('$address', ({ address, tags }) => {
  test('runs no script that is put into it, and reaches no other site', { tags }, async () => {
    const watch: Watch = { requests: [], complaints: [] };
    const page = await windows.openEmpty({}, watch);
    await page.goto(inject('site') + address);
    await page.locator('h1').first().waitFor();
    const outcome = await page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'window.intruded = true';
      document.body.append(script);
      // A text as the code of a timer needs what `eval` needs.
      setTimeout('window.evaluated = true' as never);
      await new Promise((done) => setTimeout(done, 100));
      const evaluated = 'evaluated' in window;
      const left = await fetch('http://127.0.0.2:9/').then(
        () => true,
        (error) => !String(error).includes('Failed to fetch'),
      );
      return { intruded: 'intruded' in window, evaluated, left };
    });
    expect(outcome).toEqual({ intruded: false, evaluated: false, left: false });
    await page.close();
    const refused = (directive: string) => watch.complaints.filter((text) => text.includes(directive)).length;
    expect(refused('script-src')).toBeGreaterThanOrEqual(1);
    expect(refused('connect-src')).toBe(1);
  });
});

testQuiet();
