/**
 * Pages render with their HTML alone.
 *
 * @module-tag long
 */
import { describe, expect, it } from 'vitest';
import { connectBrowser } from './browser.ts';

const { windows } = connectBrowser();

/** A page of each kind. The first three have most of the styles. */
const PAGES = [
  '/reference/listIssues.html',
  '/guides/object-graph.html',
  '/',
  '/404.html',
  '/try.html',
  '/reference.html',
  '/reference/schemas/Agent.html',
];

describe('the scripts of a page', () => {
  it('add no styles when they start', async () => {
    const page = await windows.openEmpty();
    await page.addInitScript(() => {
      const added: string[] = [];
      Object.assign(window, { added });
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
          if (node.nodeName === 'STYLE' && document.readyState !== 'loading') added.push(node.textContent ?? '');
        }
      }).observe(document, { childList: true, subtree: true });
    });
    await windows.goTo(page, '/reference/listIssues.html');
    expect(await page.evaluate(() => (window as unknown as { added: string[] }).added)).toEqual([]);
    await page.close();
  });

  it('change all colors at once when the theme changes', async () => {
    const page = await windows.open('/guides/errors.html', { reducedMotion: 'no-preference' });
    const running = await page.evaluate(async () => {
      document.querySelector<HTMLElement>('.VPSwitchAppearance')?.click();
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const moving = document.getAnimations().flatMap(({ effect }) => (effect as KeyframeEffect).target ?? []);
      // The switch itself is animated.
      return moving.filter((element) => !element.closest('.VPSwitchAppearance')).length;
    });
    expect(await page.locator('html.dark').count()).toBe(1);
    expect(running).toBe(0);
    await page.close();
  });
});

describe.each(PAGES)('%s', (url) => {
  const tags = PAGES.indexOf(url) < 3 ? [] : ['nightly'];
  it('looks the same before its style sheet has loaded', { tags }, async () => {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      const page = await windows.openEmpty({ viewport, javaScriptEnabled: false }, { requests: [], errors: [] });
      await windows.goTo(page, url);
      const complete = await page.screenshot();
      await page.route('**/assets/style.*.css', (route) => route.abort());
      await windows.goTo(page, url);
      expect((await page.screenshot()).equals(complete), `${viewport.width} px`).toBe(true);
      await page.close();
    }
  });
});
