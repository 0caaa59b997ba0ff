import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import contract from '@aispm/spec/openapi.json' with { type: 'json' };
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, examplesProgram } from '../build/examples-program.ts';

const folder = join(import.meta.dirname, '../generated/wrong');
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

beforeAll(() => mkdirSync(folder, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What tsc says of the examples after one of them was changed. */
function diagnosticsAfter(change: (example: { [name: string]: unknown }) => void): string {
  const changed = structuredClone(contract);
  const { examples } =
    changed.paths['/rules/tenants/{tenant_id}/workspaces/{workspace_id}/{rule_id}'].get.responses[200].content[
      'application/json'
    ];
  change(Object.values(examples)[0]?.value as { [name: string]: unknown });
  writeFileSync(join(folder, 'examples.ts'), examplesProgram(changed as unknown as Contract));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.examples.json', include: ['.'] }),
  );
  try {
    execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test.each<[string, (example: { [name: string]: unknown }) => void, RegExp]>([
  ['with a field of another type', (example) => Object.assign(example, { rule_name: 5 }), /Type 'number'/],
  ['without a required field', (example) => void delete example.rule_name, /'rule_name' is missing/],
  ['with a value that is not in the enumeration', (example) => Object.assign(example, { source: 'other' }), /"other"/],
  ['with a field that nobody knows', (example) => Object.assign(example, { unheard_of: 1 }), /unheard_of/],
])(
  'an example %s does not compile',
  (_, change, message) => {
    expect(diagnosticsAfter(change)).toMatch(message);
  },
  20_000,
);
