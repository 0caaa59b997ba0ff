import { describe, expect, it } from 'vitest';
import { parseExemptions } from '../src/gate/exemptions.ts';
import { checkVersion, compareStates } from '../src/gate/gate.ts';
import { formatMarkdown, formatText } from '../src/gate/report.ts';
import type { State } from '../src/releases/releases.ts';
import { Contract } from './injected-changes.ts';
import { createSlice } from './slice.ts';

const TODAY = '2026-11-20';

/** Creates a state of a version: the slice of the contract, and a report with these declarations. */
function createState(version: string, change: (contract: Contract) => void = () => {}, declarations = ''): State {
  const contract = createSlice();
  contract.info.version = version;
  change(new Contract(contract));
  return {
    version,
    contract,
    apiReports: new Map([['@aispm/client', `\`\`\`ts\nexport type A = 1;\n${declarations}\n\`\`\``]]),
  };
}

const removeSource = (contract: Contract) => {
  delete contract.schema('Rule').properties.source;
};
const addTag = (contract: Contract) => {
  contract.schema('Rule').properties.tag = { type: 'string' };
};
const changeDescription = (contract: Contract) => {
  contract.schema('Rule').description = 'A rule.';
};

async function check(revision: State, exemptions = '[]'): Promise<string[]> {
  const parsed = parseExemptions(exemptions);
  return checkVersion(await compareStates(createState('1.0.0'), revision, parsed), parsed, TODAY);
}

describe('the comparison', () => {
  it('requires a minor version for a new operation with a new schema, on the wire and in the types', async () => {
    const types = (paths = '', operations = '', schemas = '') => `
      export interface paths { '/rules': { get: operations['listRules'] }; ${paths} }
      export interface operations { listRules: { parameters: { query?: never } }; ${operations} }
      export interface components { schemas: { Rule: { name: string }; ${schemas} } }`;
    const added = types(
      `'/drafts': { post: operations['createDraft'] };`,
      `createDraft: { requestBody: { content: { 'application/json': components['schemas']['Draft'] } } };`,
      'Draft: { name: string };',
    );
    const addOperation = ({ document }: Contract) => {
      document.components.schemas.Draft = {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' } },
      };
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/Draft' } } };
      const responses = { 201: { description: 'Created.', content } };
      document.paths['/drafts'] = {
        post: {
          operationId: 'createDraft',
          'x-stability-level': 'stable',
          requestBody: { required: true, content },
          responses,
        },
      };
    };
    const findings = await compareStates(
      createState('1.0.0', () => {}, types()),
      createState('1.1.0', addOperation, added),
    );
    expect(findings.required, formatText('Since 1.0.0', findings)).toBe('minor');
    expect(findings.types).toHaveLength(3);
    const reverse = await compareStates(
      createState('1.1.0', addOperation, added),
      createState('1.2.0', () => {}, types()),
    );
    expect([...reverse.wire, ...reverse.types].filter(({ verdict }) => verdict === 'major')).toHaveLength(4);
  });
});

