import { readFileSync } from 'node:fs';
import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import { importReport } from '../../../src/domains/scans/index.ts';
import { context, convert, createLog, createResult, createRun, importLog, locatedAt } from './sarif-log.ts';
import { catchImportError } from './scan-document.ts';

const readFile = (name: string) => readFileSync(new URL(`files/${name}`, import.meta.url), 'utf8');

describe('logs of real tools', () => {
  it('converts a log of Biome', () => {
    const document = convert(readFile('biome.sarif'));
    expect(document).toMatchObject({
      target: 'github.com/halden-freight/customs-desk#Biome',
      tool_name: 'Biome',
      tool_version: 'unknown',
    });
    expect(document.rules?.map((rule) => rule.rule_id)).toContain('Biome.lint.security.noGlobalEval');
    expect(document.locations.map((location) => location.file_path)).toContain('src/chat.ts');
    expect(document.occurrences.length).toBeGreaterThan(1);
    const found = document.occurrences.find(({ rule_id }) => rule_id === 'Biome.lint.security.noGlobalEval');
    expect(found).toMatchObject({
      severity: 'high',
      message: 'eval() exposes to security risks and performance issues.',
    });
    const location = document.locations.find(({ key }) => key === found?.location_key);
    expect(location).toMatchObject({ start_line: 7, end_line: 7, start_column: 10, end_column: 13 });
  });

  it('converts a log of ESLint without suppressed results', () => {
    const document = convert(readFile('eslint.sarif'));
    expect(document.tool_version).toBe('8.57.1');
    expect(document.occurrences.map(({ rule_id }) => rule_id)).toEqual([
      'ESLint.security.detect-child-process',
      'ESLint.no-unused-vars',
    ]);
    expect(document.rules?.[0]).toMatchObject({
      rule_name: 'Detects instances of "child_process" & non-literal "exec()" calls.',
      severity: 'medium',
      remediation: { references: [expect.stringContaining('detect-child-process')] },
    });
    expect(document.locations[0]).toMatchObject({ file_path: 'src/tools.mjs', start_line: 5 });
  });

  it('converts a log of a failed run to a failed scan, which resolves nothing', () => {
    const document = convert(readFile('eslint-failed.sarif'));
    expect(document.error_message).toBe('Parsing error: Unexpected token :');
    expect([document.objects, document.edges, document.locations, document.occurrences]).toEqual([[], [], [], []]);
  });
});

describe('results of a SARIF log', () => {
  it.each([
    ['a result without a kind', {}, true],
    ['a result to review', { kind: 'review' }, true],
    ['a passed result', { kind: 'pass' }, false],
    ['an informational result', { kind: 'informational' }, false],
    ['a result that is not applicable', { kind: 'notApplicable' }, false],
    ['a result that is absent from the baseline', { baselineState: 'absent' }, false],
    ['a result with an empty list of suppressions', { suppressions: [] }, true],
    ['a suppressed result', { suppressions: [{ kind: 'inSource' }] }, false],
    ['a result with an accepted suppression', { suppressions: [{ kind: 'external', status: 'accepted' }] }, false],
    ['a result with a rejected suppression', { suppressions: [{ kind: 'external', status: 'rejected' }] }, true],
    [
      'a result with a suppression under review',
      { suppressions: [{ kind: 'inSource' }, { kind: 'external', status: 'underReview' }] },
      true,
    ],
  ])('converts %s: %j → %s', (_, parts, isConverted) => {
    expect(convert(createLog(createRun({}, createResult(parts)))).occurrences).toHaveLength(isConverted ? 1 : 0);
  });
});

