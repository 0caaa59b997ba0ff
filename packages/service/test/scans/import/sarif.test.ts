import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ImportError } from '../../../src/scans/import/document-part.ts';
import type { ImportContext } from '../../../src/scans/import/import-context.ts';
import { importSarif } from '../../../src/scans/import/sarif.ts';
import { expectToBeValid } from './scan-document.ts';

const context: ImportContext = { target: 'github.com/halden-freight/customs-desk', root: '/srv/customs-desk' };

const file = (name: string) => readFileSync(new URL(`files/${name}`, import.meta.url), 'utf8');

const log = (...runs: readonly object[]) => JSON.stringify({ version: '2.1.0', runs });

const run = (parts: object, ...results: readonly object[]) => ({
  tool: { driver: { name: 'scan' } },
  ...parts,
  results,
});

const result = (parts: object = {}) => ({ ruleId: 'r1', message: { text: 'Something is wrong.' }, ...parts });

const at = (uri: string, region?: object) => ({
  locations: [{ physicalLocation: { artifactLocation: { uri }, ...(region !== undefined && { region }) } }],
});

function first(text: string, more: Partial<ImportContext> = {}) {
  const documents = importSarif(text, { ...context, ...more });
  for (const document of documents) expectToBeValid(document);
  const [document] = documents;
  if (document === undefined) throw new Error('no document');
  return document;
}

