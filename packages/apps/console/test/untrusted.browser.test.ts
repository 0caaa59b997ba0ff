/** @module-tag long */
import { expect, it } from 'vitest';
import { horizontalScrolls, violations } from './accessibility.ts';
import { startOnMock } from './backends/mock.ts';
import { startConsole } from './console.ts';

const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
const REVERSED = 'invoice\u202egnp.exe';
const LOOK_ALIKE = 'p\u0430ypal-agent';
const LONG = 'x'.repeat(255);
const NAMES = [MARKUP, REVERSED, LOOK_ALIKE, LONG];
const SCRIPT_LINK = 'javascript:document.title=1';

const tested = startConsole(() =>
  startOnMock({
    scenario: 'empty',
    seed(data) {
      const asset = data.assets.create({ asset_name: MARKUP, repository_url: null });
      const agents = NAMES.map((aispm_friendly_name) =>
        data.agents.create({ aispm_friendly_name, owners: [LONG], description: MARKUP }, { assets: asset }),
      );
      const rule = data.rules.create({ rule_name: MARKUP, severity: 'critical' });
      data.issues.create(
        {
          rule_id: rule.rule_id,
          remediation: { summary: MARKUP, steps: [REVERSED], references: [SCRIPT_LINK, 'https://example.com/fix'] },
        },
        { objects: agents },
      );
    },
  }),
);

const WIDTHS = [360, 1280];

it('names with markup, hidden characters, foreign letters and any length are shown as text', async () => {
  const page = await tested.visit(tested.screen('/agents'));
  await page.getByText(MARKUP).first().waitFor();
  await page.getByRole('link', { name: 'invoiceU+202Egnp.exe' }).waitFor();
  expect(await page.locator('mark', { hasText: LOOK_ALIKE.split('-')[0] ?? '' }).count()).toBe(1);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => horizontalScrolls(page), { message: `${width} px` }).toEqual([]);
    expect(await violations(page)).toEqual([]);
  }
});

it.each([
  ['dashboard', '', 'Top issues'],
  ['graph', '?tab=graph', 'relation'],
  ['overview', '', 'Autonomy level'],
  ['issues', '?tab=issues', 'All 1 row'],
])('untrusted names of any length fit the %s', async (name, search, shows) => {
  const page = await tested.visit(tested.screen('/agents'));
  await page.getByRole('link', { name: LONG }).waitFor();
  const href = await page.getByRole('link', { name: LONG }).getAttribute('href');
  const path = name === 'dashboard' ? tested.screen() : `${href}${search}`;
  const opened = await tested.visit(path);
  await opened.getByText(shows).first().waitFor();
  for (const width of WIDTHS) {
    await opened.setViewportSize({ width, height: 900 });
    await expect.poll(() => horizontalScrolls(opened), { message: `${width} px` }).toEqual([]);
    expect(await violations(opened)).toEqual([]);
  }
});

it('remediation is shown as text, and only links to HTTP URLs', async () => {
  const page = await tested.visit(tested.screen('/issues'));
  await page.getByRole('table', { name: 'Issues' }).getByRole('link').first().click();
  const remediation = page.getByRole('region', { name: 'Remediation' });
  await remediation.getByText(MARKUP).waitFor();
  await remediation.getByText('invoiceU+202Egnp.exe').waitFor();
  await remediation.getByText(SCRIPT_LINK).waitFor();
  expect(await remediation.getByRole('link').allTextContents()).toEqual(['https://example.com/fix']);
  expect(await page.locator('[href^="javascript:"], main img, main script').count()).toBe(0);
  expect(await page.title()).toContain('Issues');
});

it('untrusted strings cause no errors in the browser', () => {
  expect(tested.errors).toEqual([]);
});