describe('a version', () => {
  it.each([
    [
      'a breaking change',
      '1.1.0',
      removeSource,
      'The changes since 1.0.0 require a major version, and info.version is 1.1.0. Set it to 2.0.0',
    ],
    [
      'an addition',
      '1.0.1',
      addTag,
      'The changes since 1.0.0 require a minor version, and info.version is 1.0.1. Set it to 1.1.0',
    ],
    [
      'a different description',
      '1.0.0',
      changeDescription,
      'The changes since 1.0.0 require a patch version, and info.version is 1.0.0. Set it to 1.0.1',
    ],
    ['no change', '0.9.0', () => {}, 'info.version is 0.9.0, which is lower than the released 1.0.0'],
  ])('that is too low for %s is reported with the required one', async (_, version, change, message) => {
    expect(await check(createState(version, change))).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    ['a breaking change', '2.0.0', removeSource],
    ['an addition', '1.1.0', addTag],
    ['a different description', '1.0.1', changeDescription],
    ['no change', '1.0.0', () => {}],
    ['a change smaller than its step', '3.0.0', addTag],
  ])('that reflects %s passes', async (_, version, change) => {
    expect(await check(createState(version, change))).toEqual([]);
  });

  it('that is not three numbers is rejected', async () => {
    await expect(check(createState('1.1', addTag))).rejects.toThrow(
      '"1.1" is not a version. Write three numbers, such as 1.0.0.',
    );
  });

  it('has to be major for a breaking change of the types, even without one on the wire', async () => {
    const [base, revision] = [createState('1.0.0', () => {}, 'export type B = 1;'), createState('1.1.0')];
    const findings = await compareStates(base, revision);
    expect(findings.wire).toEqual([]);
    expect(checkVersion(findings, [], TODAY)).toEqual([expect.stringContaining('require a major version')]);
  });

  it('has to be major for a schema that is only renamed, because of its type', async () => {
    const revision = createState('1.0.0', () => {}, 'export type Origin = 1;');
    const text = JSON.stringify(revision.contract).replaceAll('schemas/RuleSource"', 'schemas/Origin"');
    revision.contract = JSON.parse(text.replace('"RuleSource":', '"Origin":'));
    const findings = await compareStates(
      createState('1.0.0', () => {}, 'export type RuleSource = 1;'),
      revision,
    );
    expect(findings.wire.map(({ verdict }) => verdict)).toEqual(['patch']);
    expect(findings.required).toBe('major');
  });
});

describe('an exemption', () => {
  const entry = (until: string, location = '/components/schemas/Rule/properties/source') => `
- id: response-properties-removed
  location: ${location}
  reason: Nobody reads it.
  until: ${until}
`;
  // `source` remains in `required`, and the list of rules has its own schema, so this is the only breaking change.
  it('makes the change that it names pass', async () => {
    expect(await check(createState('1.0.1', removeSource))).not.toEqual([]);
    expect(await check(createState('1.0.1', removeSource), entry('2026-11-20'))).toEqual([]);
  });

  it('ends after its last day', async () => {
    const ended = await check(createState('2.0.0', removeSource), entry('2026-11-19'));
    expect(ended).toEqual([expect.stringContaining('ended on 2026-11-19')]);
  });

  it('that matches no change is reported', async () => {
    const unused = await check(createState('2.0.0', removeSource), entry('2026-12-31', 'GET /elsewhere'));
    expect(unused).toEqual([expect.stringContaining('at GET /elsewhere matches no change. Remove it.')]);
  });

  it.each([
    ['- id: a\n  location: b\n  until: 2026-12-31', 'entry 1 has no reason. Add each as a string.'],
    ['- id: a\n  location: b\n  reason: c\n  until: soon', '"until" of entry 1 is "soon"'],
    ['- text', 'entry 1 has no id, location, reason, until.'],
  ])('that is incomplete is reported with its number', (text, message) => {
    expect(() => parseExemptions(text)).toThrow(message);
  });
});