describe('severities of a SARIF log', () => {
  const rules = (descriptor: object) => ({ tool: { driver: { name: 'scan', rules: [{ id: 'r1', ...descriptor }] } } });

  it.each([
    [{}, {}, 'medium', undefined],
    [{}, { level: 'error' }, 'medium', 'high'],
    [{ defaultConfiguration: { level: 'note' } }, {}, 'low', undefined],
    [{ defaultConfiguration: { level: 'error' } }, { level: 'none' }, 'high', 'info'],
    [{ properties: { 'security-severity': '9.1' } }, { level: 'warning' }, 'critical', undefined],
    [{ properties: { 'security-severity': '7.0' } }, {}, 'high', undefined],
    [{ properties: { 'security-severity': '0.0' } }, {}, 'info', undefined],
    [{ properties: { 'security-severity': 'x' } }, {}, 'medium', undefined],
  ])('combines those of the rule %j and the result %j', (descriptor, parts, ofRule, ofResult) => {
    const document = convert(createLog(createRun(rules(descriptor), createResult(parts))));
    expect(document.rules?.[0]?.severity).toBe(ofRule);
    expect(document.occurrences[0]?.severity).toBe(ofResult);
  });

  it('reads CWE tags in both formats', () => {
    const document = convert(
      createLog(
        createRun(
          {
            ...rules({ properties: { tags: ['external/cwe/cwe-079', 'CWE-89: SQL injection', 'security'] } }),
            invocations: [{ executionSuccessful: true, endTimeUtc: '2026-03-01T00:00:00Z' }],
          },
          createResult(),
        ),
      ),
    );
    expect(document.rules?.[0]?.tags).toEqual({ cwe: ['CWE-79', 'CWE-89'] });
  });
});

describe('locations of a SARIF log', () => {
  it.each([
    ['src/a%20b.ts', 'src/a b.ts'],
    ['./src/../lib/a.ts', 'lib/a.ts'],
    ['src\\a.ts', 'src/a.ts'],
    ['file:///srv/customs-desk/src/a.ts', 'src/a.ts'],
    ['/srv/customs-desk/src/a.ts', 'src/a.ts'],
    ['100%.ts', '100%.ts'],
  ])('converts %s to %s', (uri, path) => {
    expect(convert(createLog(createRun({}, createResult(locatedAt(uri))))).locations[0]?.file_path).toBe(path);
  });

  it('have a URL instead of a path outside of the repository', () => {
    const [location] = convert(
      createLog(createRun({}, createResult(locatedAt('file:///usr/include/stdio.h')))),
    ).locations;
    expect(location).toMatchObject({ url: 'file:///usr/include/stdio.h', aispm_friendly_name: 'stdio.h' });
    expect(location?.file_path).toBeUndefined();
  });

  it('prefix the path with a base in the repository', () => {
    const bases = {
      originalUriBaseIds: { SRC: { uri: 'packages/chat/', uriBaseId: 'ROOT' }, ROOT: { uri: 'file:///build/' } },
    };
    const artifact = { locations: [{ physicalLocation: { artifactLocation: { uri: 'a.ts', uriBaseId: 'SRC' } } }] };
    expect(convert(createLog(createRun(bases, createResult(artifact)))).locations[0]?.file_path).toBe(
      'packages/chat/a.ts',
    );
  });

  it('are the root of the asset for a result without a file', () => {
    const document = convert(createLog(createRun({}, createResult())), {
      assetId: '019fef68-1d69-7e55-95e7-8dff4bb78c6e',
    });
    expect(document.objects).toEqual([]);
    expect(document.locations[0]).toMatchObject({ location_type: 'directory', file_path: '.' });
  });

  it('have the repository, branch and commit of the log', () => {
    const provenance = {
      repositoryUri: 'https://u:p@github.com/halden-freight/customs-desk',
      branch: 'main',
      revisionId: '9C41F0BE7D2A6358E1C07B94FA20D83165C7BE02',
    };
    const document = convert(
      createLog(createRun({ versionControlProvenance: [provenance] }, createResult(locatedAt('a.ts')))),
    );
    expect(document).toMatchObject({ branch: 'main', commit_sha: '9c41f0be7d2a6358e1c07b94fa20d83165c7be02' });
    expect(document.locations[0]?.repository_url).toBe('https://github.com/halden-freight/customs-desk');
  });

  it('redact secrets in snippets and messages', () => {
    const token = `ghp_${'a'.repeat(36)}`;
    const snippet = { startLine: 1, snippet: { text: `token = "${token}"` } };
    const document = convert(
      createLog(createRun({}, createResult({ ...locatedAt('a.ts', snippet), message: { text: `Found ${token}.` } }))),
    );
    expect(JSON.stringify(document)).not.toContain(token);
    expect(document.occurrences[0]?.evidence).toEqual([
      { kind: 'code', value: 'token = "[REDACTED]"', redacted: true },
    ]);
  });
});

