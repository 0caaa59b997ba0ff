/** Faults in the sources of the contract, and how the build reports them. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type Copy, useCopy } from './copy.ts';

/** Builds the contract in a copy. */
export function build(copy: Copy) {
  const { status, stdout, stderr } = spawnSync('node', ['build/build.ts'], {
    cwd: join(copy.path, 'spec'),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** The files that a build has written. */
export const listOutputs = ({ path }: Copy) =>
  existsSync(join(path, 'spec/dist')) ? readdirSync(join(path, 'spec/dist')) : [];

/** An injected fault in a file of the copy, and what the build reports about it. */
interface Fault {
  name: string;
  file: string;
  search: string;
  replacement: string;
  location: RegExp;
  reason: RegExp;
}

/** Faults by the step of the build that finds them; one build reports all of a group. */
export const FAULTS = {
  'files that cannot be bundled': [
    {
      name: 'a broken $ref',
      file: 'resources/rules/schemas/Rule.yaml',
      search: 'RuleFields.yaml',
      replacement: 'RuleFeilds.yaml',
      location: /spec\/resources\/rules\/schemas\/Rule\.yaml:4:/,
      reason: /Can't resolve \$ref/,
    },
    {
      name: 'a missing example record',
      file: 'resources/rules/rules_{rule_id}.yaml',
      search: 'examples/mcp-server-without-auth.yaml',
      replacement: 'examples/mcp-server.yaml',
      location: /spec\/resources\/rules\/rules_\{rule_id\}\.yaml:\d+:/,
      reason: /example record examples\/mcp-server\.yaml cannot be read: ENOENT/,
    },
    {
      name: 'invalid YAML',
      // Redocly reports the first 100 findings, and an invalid file is one for each reference to it.
      file: 'shared/headers/ContentDisposition.yaml',
      search: 'required: true',
      replacement: 'required: [true',
      location: /spec\/shared\/headers\/ContentDisposition\.yaml:\d+:/,
      reason: /Failed to parse/,
    },
  ],
  'the relations': [
    {
      name: 'a relation to a record that does not exist',
      file: 'relations.yaml',
      search: 'mcp_servers: [filesystem]',
      replacement: 'mcp_servers: [file-system]',
      location: /spec\/resources\/graph\/[^ ]+\.yaml:\d+:/,
      reason: /cannot be derived: relations\.yaml names mcp-servers\/file-system, which has no record/,
    },
  ],
  'an example': [
    {
      name: 'an example that violates its schema',
      file: 'resources/rules/examples/mcp-server-without-auth.yaml',
      search: 'source: static',
      replacement: 'source: homemade',
      location: /^spec\/resources\/rules\/rules\.yaml:\d+:\d+ .*\/source\)$/m,
      reason: /`source` property must be equal to one of the allowed values "static", "external"/,
    },
  ],
  'a schema': [
    {
      name: 'an allOf that cannot be flattened',
      file: 'resources/rules/schemas/RuleFields.yaml',
      search: 'type: object',
      replacement: 'type: object\nminProperties: 1',
      location: /^spec\/openapi\.yaml:1:1 {2}schemas-flatten /m,
      reason: /The schema "Rule.*" has an allOf with something other than a plain object schema \(minProperties\)/,
    },
  ],
  'what Spectral checks': [
    {
      name: 'a tag that is not declared',
      file: 'resources/issues/issues_{id}.yaml',
      search: 'tags: [Issues]',
      replacement: 'tags: [Problems]',
      location: /^spec\/resources\/issues\/issues_\{id\}\.yaml:\d+:10 /m,
      reason: /operation-tag-defined/,
    },
    {
      name: "a violation of the project's own rules in a shared file",
      file: 'shared/responses/NotFound.yaml',
      search: 'description: Not Found. ',
      replacement: 'description: ',
      location: /^spec\/shared\/responses\/NotFound\.yaml:1:14 /m,
      reason: /error-description-reason {2}.*404/,
    },
    {
      name: 'an example of a header that violates its schema',
      file: 'shared/headers/RetryAfter.yaml',
      search: 'example: 12',
      replacement: 'example: soon',
      location: /^spec\/shared\/headers\/RetryAfter\.yaml:\d+:10 /m,
      reason: /header-examples-\w+ {2}.*must be integer/,
    },
    {
      name: 'an unused exception',
      file: 'resources/rules/rules.yaml',
      search: '  x-stability-level: stable',
      replacement: '  x-stability-level: stable\n  x-lint-exceptions: { stability-level: It was missing at first. }',
      location: /^spec\/resources\/rules\/rules\.yaml:\d+:41 /m,
      reason: /exceptions-are-used {2}.*`stability-level`/,
    },
  ],
  'the rules': [
    {
      name: 'an invalid severity of a rule',
      file: '../.spectral.yaml',
      search: 'license-url: off',
      replacement: 'license-url: never',
      location: /^Error #1: \.spectral\.yaml:6:16 /m,
      reason: /must be equal to one of the allowed values/,
    },
  ],
} satisfies Record<string, Fault[]>;

/** Tests that one build reports all faults of a group. */
export function testFaults(faults: readonly Fault[]): void {
  const copy = useCopy();
  let built: ReturnType<typeof build>;

  beforeAll(() => {
    for (const { file, search, replacement } of faults) copy.edit(file, search, replacement);
    built = build(copy);
  });

  it.each(faults)('$name is reported with file, line and reason', ({ location, reason }) => {
    expect(built.stderr).toMatch(location);
    expect(built.stderr).toMatch(reason);
  });

  it('stop the build, which writes nothing', () => {
    expect(built.status).toBe(1);
    expect(built.stderr).toMatch(/The contract was not built\.\n$/);
    expect(built.stderr).not.toMatch(/^\s+at .*\.(js|ts):\d+/m);
    expect(listOutputs(copy)).toEqual([]);
  });
}
