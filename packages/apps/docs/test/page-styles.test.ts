/** How soon a page is visible: with its HTML alone. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectBrowser } from './browser.ts';

const dist = join(import.meta.dirname, '../dist');
const { windows } = connectBrowser();

/** Pages of each kind. Those that the quick tests check have the most rules. */
const PAGES: { address: string; tags: 'long'[] }[] = [
  { address: '/reference/listIssues.html', tags: [] },
  { address: '/guides/object-graph.html', tags: [] },
  { address: '/', tags: ['long'] },
  { address: '/404.html', tags: ['long'] },
  { address: '/try.html', tags: ['long'] },
  { address: '/guides/cookbook.html', tags: ['long'] },
  { address: '/reference.html', tags: ['long'] },
  { address: '/reference/schemas/Agent.html', tags: ['long'] },
  { address: '/reference/schemas/', tags: ['long'] },
];

describe('the pages', () => {
  it('load nothing that delays their first paint', () => {
    for (const name of globSync('**/*.html', { cwd: dist }).filter((page) => page !== 'coverage.html')) {
      const [head = '', body = ''] = readFileSync(join(dist, name), 'utf8').split('</head>');
      expect(head, name).toContain('<style>');
      expect(head, name).not.toMatch(/<link [^>]*stylesheet/);
      expect(head, name).not.toMatch(/<script src|<script (?!type="module")[^>]*src=/);
      expect(body, name).toMatch(/<link rel="stylesheet" href="[^"]*\/assets\/style\.[0-9a-f]{8}\.css">\s*<\/body>/);
    }
  });
});

describe.each(PAGES)('$address', ({ address, tags }) => {
  it('looks the same before its style sheet is there', { tags }, async () => {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      const page = await windows.openEmpty({ viewport, javaScriptEnabled: false }, { requests: [], errors: [] });
      await windows.goTo(page, address);
      const complete = await page.screenshot();
      await page.route('**/assets/style.*.css', (route) => route.abort());
      await windows.goTo(page, address);
      expect((await page.screenshot()).equals(complete), `${viewport.width} px`).toBe(true);
      await page.close();
    }
  });
});
