import { splitByHash } from '@aispm/testing';
import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import type { ScanReport } from '../../src/index.ts';
import { scanSources } from '../scan-sources.ts';
import { LANGUAGES } from './sources.ts';

const HOSTILE = ['(', '[', '{', '<', '"', '`', '@', '.x()', '\0', '/*', '\\', '=>', 'a ? ', '\u{1F600}', '\uD800'];
/** Random cases of each property and language. */
const RUNS = 12;

/** Everything but the positions. */
function withoutPositions({ document }: ScanReport): unknown {
  const { locations, ...rest } = document;
  return { ...rest, locations: locations.map(({ key, stable_key }) => ({ key, stable_key })) };
}

describe.each(LANGUAGES)('sources in $language', ({ language, file, comments, source, names }) => {
  const lines = source.split('\n');

  it('have the same result after changes of whitespace and comments', async () => {
    const { report: expected } = await scanSources({ [file]: source });
    const found = expected.objects.map(({ name }) => name);
    expect(found.toSorted()).toEqual(names.toSorted());
    const added = fc.constantFrom('', '\t', '   ', ...comments);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(lines.length - 1), added), { maxLength: 8 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        async (insertions, lineBreak, isMarked) => {
          const changed = [...lines];
          for (const [position, line] of insertions) changed.splice(position, 0, line);
          const text = `${isMarked ? '\uFEFF' : ''}${changed.join(lineBreak)}`;
          const { report } = await scanSources({ [file]: text });
          expect(withoutPositions(report)).toEqual(withoutPositions(expected));
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('never end a scan when lines are missing or repeated, or the file ends early', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(lines.length - 1), fc.nat(2)), { minLength: 1, maxLength: 4 }),
        fc.nat(source.length),
        async (changes, length) => {
          const changed = [...lines];
          for (const [position, copies] of changes) {
            changed.splice(position, 1, ...Array.from({ length: copies }, () => lines[position] ?? ''));
          }
          const { names: found } = await scanSources({
            [file]: changed.join('\n'),
            [file.replace(/(?=\.\w+$)/, '2')]: source.slice(0, length),
            'other/agents.py': 'from agents import Agent\n\nother = Agent(name="Other")\n',
          });
          expect(found('agent')).toContain('Other');
        },
      ),
      { numRuns: RUNS },
    );
  });

  describe.each(splitByHash(HOSTILE, (part) => `${language} ${part}`, 4))(
    'in one of two commands',
    ({ tags, cases }) => {
      it('may be followed by anything, as often as it likes', { tags }, async () => {
        const hostile = cases.map((part, index) => [
          file.replace(/(?=\.\w+$)/, `${index}`),
          `${source}${part.repeat(20_000)}`,
        ]);
        const { names: found } = await scanSources({ ...Object.fromEntries(hostile), [file]: source });
        expect([...found('agent'), ...found('mcp_server')]).toContain('Orders');
      });
    },
  );
});
