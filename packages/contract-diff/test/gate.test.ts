import { describe, expect, test } from 'vitest';
import { parseExemptions } from '../src/exemptions.ts';
import { faultsOfVersion, findChanges } from '../src/gate.ts';
import type { State } from '../src/releases.ts';
import { asMarkdown, asText } from '../src/report.ts';
import { Contract } from './planted.ts';
import { slice } from './slice.ts';

const TODAY = '2026-11-20';

/** A state of the slice, changed, of a version. */
function state(version: string, change: (contract: Contract) => void = () => {}, surface = ''): State {
  const contract = slice();
  (contract.info as { version: string }).version = version;
  change(new Contract(contract));
  return {
    version,
    contract,
    surface: new Map([['@aispm/client', `\`\`\`ts\nexport type A = 1;\n${surface}\n\`\`\``]]),
  };
}

const removeSource = (contract: Contract) => {
  delete contract.schema('Rule').properties.source;
};
const addTag = (contract: Contract) => {
  contract.schema('Rule').properties.tag = { type: 'string' };
};
const describeAnew = (contract: Contract) => {
  contract.schema('Rule').description = 'A rule.';
};

async function faults(young: State, exemptions = '[]'): Promise<string[]> {
  const parsed = parseExemptions(exemptions);
  return faultsOfVersion(await findChanges(state('1.0.0'), young, parsed), parsed, TODAY);
}

describe('a version', () => {
  test.each([
    ['a break', '1.1.0', removeSource, 'The changes since 1.0.0 are major, and info.version is 1.1.0: set it to 2.0.0'],
    ['an addition', '1.0.1', addTag, 'The changes since 1.0.0 are minor, and info.version is 1.0.1: set it to 1.1.0'],
    [
      'another text',
      '1.0.0',
      describeAnew,
      'The changes since 1.0.0 are patch, and info.version is 1.0.0: set it to 1.0.1',
    ],
    ['nothing', '0.9.0', () => {}, 'info.version is 0.9.0, which is before the released 1.0.0'],
  ])('that is too small for %s is told, with the one that is needed', async (_, version, change, fault) => {
    expect(await faults(state(version, change))).toEqual([expect.stringContaining(fault)]);
  });

  test.each([
    ['a break', '2.0.0', removeSource],
    ['an addition', '1.1.0', addTag],
    ['another text', '1.0.1', describeAnew],
    ['nothing', '1.0.0', () => {}],
    ['less than it could be', '3.0.0', addTag],
  ])('that says %s passes', async (_, version, change) => {
    expect(await faults(state(version, change))).toEqual([]);
  });

  test('that is not three numbers is told as such', async () => {
    await expect(faults(state('1.1', addTag))).rejects.toThrow('"1.1" is not a version such as 1.0.0.');
  });

  test('needs to be major for a surface that breaks, even when the wire does not', async () => {
    const [old, young] = [state('1.0.0', () => {}, 'export type B = 1;'), state('1.1.0')];
    const findings = await findChanges(old, young);
    expect(findings.wire).toEqual([]);
    expect(faultsOfVersion(findings, [], TODAY)).toEqual([expect.stringContaining('are major')]);
  });

  test('needs to be major for a schema that only gets another name, as the surface tells', async () => {
    const young = state('1.0.0', () => {}, 'export type Origin = 1;');
    const text = JSON.stringify(young.contract).replaceAll('schemas/RuleSource"', 'schemas/Origin"');
    young.contract = JSON.parse(text.replace('"RuleSource":', '"Origin":'));
    const findings = await findChanges(
      state('1.0.0', () => {}, 'export type RuleSource = 1;'),
      young,
    );
    expect(findings.wire.map(({ verdict }) => verdict)).toEqual(['patch']);
    expect(findings.needed).toBe('major');
  });
});

describe('an exemption', () => {
  const entry = (until: string, place = 'GET /rules/tenants/{tenant_id}/workspaces/{workspace_id}/{rule_id}') => `
- id: response-required-property-removed
  place: ${place}
  reason: Nobody reads it.
  until: ${until}
`;
  /** `source` stays in `required`, and the list of rules has a schema of its own. */
  test('lets a change pass that it names', async () => {
    expect(await faults(state('1.0.1', removeSource))).not.toEqual([]);
    expect(await faults(state('1.0.1', removeSource), entry('2026-11-20'))).toEqual([]);
  });

  test('is over after its last day', async () => {
    const ended = await faults(state('2.0.0', removeSource), entry('2026-11-19'));
    expect(ended).toEqual([expect.stringContaining('ended on 2026-11-19')]);
  });

  test('that matches nothing is told', async () => {
    const unneeded = await faults(state('2.0.0', removeSource), entry('2026-12-31', 'GET /elsewhere'));
    expect(unneeded).toEqual([expect.stringContaining('at GET /elsewhere matches no change; take it out')]);
  });

  test.each([
    ['- id: a\n  place: b\n  until: 2026-12-31', 'entry 1 needs reason as text'],
    ['- id: a\n  place: b\n  reason: c\n  until: soon', 'ends on "soon"'],
    ['- text', 'entry 1 needs id, place, reason, until'],
  ])('that is incomplete is told with its number', (text, message) => {
    expect(() => parseExemptions(text)).toThrow(message);
  });
});

describe('a report', () => {
  test('tells each change with its place, the gravest first', async () => {
    const findings = await findChanges(
      state('1.0.0'),
      state('1.0.0', (contract) => {
        removeSource(contract);
        addTag(contract);
        describeAnew(contract);
      }),
    );
    const place = 'GET /rules/tenants/{tenant_id}/workspaces/{workspace_id}/{rule_id}';
    const text = asText('Since 1.0.0', findings);
    expect(text).toMatch(/^Since 1\.0\.0: \d+ changes, which ask for a major version \(1\.0\.0 to 1\.0\.0\)\./);
    expect(text.indexOf('Breaking')).toBeLessThan(text.indexOf('Added or loosened'));
    expect(text).toContain(`    ${place}  response-required-property-removed  `);
    expect(asMarkdown(findings)).toContain(`### Breaking\n\n- \`${place}\`: `);
    expect(asMarkdown(findings)).toContain('### For readers only\n\n- `#/components/schemas/Rule/description`');
  });

  test('keeps text of the contract from becoming markup', async () => {
    const findings = await findChanges(
      state('1.0.0'),
      state('1.0.0', (contract) => {
        contract.schema('Rule').properties['<b>_x_'] = { type: 'string' };
      }),
    );
    expect(asMarkdown(findings)).toContain('\\<b\\>\\_x\\_');
  });
});