describe('regions of a SARIF log', () => {
  const readRegion = (region: object) =>
    convert(createLog(createRun({}, createResult(locatedAt('a.ts', region))))).locations[0];

  it.each([
    [
      { startLine: 3, startColumn: 5, endColumn: 9 },
      { start_line: 3, end_line: 3, start_column: 5, end_column: 8 },
    ],
    [
      { startLine: 3, startColumn: 5, endColumn: 5 },
      { start_column: 5, end_column: 4 },
    ],
    [
      { startLine: 1, startColumn: 1, endColumn: 1 },
      { start_column: 1, end_column: 0 },
    ],
    [
      { startLine: 1, endLine: 2, endColumn: 1 },
      { end_line: 2, end_column: 0 },
    ],
  ])('converts %j', (region, expected) => {
    expect(readRegion(region)).toMatchObject(expected);
  });
});

describe('rules of a SARIF log', () => {
  const GUID = '1b2c3d4e-0000-4000-8000-00000000000a';
  const findRule = (parts: object, result: object) => {
    const { message, ...own } = { message: { text: 'It is wrong.' }, ...result };
    return convert(createLog(createRun(parts, { message, ...own }))).rules?.[0]?.rule_id;
  };
  const extension = { name: 'pack', guid: GUID, rules: [{ id: 'in-pack', guid: GUID }] };
  const tool = { driver: { name: 'scan', rules: [{ id: 'r1' }] }, extensions: [extension] };

  it.each([
    ['rule.id', {}, { rule: { id: 'r7' } }, 'scan.r7'],
    ['ruleIndex', { tool }, { ruleIndex: 0 }, 'scan.r1'],
    ['a ruleIndex without a description', {}, { ruleId: 'r2', ruleIndex: 4 }, 'scan.r2'],
    ['the GUID of an extension', { tool }, { rule: { index: 0, toolComponent: { guid: GUID } } }, 'scan.in-pack'],
    ['the name of an extension', { tool }, { rule: { index: 0, toolComponent: { name: 'pack' } } }, 'scan.in-pack'],
    ['the GUID of a rule', { tool }, { rule: { guid: GUID, toolComponent: { guid: GUID } } }, 'scan.in-pack'],
    ['nothing', {}, {}, 'scan.unnamed-rule'],
  ])('are found by %s', (_, parts, result, expected) => {
    expect(findRule(parts, result)).toBe(expected);
  });
});

describe('fingerprints of a SARIF log', () => {
  const listFingerprints = (...results: readonly object[]) =>
    convert(createLog(createRun({}, ...results))).occurrences.map(({ fingerprint }) => fingerprint);

  it('do not depend on line numbers', () => {
    expect(listFingerprints(createResult(locatedAt('a.ts', { startLine: 3 })))).toEqual(
      listFingerprints(createResult(locatedAt('a.ts', { startLine: 30 }))),
    );
  });

  it('do not depend on the message if the tool provides fingerprints', () => {
    const stated = {
      ...locatedAt('a.ts'),
      partialFingerprints: { 'primaryLocationLineHash/v1': '39fa2ee980eb94b0:1' },
    };
    expect(listFingerprints(createResult(stated))).toEqual(
      listFingerprints(createResult({ ...stated, message: { text: 'Another message.' } })),
    );
  });

  it('distinguish equal results of a file, and results of other files and rules', () => {
    const all = listFingerprints(
      createResult(locatedAt('a.ts')),
      createResult(locatedAt('a.ts')),
      createResult(locatedAt('b.ts')),
      createResult({ ...locatedAt('a.ts'), ruleId: 'r2' }),
    );
    expect(new Set(all).size).toBe(4);
  });
});

