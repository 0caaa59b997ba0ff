import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock, type RunningMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildAll, compilers, platforms, resolutions, strictest } from './compilers.ts';
import { run } from './run.ts';
import { commandLines } from './runtimes.ts';

const project = inject('project');
let mock: RunningMock;

beforeAll(async () => {
  mock = await (await createMock()).listen({ port: 0 });
});
afterAll(() => mock?.close());

/** The first TypeScript example in the README of an installed package, for the mock of this test. */
function firstExample(name: string): string {
  const readme = readFileSync(join(project, 'node_modules', name, 'README.md'), 'utf8');
  const [, code] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
  if (code === undefined) throw new Error(`The README of ${name} has no example.`);
  return code.replaceAll('http://127.0.0.1:4010/api/v1', mock.url);
}

/** The options of the programs that have to compile, by the names of their folders. */
const ways = Object.entries(resolutions).flatMap(([resolution, how]) =>
  Object.entries(platforms).map(([platform, where]) => [`${resolution}-${platform}`, { ...how, ...where }] as const),
);
/** The program that is run. */
const [[runnable, options]] = ways as [(typeof ways)[number]];

/** Writes a program into a folder of the project. */
function writeProgram(folder: string, files: Record<string, string>, options: object): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...strictest, ...options } }));
}

for (const { version, tsc, tags } of compilers)
  describe(`TypeScript ${version}`, { tags }, () => {
    const folder = join(project, version);
    let diagnostics: Map<string, string>;

    beforeAll(async () => {
      const files = { 'types.ts': firstExample('@aispm/types'), 'client.ts': firstExample('@aispm/client') };
      for (const [way, options] of ways) writeProgram(join(folder, way), files, options);
      const mistake = files['client.ts'].replace('rule.rule_name', 'rule.name_of_rule');
      writeProgram(join(folder, 'mistake'), { 'client.ts': mistake }, options);
      diagnostics = await buildAll(tsc, folder, [...ways.map(([way]) => way), 'mistake']);
    });

    test('is the compiler that these tests run', async () => {
      expect(await run(process.execPath, [tsc, '--version'], { cwd: project })).toContain(`Version ${version}.`);
    });

    test.each(ways.map(([way]) => way))('compiles the first example of each README with %s', (way) => {
      expect(diagnostics.get(way)).toBe('');
      expect(existsSync(join(folder, way, 'client.js'))).toBe(true);
    });

    test('refuses the example with a mistake in it', () => {
      expect(diagnostics.get('mistake')).toContain("'name_of_rule' does not exist");
      expect(existsSync(join(folder, 'mistake', 'client.js'))).toBe(false);
    });

    test('makes a program of it that runs in every runtime with a command line', async () => {
      for (const { name, program, args } of commandLines) {
        const printed = await run(program, [...args, 'client.js'], { cwd: join(folder, runnable) });
        expect(printed, name).toMatch(/^mcp-server-without-auth /m);
      }
    });
  });
