/** The command line of Spectral, which lints the sources with `.spectral.yaml`. */
import { describe, expect, it } from 'vitest';
import { useCopy } from './copy.ts';
import { lint, NO_FINDINGS } from './spectral.ts';

describe('spectral lint spec/openapi.yaml', () => {
  const copy = useCopy();

  it('has no findings without a build', () => {
    expect(lint(copy)).toEqual(NO_FINDINGS);
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

describe('an error in a file', () => {
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
