import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scan } from '@aispm/scanner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateRepository } from '../src/scanner/generate-repository.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'generated-repository-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the generated repository', () => {
  it('has separate agents, tools and MCP servers for each team, in three languages', async () => {
    generateRepository(folder, 2);
    const { document } = await scan(folder, { cache: false });
    const names = (type: string) =>
      document.objects
        .filter(({ object_type }) => object_type === type)
        .map(({ aispm_friendly_name }) => aispm_friendly_name)
        .toSorted();
    const each = (...suffixes: string[]) =>
      ['team0', 'team1'].flatMap((team) => suffixes.map((end) => `${team}${end}`));
    expect(names('agent')).toEqual(each(' billing', ' triage', 'Tracker'));
    expect(names('tool')).toEqual(each('Track', '_count', '_look_up', '_refund'));
    expect(names('mcp_server')).toEqual(each('', '-files', '-tariffs'));
  });
});
