/** Findings from a repository through the service to the console, and their fixes. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Checkout, createCheckout } from '../../../../scanner/test/end-to-end/command.ts';
import { customsDesk } from '../../../../scanner/test/end-to-end/repositories/customs-desk.ts';
import { edit } from '../../../../scanner/test/end-to-end/repositories/repository.ts';
import { type ServiceProcess, startService } from '../../../../scanner/test/end-to-end/service-process.ts';
import { startConsole } from '../console.ts';

const WORKSPACE = 'customs-desk';
const FIXED = 'MCP server over plain HTTP';
const SUPPRESSED = 'Floating model alias';
const SERVER_FILE = 'desk/servers.py';

/** Defines the test with the service on a database. */
export function describeAcceptance(kind: 'postgres' | 'embedded'): void {
  describe(`with the service on ${kind}`, () => {
    let service: ServiceProcess;
    let checkout: Checkout;
    const tested = startConsole(async () => {
      service = await startService(kind, [WORKSPACE]);
      const { AISPM_BASE_URL: api = '', AISPM_TOKEN: key = '' } = service.workspace(WORKSPACE).environment;
      return { url: new URL(api).origin, api, key, close: () => service.close() };
    });
    beforeAll(() => {
      checkout = createCheckout(customsDesk.target);
    });
    afterAll(() => checkout?.close());

    async function scan(): Promise<void> {
      const { code, err } = await checkout.scan(['--upload'], service.workspace(WORKSPACE).environment);
      expect([code, err]).toEqual([0, '']);
    }

    it('the console shows the findings of a scanned repository, their source lines, and their fixes after another scan', async () => {
      checkout.commit(customsDesk.files);
      await scan();
      const page = await tested.signIn();

      await page.getByRole('link', { name: 'Agents', exact: true }).first().click();
      await page.getByRole('link', { name: 'Declarations' }).click();
      await page.getByRole('heading', { name: 'Declarations', level: 1 }).waitFor();

      await openIssue(page, FIXED);
      const issue = page.getByRole('article', { name: 'Issue' });
      await issue.getByRole('link', { name: `${SERVER_FILE}:4` }).click();
      await page.getByRole('heading', { name: /servers\.py/, level: 1 }).waitFor();
      const source = await page.getByRole('region', { name: 'Source lines' }).textContent();
      expect(source).toMatch(/^4MCPServerStreamableHttp\(name="tariffs"/);

      await openIssue(page, SUPPRESSED);
      await issue.getByRole('button', { name: 'Suppress issue…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Suppress issue' });
      await dialog.getByLabel('Reason').selectOption('accepted_risk');
      await dialog.getByRole('button', { name: 'Suppress issue' }).click();
      await issue.getByText('Suppressed', { exact: true }).first().waitFor();
      const before = await readDashboard(page);
      expect(before.topIssues).toContain(FIXED);

      const [replacement] = customsDesk.fixes[SERVER_FILE] ?? [];
      expect(replacement).toBeDefined();
      checkout.commit(edit(customsDesk.files, { [SERVER_FILE]: replacement === undefined ? [] : [replacement] }));
      await scan();
      await page.reload();
      await signInAgain(page);
      const after = await readDashboard(page);
      // The server had neither encryption nor authentication.
      expect(after.unresolvedToday).toBe(before.unresolvedToday - 2);
      expect(after.topIssues).not.toContain(FIXED);

      await openIssue(page, FIXED);
      await issue.getByText('Resolved', { exact: true }).first().waitFor();
      await openIssue(page, SUPPRESSED);
      await issue.getByText('Suppressed', { exact: true }).first().waitFor();
      expect(tested.errors).toEqual([]);
    });

    async function signInAgain(page: Page): Promise<void> {
      await page.getByLabel('API key').fill(tested.key);
      await page.getByRole('button', { name: 'Sign in' }).click();
    }
  });
}

async function openIssue(page: Page, rule: string): Promise<void> {
  await page.getByRole('link', { name: 'Issues', exact: true }).first().click();
  await page.getByRole('searchbox').fill(rule);
  await page.keyboard.press('Enter');
  await page.getByRole('table', { name: 'Issues' }).getByRole('link', { name: rule }).click();
  await page.getByRole('article', { name: 'Issue' }).getByRole('heading', { name: rule }).waitFor();
}

/** Returns the dashboard's number of unresolved issues today, and its top issues. */
async function readDashboard(page: Page): Promise<{ unresolvedToday: number; topIssues: string }> {
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  const panel = page.getByRole('region', { name: 'Unresolved issues, last 30 days' });
  await panel.getByRole('button', { name: 'Show as table' }).click();
  const [, today] = await panel.getByRole('row').all();
  const cells = (await today?.getByRole('cell').allTextContents()) ?? [];
  return {
    unresolvedToday: cells.reduce((sum, cell) => sum + Number(cell), 0),
    topIssues: (await page.getByRole('region', { name: 'Top issues' }).textContent()) ?? '',
  };
}
