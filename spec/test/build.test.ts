import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
let copy: string;

/** Copies the contract and its build for the tests of a group. */
function useCopy(): void {
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'aispm-contract-'));
    for (const part of ['openapi.yaml', 'resources', 'shared', 'guides', 'build', 'package.json'])
      cpSync(join(root, 'spec', part), join(copy, 'spec', part), { recursive: true });
    for (const file of ['redocly.yaml', '.spectral.yaml']) cpSync(join(root, file), join(copy, file));
    for (const folder of ['node_modules', 'packages']) symlinkSync(join(root, folder), join(copy, folder));
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));
}

/** Replaces the first occurrence of a text in a file of the copy. */
function edit(file: string, search: string, replacement: string): void {
  const path = join(copy, 'spec', file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(search);
  writeFileSync(path, text.replace(search, replacement));
}

function build() {
  const { status, stdout, stderr } = spawnSync('node', ['build/build.ts'], {
    cwd: join(copy, 'spec'),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const outputs = () => (existsSync(join(copy, 'spec/dist')) ? readdirSync(join(copy, 'spec/dist')) : []);

/** A mistake in a file of the copy, and what the build has to say of it. */
interface Mistake {
  mistake: string;
  file: string;
  search: string;
  replacement: string;
  place: RegExp;
  reason: RegExp;
}

describe('what was built', () => {
  useCopy();

  test('is openapi.yaml, openapi.json and a digest, and stays so when a later build fails', () => {
    cpSync(join(root, 'spec/dist'), join(copy, 'spec/dist'), { recursive: true });
    expect(outputs().sort()).toEqual(['digest.d.ts', 'digest.js', 'openapi.json', 'openapi.yaml']);
    const before = readFileSync(join(copy, 'spec/dist/openapi.json'), 'utf8');

    edit('openapi.yaml', 'title: AISPM API', 'title: [');
    expect(build().status).toBe(1);
    expect(outputs().sort()).toEqual(['digest.d.ts', 'digest.js', 'openapi.json', 'openapi.yaml']);
    expect(readFileSync(join(copy, 'spec/dist/openapi.json'), 'utf8')).toBe(before);
  });
});

/** Those of one group are found by the same step of the build, which tells of all that it finds. */
const MISTAKES: Record<string, Mistake[]> = {
  'files that cannot be put together': [
    {
      mistake: 'a broken $ref',
      file: 'resources/rules/schemas/Rule.yaml',
      search: 'RuleFields.yaml',
      replacement: 'RuleFeilds.yaml',
      place: /spec\/resources\/rules\/schemas\/Rule\.yaml:4:/,
      reason: /Can't resolve \$ref/,
    },
    {
      mistake: 'an example record that is not there',
      file: 'resources/rules/rules_{rule_id}.yaml',
      search: 'examples/mcp-server-without-auth.yaml',
      replacement: 'examples/mcp-server.yaml',
      place: /spec\/resources\/rules\/rules_\{rule_id\}\.yaml:\d+:/,
      reason: /example record examples\/mcp-server\.yaml cannot be read: ENOENT/,
    },
    {
      mistake: 'YAML that cannot be read',
      file: 'shared/headers/RequestId.yaml',
      search: 'required: true',
      replacement: 'required: [true',
      place: /spec\/shared\/headers\/RequestId\.yaml:\d+:/,
      reason: /Failed to parse/,
    },
  ],
  'an example': [
    {
      mistake: 'an example that breaks its schema',
      file: 'resources/rules/examples/mcp-server-without-auth.yaml',
      search: 'source: static',
      replacement: 'source: homemade',
      place: /spec\/resources\/rules\/rules\.yaml:\d+:\d+ at .*\/source/,
      reason: /`source` property must be equal to one of the allowed values "static", "external"/,
    },
  ],
  'a schema': [
    {
      mistake: 'an allOf that cannot be flattened',
      file: 'resources/rules/schemas/RuleFields.yaml',
      search: 'type: object',
      replacement: 'type: object\nminProperties: 1',
      place: /^The schema "Rule.*" joins by allOf something other than a plain object schema/m,
      reason: /\(minProperties\)/,
    },
  ],
  'the bundle': [
    {
      mistake: 'a finding in the bundle',
      file: 'resources/issues/issues_{id}.yaml',
      search: 'tags: [Issues]',
      replacement: 'tags: [Problems]',
      place: /^spec\/resources\/issues\/issues_\{id\}\.yaml:\d+:10 /m,
      reason: /operation-tag-defined/,
    },
    {
      mistake: "a finding of the project's own rules in a shared file",
      file: 'shared/responses/NotFound.yaml',
      search: 'description: Not Found. ',
      replacement: 'description: ',
      place: /^spec\/shared\/responses\/NotFound\.yaml:1:1 /m,
      reason: /error-description-reason {2}The description of 404 .* Begin the description/,
    },
    {
      mistake: 'an example of a header that breaks its schema',
      file: 'shared/headers/RetryAfter.yaml',
      search: 'example: 12',
      replacement: 'example: soon',
      place: /^spec\/shared\/headers\/RetryAfter\.yaml:\d+:1 /m,
      reason: /header-examples-fit {2}This example breaks the schema of its header: data must be integer/,
    },
    {
      mistake: 'an exception that is not needed any more',
      file: 'resources/rules/rules.yaml',
      search: '  x-stability-level: stable',
      replacement: '  x-stability-level: stable\n  x-lint-exceptions: { stability-level: It had none at first. }',
      place: /^spec\/resources\/rules\/rules\.yaml:\d+:24 /m,
      reason: /exceptions-are-used {2}Without this exception, `stability-level` would find nothing here/,
    },
  ],
  'the rules': [
    {
      mistake: 'a mistake in the choice of rules',
      file: '../.spectral.yaml',
      search: 'license-url: off',
      replacement: 'license-url: never',
      place: /^\.spectral\.yaml {2}rules {2}license-url {2}/m,
      reason: /must be equal to one of the allowed values/,
    },
  ],
};

/** Each of the others costs a whole build, and stops it in the same way. */
const QUICK = ['files that cannot be put together', 'the bundle'];

for (const [step, mistakes] of Object.entries(MISTAKES))
  describe(`mistakes in ${step}`, { tags: QUICK.includes(step) ? [] : ['long'] }, () => {
    useCopy();
    let built: ReturnType<typeof build>;

    beforeAll(() => {
      for (const { file, search, replacement } of mistakes) edit(file, search, replacement);
      built = build();
    });

    test.each(mistakes)('$mistake is told with file, line and reason', ({ place, reason }) => {
      expect(built.stderr).toMatch(place);
      expect(built.stderr).toMatch(reason);
    });

    test('stop the build, which writes nothing', () => {
      expect(built.status).toBe(1);
      expect(built.stderr).toMatch(/The contract was not built\.\n$/);
      expect(built.stderr).not.toMatch(/^\s+at .*\.(js|ts):\d+/m);
      expect(outputs()).toEqual([]);
    });
  });
