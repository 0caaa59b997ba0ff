/** Spectral in ways that `spectral.process.test.ts` and `npm run build` leave out: each of them loads the same rules. */
import fs, { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Document, Ruleset, type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { Yaml } from '@stoplight/spectral-parsers';
import { createHttpAndFileResolver } from '@stoplight/spectral-ref-resolver';
import { bundleRuleset } from '@stoplight/spectral-ruleset-bundler';
import { stdin } from '@stoplight/spectral-ruleset-bundler/plugins/stdin';
import { runtime } from '@stoplight/spectral-ruleset-bundler/presets/runtime';
import { migrateRuleset } from '@stoplight/spectral-ruleset-migrator';
import { describe, expect, it } from 'vitest';
import { useCopy } from './copy.ts';
import { lint } from './spectral.ts';

const root = join(import.meta.dirname, '../..');

/** Loads `.spectral.yaml` as extensions of editors do: into one script, which can import nothing and reaches no network. */
async function loadInEditor(): Promise<Ruleset> {
  const fetch = () => Promise.reject(new Error('An editor that is offline cannot load modules.'));
  const file = join(root, '.spectral.yaml');
  const module = join(root, '.spectral.js');
  const text = await migrateRuleset(file, { format: 'esm', fs });
  const script = await bundleRuleset(module, {
    target: 'runtime',
    format: 'iife',
    plugins: [stdin(text, module), ...runtime({ fs, fetch: fetch as never })],
  });
  return new Ruleset(Function(`return ${script}`)() as RulesetDefinition, { severity: 'recommended', source: module });
}

describe('the ruleset in an editor', () => {
  const ruleset = loadInEditor();
  /** Lints a string in place of a file's content, with nothing cached. */
  const run = async (file: string, edit: (text: string) => string = (text) => text) => {
    const spectral = new Spectral({ resolver: createHttpAndFileResolver() });
    spectral.setRuleset(await ruleset);
    const path = join(root, file);
    const document = new Document(edit(readFileSync(path, 'utf8')), Yaml, path);
    return spectral.run(document, { ignoreUnknownFormat: true });
  };

  it('has no findings in the contract', async () => {
    expect(await run('spec/openapi.yaml')).toEqual([]);
  });

  it('finds an error in a file that is not saved yet', async () => {
    const findings = await run('spec/openapi.yaml', (text) => text.replace('/aispm-dashboard:', '/aispm_dashboard:'));
    expect(findings.map(({ code, source }) => ({ code, source }))).toContainEqual({
      code: 'path-segments-kebab-case',
      source: join(root, 'spec/openapi.yaml'),
    });
  });

  it('ignores other YAML files', async () => {
    expect(await run('redocly.yaml')).toEqual([]);
  });
});

describe('a file that cannot be read', () => {
  const copy = useCopy();

  it('is reported, and rules do not report consequences', () => {
    copy.edit('resources/rules/schemas/Rule.yaml', 'RuleFields.yaml', 'RuleFeilds.yaml');
    const { status, output } = lint(copy);
    expect(status).toBe(1);
    expect(output.split('\n').filter((line) => / error (?!invalid-ref)/.test(line))).toEqual([]);
    expect(output).toMatch(/^spec\/resources\/rules\/schemas\/Rule\.yaml:1:1 error invalid-ref .*RuleFeilds\.yaml/m);
  });
});
