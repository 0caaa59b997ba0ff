/** The pages of operations and schemas, which the build writes completely into their HTML. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { jsonContent, listExamples, listProtocolResponses, protocolResponsesOf } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { SAMPLE_LANGUAGES } from '../build/code-samples.ts';
import { listContractOperations, listTagGroups, readContract } from '../build/contract.ts';
import { listNextCalls } from '../build/operation-notes.ts';
import { listPageHeads } from '../build/reference/pages.ts';
import { connectBrowser, REPORTS } from './browser.ts';

const dist = join(import.meta.dirname, '../dist');
const contract = readContract();
const operations = listContractOperations(contract);
const heads = listPageHeads(contract);
const readHtml = (address: string) => readFileSync(join(dist, `${address}.html`), 'utf8');
const { windows, itLoadsNothingElse } = connectBrowser();

/** Returns the text of a page as a reader sees it, with everything that is folded. */
function textOf(html: string): string {
  const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
  return main
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

describe('the pages of operations and schemas', () => {
  it('exist for each, with a title and a description that no other page has', () => {
    const titles = heads.map(({ address }) => /<title>([^<]*)<\/title>/.exec(readHtml(address))?.[1]);
    expect(titles).toHaveLength(operations.length + Object.keys(contract.components.schemas).length);
    expect(titles).toEqual(heads.map(({ title }) => `${title} | ${contract.info.title}`));
    expect(new Set(titles).size).toBe(titles.length);
    for (const { address, description } of heads) {
      expect(description, address).not.toBe('');
      expect(/<meta name="description" content="([^"]+)"/.exec(readHtml(address))?.[1], address).toBeTruthy();
    }
  });

  it('have one heading of the first level, and skip no level', () => {
    for (const { address } of heads) {
      const levels = [...readHtml(address).matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
      expect(
        levels.filter((level) => level === 1),
        address,
      ).toHaveLength(1);
      const skipped = levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1);
      expect(skipped, address).toEqual([]);
    }
  });

  it('link to the file of the contract where each is described', () => {
    const root = join(import.meta.dirname, '../../../..');
    for (const { kind, id, address } of heads) {
      const [, file = ''] =
        /<a href="https:\/\/github\.com\/[^"]*\/edit\/main\/(spec\/[^"]+)">Edit this page/.exec(readHtml(address)) ??
        [];
      const source = readFileSync(join(root, file), 'utf8');
      if (kind === 'operation') expect(source, address).toMatch(new RegExp(`^  operationId: ${id}$`, 'm'));
      else expect(basename(file, '.yaml'), address).toBe(id);
    }
  });

  it('offer the same content in Markdown', () => {
    for (const { address, markdownFile } of heads) {
      expect(readHtml(address), address).toMatch(new RegExp(`href="[^"]*/${markdownFile}"`));
      expect(readFileSync(join(dist, markdownFile), 'utf8'), markdownFile).toMatch(/^# /);
    }
  });
});

describe('the page of an operation', () => {
  it.each(operations.map((operation) => ({ id: operation.operationId, operation })))(
    '$id has what the contract says about it',
    ({ operation }) => {
      const html = readHtml(`/reference/${operation.operationId}`);
      const text = textOf(html);
      expect(text).toContain(`${operation.method.toUpperCase()} ${operation.path}`);
      for (const { label } of SAMPLE_LANGUAGES) expect(html).toContain(`>${label}</label>`);
      for (const { name } of operation.parameters) expect(html).toContain(`<code>${name}</code>`);
      const bodies = [operation.requestBody, ...Object.values(operation.responses)];
      for (const example of bodies.flatMap((body) => listExamples(contract, jsonContent(body) ?? {}))) {
        expect(text).toContain(JSON.stringify(example.value, null, 2));
      }
      for (const status of Object.keys(operation.responses)) {
        expect(html).toContain(`id="${operation.operationId}-${status}"`);
      }
      for (const call of listNextCalls(contract, operation)) {
        expect(html).toContain(`/reference/${call.operation.operationId}.html"`);
      }
      const folded = /<details class="protocol-responses">([\s\S]*?)<\/details>/.exec(html)?.[1];
      for (const { status } of protocolResponsesOf(listProtocolResponses(contract), operation)) {
        expect(folded).toContain(status);
      }
      expect(html).toContain(`/try.html#${operation.operationId}"`);
    },
  );
});

describe('the menu of the reference', () => {
  it('has the groups of the contract, each with its tags, in their order', () => {
    const [, menu = ''] =
      /<nav class="reference-menu[^>]*>([\s\S]*?)<\/nav>/.exec(readHtml('/reference/getAgent')) ?? [];
    const groups = menu
      .split('<div role="group"')
      .slice(1)
      .map((group) => ({
        name: /aria-label="([^"]*)"/.exec(group)?.[1],
        tags: [...group.matchAll(/<summary>([^<]*)</g)].map(([, tag]) => tag),
      }));
    expect(groups).toEqual(listTagGroups(contract));
  });
});

