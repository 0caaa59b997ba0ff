import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import contract from '@aispm/spec/openapi.json' with { type: 'json' };
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, examplesProgram } from '../build/examples-program.ts';

const folder = join(import.meta.dirname, '../generated/wrong');
const tsc = createRequire(import.meta.url).resolve('@aispm/typescript7/tsc7.js');

type Example = { [name: string]: unknown };
const mistakes: [mistake: string, plant: (example: Example) => void, message: RegExp][] = [
  ['with a field of another type', (example) => Object.assign(example, { rule_name: 5 }), /Type 'number'/],
  ['without a required field', (example) => void delete example.rule_name, /'rule_name' is missing/],
  ['with a value that is not in the enumeration', (example) => Object.assign(example, { source: 'other' }), /"other"/],
  ['with a field that nobody knows', (example) => Object.assign(example, { unheard_of: 1 }), /unheard_of/],
];
/** What tsc says of the programs with one mistake each. It takes its time to start, so it compiles them together. */
let diagnostics: string[];

/** The program with the examples after one of them was changed. */
function programAfter(change: (example: Example) => void): string {
  const changed = structuredClone(contract);
  const { examples } =
    changed.paths['/rules/tenants/{tenant_id}/workspaces/{workspace_id}/{rule_id}'].get.responses[200].content[
      'application/json'
    ];
  change(Object.values(examples)[0]?.value as Example);
  return examplesProgram(changed as unknown as Contract);
}

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  for (const [index, [, plant]] of mistakes.entries()) {
    writeFileSync(join(folder, `mistake-${index}.ts`), programAfter(plant));
  }
  writeFileSync(
    join(folder, 'sound.ts'),
    programAfter(() => {}),
  );
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.examples.json', include: ['.'] }),
  );
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
  // The lines of a diagnosis that follow its first one are indented.
  diagnostics = stdout.split(/\n(?! )/);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const diagnosticsOf = (file: string) => diagnostics.filter((one) => one.includes(`${file}(`)).join('\n');

test.each(mistakes.map(([mistake, , message], index) => ({ mistake, message, index })))(
  'an example $mistake does not compile',
  ({ message, index }) => {
    expect(diagnosticsOf(`mistake-${index}.ts`)).toMatch(message);
  },
);

test('the examples without a mistake compile', () => {
  expect(diagnosticsOf('sound.ts')).toBe('');
});
