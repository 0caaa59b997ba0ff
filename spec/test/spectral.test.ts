import { spawnSync } from 'node:child_process';
import fs, { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NODE_20 } from '@aispm/testing';
import { Document, Ruleset, type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { Yaml } from '@stoplight/spectral-parsers';
import { createHttpAndFileResolver } from '@stoplight/spectral-ref-resolver';
import { bundleRuleset } from '@stoplight/spectral-ruleset-bundler';
import { stdin } from '@stoplight/spectral-ruleset-bundler/plugins/stdin';
import { runtime } from '@stoplight/spectral-ruleset-bundler/presets/runtime';
import { migrateRuleset } from '@stoplight/spectral-ruleset-migrator';
import { describe, expect, it } from 'vitest';
import { type Copy, useCopy } from './copy.ts';

const root = join(import.meta.dirname, '../..');
const spectral = createRequire(import.meta.url).resolve('@stoplight/spectral-cli/dist/index.js');

/** Runs `spectral lint spec/openapi.yaml` in a copy, as `npx` does. */
function lint({ path }: Copy, node = process.execPath) {
  const { status, stdout, stderr } = spawnSync(node, [spectral, 'lint', 'spec/openapi.yaml', '--format', 'text'], {
    cwd: path,
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}`.trim().replaceAll(`${path}/`, '') };
}

const NO_FINDINGS = { status: 0, output: "No results with a severity of 'error' found!" };

describe('spectral lint spec/openapi.yaml', () => {
  const copy = useCopy();

  it('has no findings where nothing is built', () => {
    expect(lint(copy)).toEqual(NO_FINDINGS);
  });

  it('works on Node.js 20, too', { tags: ['long'] }, () => {
    expect(lint(copy, NODE_20)).toEqual(NO_FINDINGS);
  });
});

/** Mistakes in files of every kind, and where Spectral reports them. */
const MISTAKES = [
  {
    name: 'a name in the path itself',
    file: 'openapi.yaml',
    edit: ['/aispm-dashboard:', '/aispm_dashboard:'],
    reported: /^spec\/openapi\.yaml:\d+:\d+ error path-segments-kebab-case "The segment `aispm_dashboard` /m,
  },
  {
    name: 'a missing member of an operation',
    file: 'resources/rules/rules.yaml',
    edit: ['  x-stability-level: stable\n', ''],
    reported: /^spec\/resources\/rules\/rules\.yaml:4:5 error stability-level "`listRules` has no valid /m,
  },
  {
    name: 'a tag that is not declared',
    file: 'resources/issues/issues_{id}.yaml',
    edit: ['tags: [Issues]', 'tags: [Problems]'],
    reported: /^spec\/resources\/issues\/issues_\{id\}\.yaml:\d+:10 warning operation-tag-defined /m,
  },
  {
    name: 'a shared response',
    file: 'shared/responses/NotFound.yaml',
    edit: ['description: Not Found. ', 'description: '],
    reported: /^spec\/shared\/responses\/NotFound\.yaml:1:14 error error-description-reason "The description of 404 /m,
  },
  {
    name: 'a property of a schema that others merge by allOf',
    file: 'resources/rules/schemas/RuleFields.yaml',
    edit: ['  rule_name:', '  ruleName:'],
    reported:
      /^spec\/resources\/rules\/schemas\/RuleFields\.yaml:\d+:\d+ error property-names-snake-case "The property `ruleName` /m,
  },
  {
    name: 'a structure that OpenAPI does not define, below several references',
    file: 'shared/parameters/PageSize.yaml',
    edit: ['in: query', 'in: querry'],
    reported:
      /^spec\/shared\/parameters\/PageSize\.yaml:2:5 error oas3-schema ""in" property must be equal to one of the allowed /m,
  },
] as const;

describe('a mistake in a file', () => {
  const copy = useCopy();
  let linted: ReturnType<typeof lint> | undefined;

  /** Plants all mistakes, and lints once. */
  const lintMistakes = () => {
    if (!linted) {
      for (const { file, edit } of MISTAKES) copy.edit(file, edit[0], edit[1]);
      linted = lint(copy);
    }
    return linted;
  };

  it.each(MISTAKES)('is reported where it is: $name', ({ reported }) => {
    expect(lintMistakes().output).toMatch(reported);
  });

  it('ends the command with exit code 1', () => {
    expect(lintMistakes().status).toBe(1);
  });
});

describe('a file that cannot be read', () => {
  const copy = useCopy();

  it('is reported, and no rule reports what follows from it', () => {
    copy.edit('resources/rules/schemas/Rule.yaml', 'RuleFields.yaml', 'RuleFeilds.yaml');
    const { status, output } = lint(copy);
    expect(status).toBe(1);
    expect(output.split('\n').filter((line) => / error (?!invalid-ref)/.test(line))).toEqual([]);
    expect(output).toMatch(/^spec\/resources\/rules\/schemas\/Rule\.yaml:1:1 error invalid-ref .*RuleFeilds\.yaml/m);
  });
});

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
  /** Lints a text in place of that of a file, with nothing kept from earlier. */
  const run = async (file: string, edit: (text: string) => string = (text) => text) => {
    const spectral = new Spectral({ resolver: createHttpAndFileResolver() });
    spectral.setRuleset(await loadInEditor());
    const path = join(root, file);
    const document = new Document(edit(readFileSync(path, 'utf8')), Yaml, path);
    return spectral.run(document, { ignoreUnknownFormat: true });
  };

  it('has no findings in the contract', async () => {
    expect(await run('spec/openapi.yaml')).toEqual([]);
  });

  it('finds a mistake in a text that is not saved yet', async () => {
    const findings = await run('spec/openapi.yaml', (text) => text.replace('/aispm-dashboard:', '/aispm_dashboard:'));
    expect(findings.map(({ code, source }) => ({ code, source }))).toContainEqual({
      code: 'path-segments-kebab-case',
      source: join(root, 'spec/openapi.yaml'),
    });
  });

  it('has no opinion about other YAML files', async () => {
    expect(await run('redocly.yaml')).toEqual([]);
  });
});
