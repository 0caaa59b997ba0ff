/** Browsers run this package as well. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { digest } from '../src/document/names.ts';
import { describeViolation, ImportError, importReport } from '../src/index.ts';

const DIST = join(import.meta.dirname, '../dist');

describe('the built package', () => {
  it('imports no module of Node.js, and uses none of its globals', () => {
    const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const text = readFileSync(join(DIST, file), 'utf8');
      expect(text, file).not.toMatch(/from 'node:|\bBuffer\.|\bprocess\./);
    }
  });
});

describe('a digest', () => {
  it.each([[['a', 1, 'ü']], [[]], [['\u{1f69a}'.repeat(100), 2]]])('is that of Node.js: %j', (parts) => {
    expect(digest(...parts)).toBe(createHash('sha256').update(JSON.stringify(parts)).digest('hex'));
  });
});

describe('an import', () => {
  const log = { version: '2.1.0', runs: [{ tool: { driver: { name: 'Linter', version: '1.2.3' } }, results: [] }] };

  it('reads bytes in several encodings', () => {
    const text = JSON.stringify(log);
    const utf16 = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
    for (const content of [text, new TextEncoder().encode(text), utf16]) {
      const { documents } = importReport('sarif', content, { target: 'example.com/a' });
      expect(documents.map(({ target, tool_name }) => [target, tool_name])).toEqual([
        ['example.com/a#Linter', 'Linter'],
      ]);
    }
  });

  it('reads XML', () => {
    const bill = '<bom xmlns="http://cyclonedx.org/schema/bom/1.6" version="1"/>';
    expect(importReport('cyclonedx', bill, { target: 'example.com/a' }).documents).toHaveLength(1);
  });

  it('names location, reason and remedy of what it does not accept', () => {
    let thrown: unknown;
    try {
      importReport('cyclonedx', JSON.stringify(log), { target: 'example.com/a' });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ImportError);
    expect((thrown as ImportError).message).toContain('is a SARIF log, not a CycloneDX bill of materials');
    expect(describeViolation({ pointer: '/a', reason: 'is wrong', remedy: 'Correct it' })).toBe(
      '/a is wrong. Correct it.',
    );
  });
});
