import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { listContractOperations, readContract } from '../build/contract.ts';
import { connectBrowser, type PageLog, REPORTS } from './browser.ts';

const contract = readContract();
const { windows, itLoadsNothingElse } = connectBrowser();
/** Operations that read or write one object. */
const callable = listContractOperations(contract).filter(({ operationId }) => /^(create|put|get)/.test(operationId));

describe('"Try it" on a site without a mock', () => {
  it('explains how to start a mock', { tags: ['always'] }, async () => {
    const page = await windows.open('/try.html');
    await page.getByText("which a published site doesn't have").waitFor();
    expect(await page.locator('form').count()).toBe(0);
    await page.close();
  });
});

describe('"Try it" on a site with a mock', () => {
  it('sends the request of every operation that reads or writes one object, and shows its response', {
    tags: ['long'],
  }, async () => {
    const site = inject('siteWithMock');
    const log: PageLog = { requests: [], errors: [] };
    const page = await windows.openEmpty({}, log);
    try {
      await page.goto(`${site}/try.html`);
      for (const { operationId, responses } of callable) {
        await page.evaluate((fragment) => {
          location.hash = fragment;
        }, operationId);
        await expect.poll(() => page.getByLabel('Operation').inputValue()).toBe(operationId);
        await page.getByRole('button', { name: 'Send request' }).click();
        const status = await page.locator('.try-it-response h2').innerText();
        expect.soft(Object.keys(responses), operationId).toContain(status.slice(0, 3));
        expect.soft(status, operationId).toMatch(/^2/);
      }
      await page.screenshot({ path: join(REPORTS, 'try-it.png') });
      await page.goto(`${site}/reference/listAgents.html`);
      await page.getByRole('link', { name: 'Try it' }).first().click();
      await page.locator('form.try-it').waitFor();
      expect(log.requests.filter((url) => url.startsWith('http') && !url.startsWith(site))).toEqual([]);
      expect(log.errors).toEqual([]);
    } finally {
      await page.close();
    }
  });
});

describe('the form of "Try it"', () => {
  it('offers enumerated values and mock statuses, and explains failures', async () => {
    const site = inject('siteWithMock');
    const log: PageLog = { requests: [], errors: [] };
    const page = await windows.openEmpty({}, log);
    try {
      await page.goto(`${site}/try.html#noSuchOperation`);
      await page.getByText("The operation “noSuchOperation” doesn't exist").waitFor();
      expect(await page.getByRole('button', { name: 'Send request' }).isDisabled()).toBe(true);

      await page.getByLabel('Operation').selectOption('listIssues');
      const severities = page.getByRole('group', { name: /^severity/ });
      await severities.getByLabel('critical').check();
      await severities.getByLabel('high').check();
      await page.getByRole('button', { name: 'Send request' }).click();
      await page.getByRole('heading', { name: /^200/ }).waitFor();
      expect(log.requests.at(-1)).toContain('severity=critical&severity=high');

      await page.getByLabel('Mock response').selectOption('403');
      await page.getByRole('button', { name: 'Send request' }).click();
      await page.getByRole('heading', { name: /^403/ }).waitFor();

      await page.route('**/api/v1/**', (route) => route.abort());
      await page.getByRole('button', { name: 'Send request' }).click();
      await page.getByText('Check that "npm start" is still running').waitFor();
    } finally {
      await page.close();
    }
  });
});

describe('the opened pages', () => {
  itLoadsNothingElse();
});