describe('logs of real tools', () => {
  test('a log of Biome becomes findings at files of the repository', () => {
    const document = first(file('biome.sarif'));
    expect(document).toMatchObject({
      target: 'github.com/halden-freight/customs-desk#Biome',
      tool_name: 'Biome',
      tool_version: 'unknown',
    });
    expect(document.rules?.map((rule) => rule.rule_id)).toContain('Biome.lint.security.noGlobalEval');
    expect(document.locations.map((location) => location.file_path)).toContain('src/chat.ts');
    expect(document.occurrences.length).toBeGreaterThan(1);
    const found = document.occurrences.find((one) => one.rule_id === 'Biome.lint.security.noGlobalEval');
    expect(found).toMatchObject({
      severity: 'high',
      message: 'eval() exposes to security risks and performance issues.',
    });
    const place = document.locations.find((location) => location.key === found?.location_key);
    expect(place).toMatchObject({ start_line: 7, end_line: 7, start_column: 10, end_column: 13 });
  });

  test('a log of ESLint leaves out what its code suppressed', () => {
    const document = first(file('eslint.sarif'));
    expect(document.tool_version).toBe('8.57.1');
    expect(document.occurrences.map((found) => found.rule_id)).toEqual([
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

  test('a log of a tool that did not succeed becomes a failed scan, which resolves nothing', () => {
    const document = first(file('eslint-failed.sarif'));
    expect(document.error_message).toBe('Parsing error: Unexpected token :');
    expect([document.objects, document.edges, document.locations, document.occurrences]).toEqual([[], [], [], []]);
  });
});

describe('which results count', () => {
  test.each([
    ['one that says nothing', {}, true],
    ['one to review', { kind: 'review' }, true],
    ['one that passed', { kind: 'pass' }, false],
    ['one that is only told', { kind: 'informational' }, false],
    ['one that does not apply', { kind: 'notApplicable' }, false],
    ['one that is gone', { baselineState: 'absent' }, false],
    ['one without a suppression', { suppressions: [] }, true],
    ['a suppressed one', { suppressions: [{ kind: 'inSource' }] }, false],
    ['one whose suppression was accepted', { suppressions: [{ kind: 'external', status: 'accepted' }] }, false],
    ['one whose suppression was rejected', { suppressions: [{ kind: 'external', status: 'rejected' }] }, true],
    [
      'one whose suppression is under review',
      { suppressions: [{ kind: 'inSource' }, { kind: 'external', status: 'underReview' }] },
      true,
    ],
  ])('%s', (_, parts, counts) => {
    expect(first(log(run({}, result(parts)))).occurrences).toHaveLength(counts ? 1 : 0);
  });
});

describe('severities', () => {
  const rules = (descriptor: object) => ({ tool: { driver: { name: 'scan', rules: [{ id: 'r1', ...descriptor }] } } });

  test.each([
    [{}, {}, 'medium', undefined],
    [{}, { level: 'error' }, 'medium', 'high'],
    [{ defaultConfiguration: { level: 'note' } }, {}, 'low', undefined],
    [{ defaultConfiguration: { level: 'error' } }, { level: 'none' }, 'high', 'info'],
    [{ properties: { 'security-severity': '9.1' } }, { level: 'warning' }, 'critical', undefined],
    [{ properties: { 'security-severity': '7.0' } }, {}, 'high', undefined],
    [{ properties: { 'security-severity': '0.0' } }, {}, 'info', undefined],
    [{ properties: { 'security-severity': 'x' } }, {}, 'medium', undefined],
  ])('rule %j and result %j', (descriptor, parts, ofRule, ofResult) => {
    const document = first(log(run(rules(descriptor), result(parts))));
    expect(document.rules?.[0]?.severity).toBe(ofRule);
    expect(document.occurrences[0]?.severity).toBe(ofResult);
  });

  test('CWE tags of both ways of writing', () => {
    const document = first(
      log(
        run(
          {
            ...rules({ properties: { tags: ['external/cwe/cwe-079', 'CWE-89: SQL injection', 'security'] } }),
            invocations: [{ executionSuccessful: true, endTimeUtc: '2026-03-01T00:00:00Z' }],
          },
          result(),
        ),
      ),
    );
    expect(document.rules?.[0]?.tags).toEqual({ cwe: ['CWE-79:2026', 'CWE-89:2026'] });
  });
});

describe('places', () => {
  test.each([
    ['src/a%20b.ts', 'src/a b.ts'],
    ['./src/../lib/a.ts', 'lib/a.ts'],
    ['src\\a.ts', 'src/a.ts'],
    ['file:///srv/customs-desk/src/a.ts', 'src/a.ts'],
    ['/srv/customs-desk/src/a.ts', 'src/a.ts'],
    ['100%.ts', '100%.ts'],
  ])('%s is %s', (uri, path) => {
    expect(first(log(run({}, result(at(uri))))).locations[0]?.file_path).toBe(path);
  });

  test('a file outside of the repository has an address instead of a path', () => {
    const [location] = first(log(run({}, result(at('file:///usr/include/stdio.h'))))).locations;
    expect(location).toMatchObject({ url: 'file:///usr/include/stdio.h', aispm_friendly_name: 'stdio.h' });
    expect(location?.file_path).toBeUndefined();
  });

  test('a base that lies in the repository stands before the path', () => {
    const bases = {
      originalUriBaseIds: { SRC: { uri: 'packages/chat/', uriBaseId: 'ROOT' }, ROOT: { uri: 'file:///build/' } },
    };
    const artifact = { locations: [{ physicalLocation: { artifactLocation: { uri: 'a.ts', uriBaseId: 'SRC' } } }] };
    expect(first(log(run(bases, result(artifact)))).locations[0]?.file_path).toBe('packages/chat/a.ts');
  });

  test('a result without a file stands at the root of the asset', () => {
    const document = first(log(run({}, result())), { assetId: '019fef68-1d69-7e55-95e7-8dff4bb78c6e' });
    expect(document.objects).toEqual([]);
    expect(document.locations[0]).toMatchObject({ location_type: 'directory', file_path: '.' });
  });

  test('repository, branch and commit come from the log', () => {
    const provenance = {
      repositoryUri: 'https://u:p@github.com/halden-freight/customs-desk',
      branch: 'main',
      revisionId: '9C41F0BE7D2A6358E1C07B94FA20D83165C7BE02',
    };
    const document = first(log(run({ versionControlProvenance: [provenance] }, result(at('a.ts')))));
    expect(document).toMatchObject({ branch: 'main', commit_sha: '9c41f0be7d2a6358e1c07b94fa20d83165c7be02' });
    expect(document.locations[0]?.repository_url).toBe('https://github.com/halden-freight/customs-desk');
  });

  test('secrets in snippets and messages are blotted out', () => {
    const token = `ghp_${'a'.repeat(36)}`;
    const snippet = { startLine: 1, snippet: { text: `token = "${token}"` } };
    const document = first(log(run({}, result({ ...at('a.ts', snippet), message: { text: `Found ${token}.` } }))));
    expect(JSON.stringify(document)).not.toContain(token);
    expect(document.occurrences[0]?.evidence).toEqual([
      { kind: 'code', value: 'token = "[REDACTED]"', redacted: true },
    ]);
  });
});

describe('fingerprints', () => {
  const prints = (...results: readonly object[]) =>
    first(log(run({}, ...results))).occurrences.map((found) => found.fingerprint);

  test('stay when lines shift', () => {
    expect(prints(result(at('a.ts', { startLine: 3 })))).toEqual(prints(result(at('a.ts', { startLine: 30 }))));
  });

  test('stay by what the tool says when its message changes', () => {
    const stated = { ...at('a.ts'), partialFingerprints: { 'primaryLocationLineHash/v1': '39fa2ee980eb94b0:1' } };
    expect(prints(result(stated))).toEqual(prints(result({ ...stated, message: { text: 'Said in another way.' } })));
  });

  test('tell equal results of one file apart, and files, rules and texts', () => {
    const all = prints(
      result(at('a.ts')),
      result(at('a.ts')),
      result(at('b.ts')),
      result({ ...at('a.ts'), ruleId: 'r2' }),
    );
    expect(new Set(all).size).toBe(4);
  });
});

test('message of a rule, with arguments', () => {
  const rules = [{ id: 'r1', messageStrings: { said: { text: "{0} is not '{1}', {{so}}." } } }];
  const document = first(
    log(
      run(
        { tool: { driver: { name: 'scan', rules } } },
        { ruleIndex: 0, message: { id: 'said', arguments: ['a', 'b'] } },
      ),
    ),
  );
  expect(document.occurrences[0]?.message).toBe("a is not 'b', {so}.");
});

test('each run is a document with a target of its own', () => {
  const other = { ...run({}, result()), tool: { driver: { name: 'other' } } };
  const documents = importSarif(
    log(run({ automationDetails: { id: 'nightly/2026-11-18' } }, result()), other),
    context,
  );
  expect(documents.map((document) => document.target)).toEqual([
    `${context.target}#nightly`,
    `${context.target}#other`,
  ]);
});

test.each([
  ['not json', '{', '', /is not JSON .*Write it again/],
  ['a bill of materials', '{"bomFormat":"CycloneDX"}', '/version', /is missing/],
  ['another version', '{"version":"2.0.0","runs":[]}', '/version', /only SARIF 2\.1\.0 .*sarif transform/],
  ['no run', '{"version":"2.1.0","runs":[]}', '/runs', /has no run/],
  ['runs that are no list', '{"version":"2.1.0","runs":{}}', '/runs', /has to be a list/],
  ['a run without a tool', log({}), '/runs/0/tool/driver/name', /is missing/],
  ['a result without a rule', log(run({}, { message: { text: 'x' } })), '/runs/0/results/0/ruleId', /is missing/],
  ['a result without a message', log(run({}, { ruleId: 'r' })), '/runs/0/results/0/message', /has no text/],
  ['a rule that is not there', log(run({}, result({ ruleIndex: 3 }))), '/runs/0/results/0/ruleIndex', /rule 3/],
  ['an unknown level', log(run({}, result({ level: 'fatal' }))), '/runs/0/results/0/level', /"fatal".*error, warning/],
  [
    'line 0',
    log(run({}, result(at('a.ts', { startLine: 0 })))),
    '/runs/0/results/0/locations/0/physicalLocation/region/startLine',
    /at least 1/,
  ],
  [
    'an end before its start',
    log(run({}, result(at('a.ts', { startLine: 2, endLine: 1 })))),
    '/runs/0/results/0/locations/0/physicalLocation/region/endLine',
    /before/,
  ],
])('%s is refused with its place', (_, text, pointer, message) => {
  const refused = (() => {
    try {
      return importSarif(text, context);
    } catch (error) {
      return error;
    }
  })();
  expect(refused).toBeInstanceOf(ImportError);
  expect((refused as ImportError).pointer).toBe(pointer);
  expect((refused as ImportError).message).toMatch(message);
});

test('absolute paths are refused when nobody says where the repository lay', () => {
  expect(() => importSarif(file('eslint.sarif'), { target: 't' })).toThrow(
    /\/artifactLocation\/uri: names the absolute path \/srv\/.*Say with root/,
  );
});

test('bases that lead in a circle are refused', () => {
  const bases = { originalUriBaseIds: { A: { uriBaseId: 'B' }, B: { uriBaseId: 'A' } } };
  const artifact = { locations: [{ physicalLocation: { artifactLocation: { uri: 'a.ts', uriBaseId: 'A' } } }] };
  expect(() => importSarif(log(run(bases, result(artifact))), context)).toThrow(/uriBaseId: leads back to the base A/);
});

test('more findings than a scan takes are refused', () => {
  const results = Array.from({ length: 10_001 }, () => result());
  expect(() => importSarif(log(run({}, ...results)), context)).toThrow(
    /\/runs\/0\/results: makes 10001 occurrences.*10000.*Scan parts/,
  );
  const rules = Array.from({ length: 1001 }, (_, index) => result({ ruleId: `r${index}` }));
  expect(() => importSarif(log(run({}, ...rules)), context)).toThrow(/makes 1001 rules/);
});

test('any texts make a valid document or an error with a place', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.constantFrom('x'.repeat(3000), 'ü'.repeat(3000)),
  );
  fc.assert(
    fc.property(text, text, text, text, (name, ruleId, message, uri) => {
      let documents: ReturnType<typeof importSarif>;
      try {
        documents = importSarif(
          log(run({ tool: { driver: { name } } }, result({ ruleId, message: { text: message }, ...at(uri) }))),
          context,
        );
      } catch (error) {
        expect(error).toBeInstanceOf(ImportError);
        return;
      }
      for (const document of documents) expectToBeValid(document);
    }),
    { numRuns: 300 },
  );
});
