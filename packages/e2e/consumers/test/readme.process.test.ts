import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningMock } from '@aispm/mock';
import { currentTier } from '@aispm/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAll, compilers, NATIVE_COMPILER, platforms, resolutions } from './compilers.ts';
import { firstExample, startMock, writeProgram } from './programs.ts';
import { runCommand } from './run-command.ts';
import { CURRENT_NODE } from './supported-runtimes.ts';
import { whenInstalled } from './when-installed.ts';

const { project } = await whenInstalled();
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
const EXECUTED = VARIANTS[0] as (typeof VARIANTS)[number];
const [executed, executedOptions] = EXECUTED;

for (const { version, tsc } of compilers)
  describe(`TypeScript ${version}`, () => {
    // The other compiler takes several times as long.
    const isComplete = tsc === NATIVE_COMPILER.tsc || currentTier() === 'test:nightly';
    const variants = isComplete ? VARIANTS : [EXECUTED];
    const folder = join(project, version);
    let diagnostics: Map<string, string>;

    beforeAll(async () => {
      const files = {
        'types.ts': firstExample(project, '@aispm/types', mock.url),
        'client.ts': firstExample(project, '@aispm/client', mock.url),
      };
      for (const [name, options] of variants) writeProgram(join(folder, name), files, options);
      const invalid = files['client.ts'].replace('rule.rule_name', 'rule.name_of_rule');
      writeProgram(join(folder, 'invalid'), { 'client.ts': invalid }, executedOptions);
      diagnostics = await buildAll(tsc, folder, [...variants.map(([name]) => name), 'invalid']);
    });

    it('has the expected version', async () => {
      expect(await runCommand(process.execPath, [tsc, '--version'], { cwd: project })).toContain(`Version ${version}.`);
    });

    it.each(variants.map(([name]) => name))('compiles the first example of each README with %s', (name) => {
      expect(diagnostics.get(name)).toBe('');
      expect(existsSync(join(folder, name, 'client.js'))).toBe(true);
    });

    it('rejects an invalid example', () => {
      expect(diagnostics.get('invalid')).toContain("'name_of_rule' does not exist");
      expect(existsSync(join(folder, 'invalid', 'client.js'))).toBe(false);
    });

    it('compiles the example to a program that runs', async () => {
      expect(await CURRENT_NODE.execute('client.js', [], join(folder, executed))).toMatch(/^agent-without-owner /m);
    });
  });
