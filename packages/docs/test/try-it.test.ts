import { createMock } from '@aispm/mock';
import { describe, expect, test } from 'vitest';
import { operationsOf, readContract } from '../build/contract.ts';
import { operationAnchor } from '../build/reference.ts';
import { serveDocs } from '../server.ts';
import { connectBrowser, type Watch } from './browser.ts';

const operations = operationsOf(readContract());
const { windows, testQuiet } = connectBrowser();

test('"Try it" is off on a site without a mock', { tags: ['both'] }, async () => {
  const page = await windows.open('/try.html');
  await page.getByText('a published site has none').waitFor();
  expect(await page.locator('form').count()).toBe(0);
  await page.close();
});

const callable = operations.filter(({ operationId }) => /^(create|put|get)/.test(operationId));

describe.each([
  { name: 'two operations', some: [callable[0], callable.at(-1)].flatMap((it) => it ?? []), tags: [] },
  { name: 'operations that read and write', some: callable, tags: ['long'] },
])('"Try it" of $name', ({ some, tags }) => {
  test('sends what is filled in to the mock beside the site, and shows the answer', { tags }, async () => {
    const site = await serveDocs({ port: 0, mock: await createMock() });
    const watch: Watch = { requests: [], complaints: [] };
    const page = await windows.openEmpty({}, watch);
    try {
      for (const operation of some) {
        await page.goto('about:blank');
        await page.goto(`${site.url}/try.html#${operation.operationId}`);
        await page.getByRole('button', { name: 'Send to the mock' }).click();
        const status = await page.locator('.try-it-answer h2').innerText();
        expect(Object.keys(operation.answers)).toContain(status.slice(0, 3));
        expect(status).toMatch(/^2/);
      }
      await page.screenshot({ path: 'reports/try-it.png' });
      await page.goto(`${site.url}/reference.html#${operationAnchor(operations[0] as never)}`);
      await page.getByRole('link', { name: 'Try it on the mock' }).first().click();
      await page.locator('form.try-it').waitFor();
      expect(watch.requests.filter((url) => url.startsWith('http') && !url.startsWith(site.url))).toEqual([]);
      expect(watch.complaints).toEqual([]);
    } finally {
      await page.close();
      await site.close();
    }
  });
});

testQuiet();
