import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashOfFiles } from '../../src/cache/hash-of-files.ts';
import { withFiles } from '../scan-sources.ts';

it('changes with code, grammars and single files, and with nothing else', () =>
  withFiles(
    { 'dist/a.js': '1', 'dist/grammars/b.wasm': '2', 'dist/a.d.ts': '3', 'package.json': '{}' },
    async (folder) => {
      const hash = () => hashOfFiles([join(folder, 'dist'), join(folder, 'package.json')]);
      const seen = [hash()];
      const isNew = () => !seen.includes(hash()) && seen.push(hash()) > 0;
      writeFileSync(join(folder, 'dist/a.d.ts'), 'other');
      writeFileSync(join(folder, 'dist/a.js.map'), 'other');
      expect(isNew()).toBe(false);
      writeFileSync(join(folder, 'dist/a.js'), 'other');
      expect(isNew()).toBe(true);
      writeFileSync(join(folder, 'dist/grammars/b.wasm'), 'other');
      expect(isNew()).toBe(true);
      writeFileSync(join(folder, 'package.json'), '{"version":"2"}');
      expect(isNew()).toBe(true);
      rmSync(join(folder, 'dist/a.js'));
      expect(isNew()).toBe(true);
    },
  ));
