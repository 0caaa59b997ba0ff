import { readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as fingerprints from '../src/cache/fingerprint.ts';
import { userCacheFolder } from '../src/cache/store.ts';
import { type ScanReport, scan } from '../src/index.ts';
import { unpackFacts } from '../src/sources/pack.ts';
import * as parser from '../src/sources/parser.ts';
import { cyclonedxOf } from '../src/write/cyclonedx.ts';
import { explain } from '../src/write/explain.ts';
import { sarifOf } from '../src/write/sarif.ts';
import { summaryOf } from '../src/write/summary.ts';
import { withFiles } from './scan-sources.ts';

const state = { parsed: [] as string[], fingerprint: 'this version' };

beforeAll(() => {
  const { extractFacts } = parser;
  vi.spyOn(parser, 'extractFacts').mockImplementation((source) => {
    state.parsed.push(source.path);
    return extractFacts(source);
  });
  const code = fingerprints.fingerprint();
  vi.spyOn(fingerprints, 'fingerprint').mockImplementation(() => `${code} ${state.fingerprint}`);
});
afterAll(() => void vi.restoreAllMocks());

/** It is made here, so that no file contains one. */
const SECRET = ['sk', 'proj', '4f9d2c7b1a8e6035d4f9d2c7b1a8e603'].join('-');
const FILES = {
  'agents_of/desk.py':
    'from agents import Agent\nfrom settings import MODEL\nfrom tools import lookup\n\ndesk = Agent(name="Desk", model=MODEL, tools=[lookup])\nx = = 1\n',
  'settings.py': `MODEL = "gpt-4.1"\nKEY = "${SECRET}"\n`,
  'tools.py': 'from agents import function_tool\n\n@function_tool\ndef lookup(order: str) -> str:\n    return order\n',
  'unrelated.py': 'print("é")\n',
  'notes.ipynb': JSON.stringify({
    cells: [{ cell_type: 'code', source: 'from agents import Agent\nn = Agent(name="Notes", model="gpt-4.1-mini")' }],
  }),
  'broken.ipynb': '{"cells": [',
  'web/agent.ts':
    "import { Agent } from '@openai/agents';\nexport const web = new Agent({ name: 'Web', model: 'gpt-4.1' });\n",
  '.mcp.json': '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example.com/mcp"}}}',
  '.github/CODEOWNERS': '/agents_of/ @desk-team\n',
};
const SOURCES = ['agents_of/desk.py', 'notes.ipynb', 'settings.py', 'tools.py', 'web/agent.ts'];

/** Scans the files twice with an empty cache folder; `change` is called in between. */
function scanTwice(change: (folder: string, cache: string) => void = () => {}) {
  return withFiles({}, (cache) =>
    withFiles(FILES, async (folder) => {
      const options = { target: 'example.com/fixture', cache };
      const first = await contentOf(folder, await scan(folder, options));
      expect(state.parsed.toSorted()).toEqual(SOURCES);
      state.parsed = [];
      change(folder, cache);
      const second = await contentOf(folder, await scan(folder, options));
      const parsed = state.parsed.toSorted();
      const uncached = await contentOf(folder, await scan(folder, { ...options, cache: false }));
      return { first, second, uncached, parsed };
    }),
  );
}

/** Everything that anybody can see of a report. */
async function contentOf(folder: string, report: ScanReport): Promise<string> {
  const explained = await Promise.all(
    report.objects.map(({ identity, name }) => explain(report, folder, name || identity)),
  );
  const labels = report.objects.map((found) => [...found.labels]);
  return [report, sarifOf(report), cyclonedxOf(report), labels, explained]
    .map((each) => JSON.stringify(each, undefined, 1))
    .join('\n')
    .concat(summaryOf(report));
}

function filesIn(cache: string): readonly string[] {
  return readdirSync(cache).map((name) => join(cache, name));
}

beforeEach(() => {
  state.parsed = [];
  state.fingerprint = 'this version';
});

describe('the cache', () => {
  it('gives the same result as an uncached scan, and parses nothing', async () => {
    const { first, second, uncached, parsed } = await scanTwice();
    expect(parsed).toEqual([]);
    expect(second).toBe(uncached);
    expect(first).toBe(uncached);
    expect(second).toContain('Desk');
    expect(second).toContain('broken.ipynb');
  });

  it.each<[string, (folder: string) => void, readonly string[], string]>([
    [
      'an imported source',
      (folder) => writeFileSync(join(folder, 'settings.py'), 'MODEL = "gpt-5"\n'),
      ['settings.py'],
      'gpt-5',
    ],
    [
      'a source of the same size and time',
      (folder) => {
        const path = join(folder, 'tools.py');
        writeFileSync(path, FILES['tools.py'].replace('lookup', 'search'));
        utimesSync(path, 1, 1);
      },
      ['tools.py'],
      'search',
    ],
    [
      'a source that did not matter',
      (folder) => writeFileSync(join(folder, 'unrelated.py'), 'from agents import Agent\nn = Agent(name="New")\n'),
      ['unrelated.py'],
      'New',
    ],
    [
      'an added source',
      (folder) => writeFileSync(join(folder, 'added.py'), 'from agents import Agent\nn = Agent(name="Added")\n'),
      ['added.py'],
      'Added',
    ],
    [
      'a configuration',
      (folder) => writeFileSync(join(folder, '.mcp.json'), FILES['.mcp.json'].replace('docs', 'wiki')),
      [],
      'wiki',
    ],
    ['the owners', (folder) => writeFileSync(join(folder, '.github/CODEOWNERS'), '* @others\n'), [], '@others'],
  ])('reads %s anew', async (_, change, expected, text) => {
    const { first, second, uncached, parsed } = await scanTwice(change);
    expect(parsed).toEqual(expected);
    expect(second).toBe(uncached);
    expect(first).not.toContain(text);
    expect(second).toContain(text);
  });

  it('reads everything anew with another version', async () => {
    const { second, uncached, parsed } = await scanTwice(() => {
      state.fingerprint = 'another version';
    });
    expect(parsed).toEqual(SOURCES);
    expect(second).toBe(uncached);
  });

  it('distinguishes options', async () => {
    await withFiles({}, (cache) =>
      withFiles(FILES, async (folder) => {
        const one = await scan(folder, { cache, target: 'one' });
        const two = await scan(folder, { cache, target: 'two', trigger: 'ci', exclude: ['web'] });
        expect([one.document.target, two.document.target]).toEqual(['one', 'two']);
        expect(two.document.trigger).toBe('ci');
        expect(two.objects.map(({ name }) => name)).not.toContain('Web');
      }),
    );
  });

  it.each<[string, (file: string) => void]>([
    ['empty files', (file) => truncateSync(file, 0)],
    ['shortened files', (file) => truncateSync(file, 200)],
    [
      'files with a changed byte',
      (file) => {
        const bytes = readFileSync(file);
        const middle = bytes.length >> 1;
        bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
        writeFileSync(file, bytes);
      },
    ],
    ['foreign files', (file) => writeFileSync(file, 'no cache')],
  ])('survives %s', async (_, damage) => {
    const { second, uncached, parsed } = await scanTwice((__, cache) => {
      for (const file of filesIn(cache)) damage(file);
    });
    expect(parsed).toEqual(SOURCES);
    expect(second).toBe(uncached);
  });

  it('survives a folder that cannot be created', async () => {
    await withFiles({ ...FILES, 'a-file': '' }, async (folder) => {
      const { objects } = await scan(folder, { cache: join(folder, 'a-file/cache') });
      expect(objects.length).toBeGreaterThan(3);
    });
  });

  it('survives scans at the same time, and leaves no parts behind', async () => {
    await withFiles({}, (cache) =>
      withFiles(FILES, async (folder) => {
        const reports = await Promise.all(Array.from({ length: 4 }, () => scan(folder, { cache })));
        expect(new Set(reports.map(({ document }) => JSON.stringify(document))).size).toBe(1);
        expect(
          readdirSync(cache)
            .map((name) => name.replace(/^[0-9a-f]{64}/, ''))
            .sort(),
        ).toEqual(['.facts', '.report']);
      }),
    );
  });

  it('contains no secrets, and only its owner can read it', async () => {
    await scanTwice((_, cache) => {
      let text = '';
      for (const file of filesIn(cache)) {
        expect(statSync(file).mode & 0o077).toBe(0);
        const content = readFileSync(file).subarray(64);
        text += content.toString('latin1');
        if (!file.endsWith('.facts')) continue;
        const { value } = deserialize(content) as { value: Map<string, { packed?: Uint8Array }> };
        for (const { packed } of value.values())
          text += packed === undefined ? '' : JSON.stringify(unpackFacts(packed));
      }
      expect(text).toContain('[REDACTED]');
      expect(text).not.toContain(SECRET.slice(8));
    });
  });

  it('deletes what was not used for the longest time when it is full', async () => {
    const old = `${'0'.repeat(64)}.facts`;
    const files = { 'notes.txt': '', [old]: '', [`${'1'.repeat(64)}.facts`]: '' };
    await withFiles(files, async (cache) => {
      truncateSync(join(cache, old), 257 * 1024 * 1024);
      // From the least to the most recently used.
      for (const [time, name] of Object.keys(files).entries()) utimesSync(join(cache, name), time, time);
      await withFiles(FILES, (folder) => scan(folder, { cache }));
      expect(readdirSync(cache)).not.toContain(old);
      expect(readdirSync(cache)).toHaveLength(4);
    });
  });
});

describe('the folder of the cache', () => {
  it('is in the cache folder of the user', () => {
    expect(userCacheFolder({ XDG_CACHE_HOME: '/caches' })).toBe('/caches/aispm-scan');
    expect(userCacheFolder({ XDG_CACHE_HOME: 'relative' })).toMatch(/[\\/]\.cache[\\/]aispm-scan$/);
    expect(userCacheFolder({})).toMatch(/[\\/]\.cache[\\/]aispm-scan$/);
  });
});