describe('the import of SARIF logs', () => {
  it('inserts arguments into the message of a rule', () => {
    const rules = [{ id: 'r1', messageStrings: { said: { text: "{0} is not '{1}', {{so}}." } } }];
    const document = convert(
      createLog(
        createRun(
          { tool: { driver: { name: 'scan', rules } } },
          { ruleIndex: 0, message: { id: 'said', arguments: ['a', 'b'] } },
        ),
      ),
    );
    expect(document.occurrences[0]?.message).toBe("a is not 'b', {so}.");
  });

  it('converts each run to a document with its own target', () => {
    const other = { ...createRun({}, createResult()), tool: { driver: { name: 'other' } } };
    const { documents } = importLog(
      createLog(createRun({ automationDetails: { id: 'nightly/2026-11-18' } }, createResult()), other),
    );
    expect(documents.map((document) => document.target)).toEqual([
      `${context.target}#nightly`,
      `${context.target}#other`,
    ]);
  });

  it.each([
    ['invalid JSON', '{', '', /^The document is not valid JSON .*Create it again/],
    [
      'a bill of materials',
      '{"bomFormat":"CycloneDX"}',
      '',
      /^The document is a CycloneDX bill of materials, not a SARIF log\. Import it with the format cyclonedx\.$/,
    ],
    ['other JSON', '{"name":"left-pad","version":"1.3.0"}', '', /is not a SARIF log\. Provide a SARIF 2\.1\.0 log/],
    ['a list', '[]', '', /must be an object/],
    [
      'another version',
      '{"version":"2.0.0","runs":[]}',
      '/version',
      /^\/version must be "2\.1\.0", got "2\.0\.0"\. .*sarif transform/,
    ],
    ['no version', '{"runs":[]}', '/version', /must be "2\.1\.0", got nothing/],
    ['a log without runs', '{"version":"2.1.0"}', '/runs', /must be an array/],
    ['runs that are not an array', '{"version":"2.1.0","runs":{}}', '/runs', /must be an array/],
  ])('rejects %s with its location', (_, text, pointer, message) => {
    const error = catchImportError(() => importReport('sarif', text, context));
    expect(error.violation.pointer).toBe(pointer);
    expect(error.message).toMatch(message);
  });

  it.each(['[]', 'null'])('accepts a log whose runs are %s as one without scans', (runs) => {
    expect(importLog(`{"version":"2.1.0","runs":${runs}}`)).toEqual({
      documents: [],
      rejected: [],
      incomplete: [],
      ignored: [],
    });
  });

  it('counts what it ignores on purpose', () => {
    const report = importLog(
      createLog(
        createRun(
          {},
          createResult({ kind: 'pass' }),
          createResult({ kind: 'informational' }),
          createResult({ baselineState: 'absent' }),
          createResult({ suppressions: [{ kind: 'inSource' }] }),
          createResult(),
        ),
      ),
    );
    expect(report.documents[0]?.occurrences).toHaveLength(1);
    expect(report.ignored).toEqual([
      { what: 'results without a finding', count: 2, pointer: '/runs/0/results/0', name: 'r1' },
      { what: 'results that are absent since the baseline', count: 1, pointer: '/runs/0/results/2', name: 'r1' },
      { what: 'suppressed results', count: 1, pointer: '/runs/0/results/3', name: 'r1' },
    ]);
    expect([...report.rejected, ...report.incomplete]).toEqual([]);
  });

  it('converts any strings to a valid document', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.constantFrom('x'.repeat(3000), 'ü'.repeat(3000)),
    );
    fc.assert(
      fc.property(text, text, text, text, (name, ruleId, message, uri) => {
        const result = createResult({ ruleId, message: { text: message }, ...locatedAt(uri) });
        const { documents, rejected } = importLog(createLog(createRun({ tool: { driver: { name } } }, result)));
        // Without the name of its tool a run isn't valid.
        expect([documents.length, rejected.length]).toEqual(name === '' ? [0, 1] : [1, 0]);
      }),
      { numRuns: 300 },
    );
  });
});