describe('the page of a schema', () => {
  it.each(Object.entries(contract.components.schemas).map(([name, schema]) => ({ name, schema })))(
    '$name has its fields and values',
    ({ name, schema }) => {
      const html = readHtml(`/reference/schemas/${name}`);
      for (const field of Object.keys(schema.properties ?? {})) expect(html).toContain(`<code>${field}</code>`);
      for (const value of schema.enum ?? []) expect(html).toContain(`<code>${value}</code>`);
    },
  );
});

describe.each([
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
])('without JavaScript at $width px', (viewport) => {
  it('the first screen has the complete method and path', async () => {
    const longest = operations.toSorted((a, b) => b.path.length - a.path.length)[0];
    if (!longest) throw new Error('The contract has no operation.');
    const page = await windows.open(`/reference/${longest.operationId}.html`, { viewport, javaScriptEnabled: false });
    const endpoint = page.locator('.endpoint');
    const box = await endpoint.boundingBox();
    const code = await endpoint.locator('code').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(viewport.height);
    expect((code?.x ?? 0) + (code?.width ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(viewport.width);
    expect(await endpoint.innerText()).toContain(longest.path);
    await page.close();
  });
});

describe('an operation without JavaScript', () => {
  it('shows samples in each language, errors, and the menu', async () => {
    const page = await windows.open('/reference/getAgent.html', { javaScriptEnabled: false });
    for (const [index, { label }] of SAMPLE_LANGUAGES.entries()) {
      await page.locator('.samples label', { hasText: label }).click();
      const shown = page.locator('.samples > div').filter({ visible: true });
      expect(await shown.count()).toBe(1);
      expect(await page.locator('.samples > div').nth(index).isVisible()).toBe(true);
    }
    await page.locator('#getAgent-404 > summary').click();
    await page.locator('#getAgent-404 pre', { hasText: 'not_found' }).waitFor();
    await page.locator('.reference-menu summary', { hasText: 'Rules' }).click();
    await page.getByRole('link', { name: 'List rules' }).click();
    expect(await page.locator('h1').innerText()).toContain('List rules');
    await page.screenshot({ path: join(REPORTS, 'operation-without-script.png') });
    await page.close();
  });
});

describe('a page of the reference', () => {
  it('loads completely when a reader comes from another page, and again with Back and Forward', async () => {
    const page = await windows.open('/guides/paging.html');
    await page.getByRole('link', { name: 'Reference' }).first().waitFor();
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '/reference/listRules.html';
      document.querySelector('main')?.append(link);
      link.click();
    });
    await page.locator('.endpoint').waitFor();
    await page.locator('.reference-menu a[href$="/getRule.html"]').click();
    await expect.poll(() => page.locator('h1').innerText()).toContain('Get a rule');
    await page.goBack();
    await expect.poll(() => page.locator('h1').innerText()).toContain('List rules');
    await page.goForward();
    await expect.poll(() => page.locator('h1').innerText()).toContain('Get a rule');
    await page.close();
  });

  it('copies its Markdown', async () => {
    const page = await windows.open('/reference/getAgent.html', { permissions: ['clipboard-read', 'clipboard-write'] });
    const button = page.getByRole('button', { name: 'Copy as Markdown' });
    await expect
      .poll(async () => {
        await button.click();
        return page.evaluate(() => navigator.clipboard.readText()).catch(() => '');
      })
      .toBe(readFileSync(join(dist, 'operations/getAgent.md'), 'utf8'));
    await page.close();
  });
});

describe('the opened pages', () => {
  itLoadsNothingElse([]);
});
