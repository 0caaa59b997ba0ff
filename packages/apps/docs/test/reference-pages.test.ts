/** The prerendered pages of operations and schemas. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { jsonContent, listExamples, listProtocolResponses, protocolResponsesOf } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { SAMPLE_LANGUAGES } from '../build/code-samples.ts';
import { listContractOperations, listTagGroups, readContract } from '../build/contract.ts';
import { listNextCalls } from '../build/operation-notes.ts';
import { listPageHeads } from '../build/reference/pages.ts';

const dist = join(import.meta.dirname, '../dist');
const contract = readContract();
const operations = listContractOperations(contract);
const heads = listPageHeads(contract);
const readHtml = (url: string) => readFileSync(join(dist, `${url}.html`), 'utf8');

/** Returns the visible text of a page, including collapsed parts. */
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
  it('have a unique title and a description', () => {
    const titles = heads.map(({ url }) => /<title>([^<]*)<\/title>/.exec(readHtml(url))?.[1]);
    expect(titles).toHaveLength(operations.length + Object.keys(contract.components.schemas).length);
    expect(titles).toEqual(heads.map(({ title }) => `${title} | ${contract.info.title}`));
    expect(new Set(titles).size).toBe(titles.length);
    for (const { url, description } of heads) {
      expect(description, url).not.toBe('');
      expect(/<meta name="description" content="([^"]+)"/.exec(readHtml(url))?.[1], url).toBeTruthy();
    }
  });

  it('have one main heading, and skip no heading level', () => {
    for (const { url } of heads) {
      const levels = [...readHtml(url).matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
      expect(
        levels.filter((level) => level === 1),
        url,
      ).toHaveLength(1);
      const skipped = levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1);
      expect(skipped, url).toEqual([]);
    }
  });

  it('link to their source files in the contract', () => {
    const root = join(import.meta.dirname, '../../../..');
    for (const { kind, id, url } of heads) {
      const [, file = ''] =
        /<a href="https:\/\/github\.com\/[^"]*\/edit\/main\/(spec\/[^"]+)">Edit this page/.exec(readHtml(url)) ?? [];
      const source = readFileSync(join(root, file), 'utf8');
      if (kind === 'operation') expect(source, url).toMatch(new RegExp(`^  operationId: ${id}$`, 'm'));
      else expect(basename(file, '.yaml'), url).toBe(id);
    }
  });

  it('offer the same content in Markdown', () => {
    for (const { url, markdownFile } of heads) {
      expect(readHtml(url), url).toMatch(new RegExp(`href="[^"]*/${markdownFile}"`));
      expect(readFileSync(join(dist, markdownFile), 'utf8'), markdownFile).toMatch(/^# /);
    }
  });
});

describe('the page of an operation', () => {
  it.each(operations.map((operation) => ({ id: operation.operationId, operation })))(
    '$id has its parameters, examples, responses and links',
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
  it('has the tag groups of the contract in order', () => {
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