describe('a deprecation', () => {
  const deprecate =
    (sunset?: string) =>
    (contract: Contract): void => {
      Object.assign(contract.operation('getRule'), { deprecated: true, ...(sunset && { 'x-sunset': sunset }) });
    };
  const remove = (contract: Contract) => {
    const [path] = contract.pathItem('getRule');
    delete contract.document.paths[path];
  };
  const checkRemoval = async (sunset: string | undefined, today: string) => {
    const findings = await compareStates(createState('1.0.0', deprecate(sunset)), createState('2.0.0', remove));
    return checkVersion(findings, [], today);
  };

  it('passes with a sunset after six months', async () => {
    expect(await check(createState('1.1.0', deprecate('2027-05-20')))).toEqual([]);
  });

  it.each([
    ['a sunset a day before six months', '2027-05-19', 'is newly deprecated and has the x-sunset 2027-05-19'],
    ['a sunset that is no day of the calendar', '2027-06-31', 'is newly deprecated and has no x-sunset'],
    ['no sunset', undefined, 'is newly deprecated and has no x-sunset'],
  ])('is rejected with %s', async (_, sunset, message) => {
    const problems = await check(createState('1.1.0', deprecate(sunset)));
    expect(problems).toEqual([expect.stringContaining(message)]);
    expect(problems[0]).toContain('x-sunset to 2027-05-20 or later');
  });

  it('of a field needs the lead time, too', async () => {
    const deprecateField = (contract: Contract) => {
      contract.schema('Rule').properties.source.deprecated = true;
    };
    expect(await check(createState('1.1.0', deprecateField))).toEqual([
      expect.stringContaining('/components/schemas/Rule/properties/source is newly deprecated'),
    ]);
  });

  it('that the base already has is not checked again as time passes', async () => {
    const findings = await compareStates(
      createState('1.0.0', deprecate('2026-11-21')),
      createState('1.0.0', deprecate('2026-11-21')),
    );
    expect(checkVersion(findings, [], TODAY)).toEqual([]);
  });

  it('ends with the removal on the day of the sunset or later', async () => {
    expect(await checkRemoval('2026-11-20', TODAY)).toEqual([]);
  });

  it.each(['2026-11-21', undefined])('does not end before its sunset %s', async (sunset) => {
    expect(await checkRemoval(sunset, TODAY)).toEqual([expect.stringContaining('Keep it until that day.')]);
  });
});

describe('a report', () => {
  it('lists each change with its location, the most severe first', async () => {
    const findings = await compareStates(
      createState('1.0.0'),
      createState('1.0.0', (contract) => {
        removeSource(contract);
        addTag(contract);
        changeDescription(contract);
      }),
    );
    const location = '/components/schemas/Rule/properties/source';
    const text = formatText('Since 1.0.0', findings);
    expect(text).toMatch(/^Since 1\.0\.0: \d+ changes require a major version \(1\.0\.0 to 1\.0\.0\)\./);
    expect(text.indexOf('Breaking')).toBeLessThan(text.indexOf('Compatible'));
    expect(text).toContain(`    ${location}  response-properties-removed  response: property source removed`);
    expect(formatMarkdown(findings)).toContain(`### Breaking\n\n- \`${location}\`: `);
    expect(formatMarkdown(findings)).toContain('### Editorial\n\n- `/components/schemas/Rule/description`');
  });

  it('names the operation of a change, and reports one of all operations once', async () => {
    const findings = await compareStates(
      createState('1.0.0'),
      createState('1.0.0', (contract) => {
        contract.operation('getRule').responses[302] = { description: 'Found.' };
        contract.document['x-protocol-responses'][502] = { $ref: '#/components/responses/InternalServerError' };
      }),
    );
    expect(findings.wire.map(({ location, text }) => `${location}: ${text}`)).toEqual([
      'GET /rules/tenants/{tenant_id}/workspaces/{workspace_id}/{rule_id} /responses/302: response: status 302 added',
      ': response: status 502 added',
    ]);
  });

  it('says of a change that no rule covers that it is none', async () => {
    const findings = await compareStates(
      createState('1.0.0'),
      createState('1.0.0', (contract) => {
        contract.schema('Rule').properties.rule_name.contentEncoding = 'base64';
      }),
    );
    expect(findings.wire).toMatchObject([
      {
        id: 'unlisted-response-contentEncoding-added',
        verdict: 'major',
        text: 'response: contentEncoding "base64" added, which no rule of the comparison covers',
      },
    ]);
  });

  it('escapes markup in texts of the contract', async () => {
    const findings = await compareStates(
      createState('1.0.0'),
      createState('1.0.0', (contract) => {
        contract.schema('Rule').properties['<b>_x_'] = { type: 'string' };
      }),
    );
    expect(formatMarkdown(findings)).toContain('\\<b\\>\\_x\\_');
  });
});
