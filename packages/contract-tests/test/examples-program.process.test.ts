import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Document } from '@aispm/openapi';
import contract from '@aispm/spec/strict.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExamplesProgram } from '../build/examples-program.ts';

const folder = join(import.meta.dirname, '../generated/mistakes');
const tsc = createRequire(import.meta.url).resolve('@aispm/testing/tsc7.js');

type Example = { [name: string]: unknown };
const mistakes: [mistake: string, apply: (example: Example) => void, message: RegExp][] = [
  ['with a field of another type', (example) => Object.assign(example, { rule_name: 5 }), /Type 'number'/],
  ['without a required field', (example) => void delete example.rule_name, /'rule_name' is missing/],
  ['with a value that is not in the enumeration', (example) => Object.assign(example, { source: 'other' }), /"other"/],
  ['with an unknown field', (example) => Object.assign(example, { unknown_field: 1 }), /unknown_field/],
];
/** The diagnostics of programs with one mistake each. The compiler is slow to start, so it compiles them together. */
let diagnostics: string[];

/** Creates the program with one example changed. */
function createProgram(change: (example: Example) => void): string {
  const changed = structuredClone(contract);
  const { examples } =
    changed.paths['/rules/tenants/{tenant_id}/workspaces/{workspace_id}/{rule_id}'].get.responses[200].content[
      'application/json'
    ];
  change(Object.values(examples)[0]?.value as Example);
  return createExamplesProgram(changed as unknown as Document);
}

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  for (const [index, [, apply]] of mistakes.entries()) {
    writeFileSync(join(folder, `mistake-${index}.ts`), createProgram(apply));
  }
  writeFileSync(
    join(folder, 'valid.ts'),
    createProgram(() => {}),
  );
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.examples.json', include: ['.'] }),
  );
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
  // All lines of a diagnostic except the first are indented.
  diagnostics = stdout.split(/\n(?! )/);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const findDiagnostics = (file: string) => diagnostics.filter((text) => text.includes(`${file}(`)).join('\n');

describe('the program of examples', () => {
  it.each(mistakes.map(([mistake, , message], index) => ({ mistake, message, index })))(
    'does not compile with an example $mistake',
    ({ message, index }) => {
      expect(findDiagnostics(`mistake-${index}.ts`)).toMatch(message);
    },
  );

  it('compiles without a mistake', () => {
    expect(findDiagnostics('valid.ts')).toBe('');
  });
});
