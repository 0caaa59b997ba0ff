import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildAll, compilers, platforms, resolutions } from './compilers.ts';
import { firstExample, startMock, writeProgram } from './programs.ts';
import { runCommand } from './run-command.ts';
import { CURRENT_NODE } from './supported-runtimes.ts';

const project = inject('project');
let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock?.close());

/** Compiler options of the programs, by the names of their folders. */
const VARIANTS = Object.entries(resolutions).flatMap(([resolution, resolutionOptions]) =>
  Object.entries(platforms).map(
    ([platform, platformOptions]) =>
      [`${resolution}-${platform}`, { ...resolutionOptions, ...platformOptions }] as const,
  ),
);
/** The variant that is executed. */
const [[executed, executedOptions]] = VARIANTS as [(typeof VARIANTS)[number]];

for (const { version, tsc } of compilers)
  describe(`TypeScript ${version}`, () => {
    const folder = join(project, version);
    let diagnostics: Map<string, string>;

    beforeAll(async () => {
      const files = {
        'types.ts': firstExample(project, '@aispm/types', mock.url),
        'client.ts': firstExample(project, '@aispm/client', mock.url),
      };
      for (const [name, options] of VARIANTS) writeProgram(join(folder, name), files, options);
      const invalid = files['client.ts'].replace('rule.rule_name', 'rule.name_of_rule');
      writeProgram(join(folder, 'invalid'), { 'client.ts': invalid }, executedOptions);
      diagnostics = await buildAll(tsc, folder, [...VARIANTS.map(([name]) => name), 'invalid']);
    });

    it('has the expected version', async () => {
      expect(await runCommand(process.execPath, [tsc, '--version'], { cwd: project })).toContain(`Version ${version}.`);
    });

    it.each(VARIANTS.map(([name]) => name))('compiles the first example of each README with %s', (name) => {
      expect(diagnostics.get(name)).toBe('');
      expect(existsSync(join(folder, name, 'client.js'))).toBe(true);
    });

    it('rejects an invalid example', () => {
      expect(diagnostics.get('invalid')).toContain("'name_of_rule' does not exist");
      expect(existsSync(join(folder, 'invalid', 'client.js'))).toBe(false);
    });

    it('compiles the example to a program that runs', async () => {
      expect(await CURRENT_NODE.execute('client.js', [], join(folder, executed))).toMatch(/^mcp-server-without-auth /m);
    });
  });
