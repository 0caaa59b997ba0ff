/** Pages render with their HTML alone. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const dist = join(import.meta.dirname, '../dist');

describe('the pages', () => {
  it('load nothing that blocks rendering', () => {
    for (const name of globSync('**/*.html', { cwd: dist }).filter((page) => !/^(coverage\.html|redoc\/)/.test(page))) {
      const [head = '', body = ''] = readFileSync(join(dist, name), 'utf8').split('</head>');
      expect(head, name).toContain('<style>');
      expect(head, name).not.toMatch(/<link [^>]*stylesheet/);
      expect(head, name).not.toMatch(/<script [^>]*src=|modulepreload|type="module"/);
      const modules = body.search(/<link rel="modulepreload"|<script type="module"/);
      expect(modules, name).toBeGreaterThan(body.lastIndexOf('</main>'));
      expect(body, name).toMatch(/<link rel="stylesheet" href="[^"]*\/assets\/style\.[0-9a-f]{8}\.css">\s*<\/body>/);
    }
  });
});

describe('the style sheet', () => {
  it('defines no unused custom properties', () => {
    const read = (pattern: string) =>
      globSync(pattern, { cwd: dist }).map((name) => readFileSync(join(dist, name), 'utf8'));
    const css = read('assets/style.*.css').join('');
    const defined = new Set(css.match(/(?<=[{;])--[\w-]+(?=:)/g));
    const used = new Set(
      [
        css.match(/(?<=var\()--[\w-]+/g) ?? [],
        ...read('assets/**/*.js').map((script) => script.match(/--[\w-]+/g) ?? []),
      ].flat(),
    );
    expect(defined.size).toBeGreaterThan(50);
    expect([...defined].filter((name) => !used.has(name))).toEqual([]);
  });
});
