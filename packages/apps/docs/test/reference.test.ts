import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listProtocolResponses } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { listContractOperations, readContract } from '../build/contract.ts';
import { ERRORS_TAG } from '../build/error-tables.ts';
import { operationAnchor, schemaAnchor, tagAnchor } from '../build/reference-anchors.ts';

const contract = readContract();
const operations = listContractOperations(contract);
const anchors = [...operations.map(operationAnchor), ...Object.keys(contract.components.schemas).map(schemaAnchor)];
const html = readFileSync(join(import.meta.dirname, '../dist/reference.html'), 'utf8');

describe('the HTML of the complete reference', () => {
  it('has a section for every operation and schema, with method, path, parameters, statuses and fields', () => {
    const sections = new Map(
      [...html.matchAll(/<section class="entry" id="([^"]+)">([\s\S]*?)<\/section>/g)].map(
        ([, id = '', content = '']) => [id, content],
      ),
    );
    for (const operation of operations) {
      const section = sections.get(operationAnchor(operation)) ?? '';
      const text = section.replaceAll(/<[^>]*>/g, '');
      expect(text).toContain(`${operation.method.toUpperCase()} ${operation.path}`);
      for (const { name } of operation.parameters)
        expect(section, operation.operationId).toContain(`<code>${name}</code>`);
      for (const status of Object.keys(operation.responses)) expect(text, operation.operationId).toContain(status);
    }
    for (const [name, { properties = {} }] of Object.entries(contract.components.schemas)) {
      const section = sections.get(schemaAnchor(name));
      for (const field of Object.keys(properties)) expect(section, name).toContain(`<code>${field}</code>`);
    }
  });

  it('has headings in order, and unique IDs', () => {
    const levels = [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('has the table of protocol responses in the guide about errors', () => {
    const [, guide = ''] = new RegExp(`id="${tagAnchor(ERRORS_TAG)}">([\\s\\S]*?)</section>`).exec(html) ?? [];
    const table = /Any request can also return[\s\S]*?<table[\s\S]*?<\/table>/.exec(guide)?.[0] ?? '';
    const statuses = [...table.matchAll(/<tr>\s*<td>(\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual(listProtocolResponses(contract).map(({ status }) => status));
  });
});

describe('the menu of the complete reference', () => {
  it('links to every operation and schema', () => {
    const [, menu = ''] = /<nav class="reference-menu[^>]*>([\s\S]*?)<\/nav>/.exec(html) ?? [];
    const links = [...menu.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor);
    expect(links).toEqual(expect.arrayContaining(anchors));
  });
});
