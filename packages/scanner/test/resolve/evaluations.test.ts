/** How many evaluations a scan takes: they must not multiply. */
import { describe, expect, it } from 'vitest';
import type { FileFacts } from '../../src/facts/facts.ts';
import { FRAMEWORKS } from '../../src/frameworks/frameworks.ts';
import { createGraph } from '../../src/graph/graph.ts';
import { recognize } from '../../src/recognize/recognize.ts';
import { createPathSet, createProject } from '../../src/resolve/project.ts';
import { extractFacts } from '../../src/sources/parser.ts';

/** Files that count how often an evaluation looks one up. */
class CountingFiles extends Map<string, FileFacts> {
  lookups = 0;

  override get(path: string): FileFacts | undefined {
    this.lookups += 1;
    return super.get(path);
  }
}

async function countLookups(sources: Readonly<Record<string, string>>): Promise<number> {
  const facts: FileFacts[] = [];
  for (const [path, text] of Object.entries(sources)) {
    const read = await extractFacts({ path, text });
    if (read !== undefined) facts.push(read);
  }
  const project = createProject(facts, createPathSet(Object.keys(sources)));
  const files = new CountingFiles(project.files);
  files.lookups = 0;
  recognize({ ...project, files }, createGraph(), FRAMEWORKS);
  return files.lookups;
}

const times = <T>(count: number, line: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, each) => line(each));

describe('the evaluations of a scan', () => {
  it('grows with the calls of a function by itself, not with their powers', async () => {
    const source = (calls: number) =>
      `def clean(note):\n    return [${times(calls, (each) => `clean(note[${each}])`).join(', ')}]\n\nclean(1)()\n`;
    const [two, four] = [await countLookups({ 'a.py': source(2) }), await countLookups({ 'a.py': source(4) })];
    expect(four).toBeLessThan(4 * two);
  });

  it('grows with the names that depend on one that is defined by itself, not with the paths to it', async () => {
    const source = (count: number) =>
      [
        ...times(
          count,
          (each) => `own${each} = [own${each}]\nname${each} = [own${each}, name${each + 1}, name${each + 1}]`,
        ),
        'name0()',
      ].join('\n');
    const [four, eight] = [await countLookups({ 'a.py': source(4) }), await countLookups({ 'a.py': source(8) })];
    expect(eight).toBeLessThan(4 * four);
  });

  it('does not grow with the files of a namespace for a name that none of them defines', async () => {
    const sources = (count: number, call: string) => ({
      'Desk.cs': `using Parts;\nclass Desk { void Run() { ${call} } }\n`,
      ...Object.fromEntries(times(count, (each) => [`Parts/Part${each}.cs`, `class Part${each} { }\n`])),
    });
    const costOfCall = async (count: number) =>
      (await countLookups(sources(count, 'Missing();'))) - (await countLookups(sources(count, '')));
    expect(await costOfCall(20)).toBe(await costOfCall(2));
  });
});
