import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock, type RunningMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { compilers, platforms, resolutions, strictest } from './compilers.ts';
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

/** Compiles files in a folder of their own in the project, and returns what the compiler has to say. */
async function compile(
  folder: string,
  files: Record<string, string>,
  tsc: string,
  options: object = { ...resolutions.NodeNext, ...platforms['the DOM'] },
): Promise<string> {
  const cwd = join(project, folder);
  mkdirSync(cwd);
  for (const [name, code] of Object.entries(files)) writeFileSync(join(cwd, name), code);
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...strictest, ...options } }));
  return run(process.execPath, [tsc, '--project', '.', '--pretty', 'false'], { cwd });
}

describe.each(compilers)('TypeScript $version', ({ version, tsc }) => {
  test('is the compiler that these tests run', async () => {
    expect(await run(process.execPath, [tsc, '--version'], { cwd: project })).toContain(`Version ${version}.`);
  });

  describe.each(Object.keys(resolutions))('with the resolution %s', (resolution) => {
    test.each(Object.keys(platforms))(
      'and the names of %s compiles the first example of each README',
      async (platform) => {
        const files = { 'types.ts': firstExample('@aispm/types'), 'client.ts': firstExample('@aispm/client') };
        const options = { ...resolutions[resolution], ...platforms[platform] };
        expect(await compile(`${version}-${resolution}-${platform}`, files, tsc, options)).toBe('');
      },
    );
  });

  test('refuses the example with a mistake in it', async () => {
    const code = firstExample('@aispm/client').replace('rule.rule_name', 'rule.name_of_rule');
    await expect(compile(`${version}-mistake`, { 'client.ts': code }, tsc)).rejects.toThrow(
      "'name_of_rule' does not exist",
    );
  });

  test('makes a program of it that runs in every runtime with a command line', async () => {
    const folder = `${version}-run`;
    await compile(folder, { 'client.ts': firstExample('@aispm/client') }, tsc);
    for (const { name, program, args } of commandLines) {
      const printed = await run(program, [...args, 'client.js'], { cwd: join(project, folder) });
      expect(printed, name).toMatch(/^mcp-server-without-auth /m);
    }
  });
});
