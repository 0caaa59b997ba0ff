import { expect, it } from 'vitest';
import type { FileFacts } from '../../src/facts/facts.ts';
import { packFacts, unpackFacts } from '../../src/sources/pack.ts';
import { createPool } from '../../src/sources/pool.ts';
import type { SourceResult } from '../../src/sources/read-source.ts';
import { withFiles } from '../scan-sources.ts';

const COUNT = 60;
const FILES = Object.fromEntries(
  Array.from({ length: COUNT }, (_, index) => [
    `agents_of/desk_${index}.py`,
    index % 3 === 0 ? 'print("nothing")\n' : `from agents import Agent\n\ndesk = Agent(name="Desk ${index}")\n`,
  ]),
);
const REQUESTS = Object.keys(FILES).map((path) => ({ path, isForced: false }));

function contentOf(results: readonly SourceResult[]) {
  return results.map(({ packed, ...rest }) => ({ ...rest, facts: packed && unpackFacts(packed) }));
}

it('reads the same sources, in the same order, with and without threads', () =>
  withFiles(FILES, async (folder) => {
    const alone = createPool(folder, 0);
    const expected = contentOf(await alone.read(REQUESTS));
    expect(expected.filter(({ facts }) => facts !== undefined)).toHaveLength((COUNT / 3) * 2);
    const threads = createPool(folder, 100_000, 3);
    try {
      const done: number[] = [];
      expect(contentOf(await threads.read(REQUESTS, (count) => done.push(count)))).toEqual(expected);
      expect(done.at(-1)).toBe(COUNT);
    } finally {
      await threads.close();
    }
  }));

it('packs facts into no more memory than they need', () => {
  const facts = { path: 'a.py', language: 'python', scopes: [], problems: [] } as const;
  const packed = packFacts(facts);
  expect(packed.buffer.byteLength).toBe(packed.length);
  expect(unpackFacts(packed)).toEqual(facts);
});

it('shares equal texts of facts, also of other files', () => {
  const factsOf = (path: string): FileFacts => ({
    path,
    language: 'python',
    scopes: [],
    problems: ['one', 'two'].map(() => ({ message: 'a text of a problem', span: [1, 1, 1, 1] })),
  });
  const texts = new Map<string, string>();
  for (const path of ['a.py', 'b.py']) expect(unpackFacts(packFacts(factsOf(path)), texts)).toEqual(factsOf(path));
  expect([...texts.keys()].sort()).toEqual(['a text of a problem', 'a.py', 'b.py', 'python']);
});
