import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BENCHMARKS } from '../src/benchmarks.ts';
import { ROOT } from '../src/shared/repository.ts';

const [start = '', ...sections] = readFileSync(join(ROOT, 'BENCHMARKS.md'), 'utf8').split(/^## /m);
const names = BENCHMARKS.map(({ name }) => name);

describe('BENCHMARKS.md, which "npm run bench:all -w @aispm/scripts" writes', () => {
  it('has a section for each benchmark, in order', () => {
    expect(sections.map((section) => section.split('\n')[0])).toEqual(names);
  });

  it.each(sections.map((section) => [section.split('\n')[0], section]))('has a table for %s', (_, section) => {
    expect(section).toMatch(/^\| .* \|\n\|[-:|]+\|\n\| .* \|$/m);
    expect(section).not.toContain('**Not measured:**');
  });

  it('only has commands that exist', () => {
    const read = (file: string) => (JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { scripts: object }).scripts;
    const scripts = { ...read('package.json'), ...read('scripts/package.json') };
    const commands = [start, ...sections].flatMap((text) => [...text.matchAll(/npm run ([\w:]+)(?: -- (\w+))?/g)]);
    expect(commands.map(([, script]) => script)).toEqual(expect.arrayContaining(['bench', 'bench:all']));
    for (const [command, script = '', name] of commands) {
      expect(Object.keys(scripts), command).toContain(script);
      if (script === 'bench') expect(names, command).toContain(name);
    }
  });

  it('starts with three numbers that the root README repeats', () => {
    const figures = [...start.matchAll(/^\| \*\*(.*)\*\* \|.*\[(\w+)\]\(#\w+\) \|$/gm)];
    expect(figures).toHaveLength(3);
    const frontPage = readFileSync(join(ROOT, 'README.md'), 'utf8');
    for (const [, figure, name] of figures) expect(frontPage).toContain(`[${figure}](BENCHMARKS.md#${name})`);
  });
});
