/** What an import of a SARIF log does with items that it can't take over as they are. */
import { describe, expect, it } from 'vitest';
import { maxItems } from '../../../src/platform/contract/limits.ts';
import { createLog, createResult, createRun, importLog, locatedAt } from './sarif-log.ts';

const RESULT = '/runs/0/results/0';
const ARTIFACT = `${RESULT}/locations/0/physicalLocation/artifactLocation`;
const REGION = `${RESULT}/locations/0/physicalLocation/region`;

describe('a defect of one result', () => {
  it.each([
    ['no object', null, RESULT, 'must be an object'],
    ['no message', { ruleId: 'r1' }, `${RESULT}/message`, 'must be an object'],
    ['an empty message object', { message: {} }, `${RESULT}/message`, 'must contain a string, or the ID of'],
  ])('rejects the result with %s, and imports the others', (_, defective, pointer, reason) => {
    const { documents, rejected, incomplete } = importLog(createLog(createRun({}, defective, createResult())));
    expect(documents[0]?.occurrences).toHaveLength(1);
    expect(rejected).toEqual([
      {
        pointer,
        reason: expect.stringContaining(reason),
        remedy: expect.stringContaining('create the document again'),
      },
    ]);
    expect(incomplete).toEqual([]);
  });

  it('does not describe the values of a result that it rejects', () => {
    const { message: _, ...defective } = createResult({ level: 'fatal', ...locatedAt('a.ts', { startLine: 0 }) });
    const { rejected, incomplete } = importLog(createLog(createRun({}, defective)));
    expect(rejected).toHaveLength(1);
    expect(incomplete).toEqual([]);
  });

  const inBase = { locations: [{ physicalLocation: { artifactLocation: { uri: 'a.ts', uriBaseId: 'A' } } }] };
  it.each([
    ['an unknown level', createResult({ level: 'fatal' }), `${RESULT}/level`, /one of error, warning.*"fatal"/],
    ['an inherited name as its level', createResult({ level: 'constructor' }), `${RESULT}/level`, /"constructor"/],
    ['line 0', createResult(locatedAt('a.ts', { startLine: 0 })), `${REGION}/startLine`, /integer from 1 to/],
    [
      'a line that cannot be stored',
      createResult(locatedAt('a.ts', { startLine: 2 ** 31 })),
      `${REGION}/startLine`,
      /integer from 1 to 2147483647/,
    ],
    [
      'an end before its start',
      createResult(locatedAt('a.ts', { startLine: 2, endLine: 1 })),
      `${REGION}/endLine`,
      /must not be before startLine \(2\)/,
    ],
    [
      'an end column before its start',
      createResult(locatedAt('a.ts', { startLine: 2, startColumn: 5, endColumn: 3 })),
      `${REGION}/endColumn`,
      /must not be before startColumn \(5\)/,
    ],
    [
      'a path that is too long',
      createResult(locatedAt('a'.repeat(5000))),
      `${ARTIFACT}/uri`,
      /at most 4096 characters/,
    ],
    ['a path that is no text', createResult(locatedAt(7 as never)), `${ARTIFACT}/uri`, /must be a string/],
    ['bases that form a cycle', createResult(inBase), `${ARTIFACT}/uriBaseId`, /must not refer to the base A/],
    ['an empty message', createResult({ message: { text: '' } }), `${RESULT}/message`, /is empty; it is replaced/],
    [
      'a message that the log does not contain',
      createResult({ message: { id: 'gone' } }),
      `${RESULT}/message`,
      /refers to the message gone, which the log does not contain/,
    ],
    [
      'a fingerprint that is no text',
      createResult({ fingerprints: { sha: { value: 'x' } } }),
      `${RESULT}/fingerprints/sha`,
      /must be a string/,
    ],
    ['locations that are no array', createResult({ locations: {} }), `${RESULT}/locations`, /must be an array/],
  ])('imports the result with %s without that value', (_, defective, pointer, reason) => {
    const bases = { originalUriBaseIds: { A: { uriBaseId: 'B' }, B: { uriBaseId: 'A' } } };
    const { documents, rejected, incomplete } = importLog(createLog(createRun(bases, defective, createResult())));
    expect(documents[0]?.occurrences).toHaveLength(2);
    expect(rejected).toEqual([]);
    expect(incomplete).toMatchObject([{ pointer, reason: expect.stringMatching(reason) }]);
  });

  it('keeps the start of a region whose end contradicts it', () => {
    const [document] = importLog(
      createLog(
        createRun({}, createResult(locatedAt('a.ts', { startLine: 4, startColumn: 5, endLine: 2, endColumn: 9 }))),
      ),
    ).documents;
    expect(document?.locations[0]).toMatchObject({ start_line: 4, end_line: 4, start_column: 5, end_column: 8 });
  });

  it('replaces the message by the description of the rule', () => {
    const rules = [{ id: 'r1', fullDescription: { text: 'Never evaluate input.' } }];
    const log = createLog(
      createRun({ tool: { driver: { name: 'scan', rules } } }, createResult({ message: { id: 'x' } })),
    );
    expect(importLog(log).documents[0]?.occurrences[0]?.message).toBe('Never evaluate input.');
  });

  it('replaces what cannot be stored in strings, and reports the location', () => {
    const { documents, rejected, incomplete } = importLog(
      createLog(
        createRun(
          {},
          createResult({ message: { text: 'Found \u0000 and \ud800.' }, ...locatedAt('a%00b.ts') }),
          createResult({ message: { text: 'Found 😀.' } }),
        ),
      ),
    );
    expect(documents[0]?.occurrences.map(({ message }) => message)).toEqual(['Found \ufffd and \ufffd.', 'Found 😀.']);
    expect(documents[0]?.locations[0]?.file_path).toBe('a\ufffdb.ts');
    expect(rejected).toEqual([]);
    expect(incomplete).toMatchObject([
      { pointer: `${RESULT}/message/text`, reason: expect.stringContaining('U+0000 or an unpaired surrogate') },
    ]);
  });
});

describe('a defect of one run', () => {
  const valid = createRun({ tool: { driver: { name: 'other' } } }, createResult());

  it.each([
    ['that is no object', null, '/runs/0', 'must be an object'],
    ['without a tool', {}, '/runs/0/tool/driver/name', 'must be a string that is not empty'],
    ['without results', { ...createRun({}), results: undefined }, '/runs/0', 'has no results: its tool did not begin'],
    ['with results that are null', { ...createRun({}), results: null }, '/runs/0', 'has no results: its tool did not'],
    ['with results that are no array', { ...createRun({}), results: {} }, '/runs/0/results', 'must be an array'],
    [
      'with results in other files',
      { ...createRun({}), results: undefined, externalPropertyFileReferences: { results: [{ itemCount: 9 }] } },
      '/runs/0',
      'has its results in other files',
    ],
  ])('rejects the run %s, which then resolves nothing, and imports the others', (_, defective, pointer, reason) => {
    const { documents, rejected } = importLog(createLog(defective, valid));
    expect(documents.map((document) => document.tool_name)).toEqual(['other']);
    expect(rejected).toMatchObject([{ pointer, reason: expect.stringContaining(reason) }]);
  });

  it('says how many results of a failed scan it rejects', () => {
    const failed = { invocations: [{ executionSuccessful: false, processStartFailureMessage: 'No such file.' }] };
    const { documents, rejected } = importLog(createLog(createRun(failed, createResult(), createResult())));
    expect(documents[0]).toMatchObject({ error_message: 'No such file.', occurrences: [] });
    expect(rejected).toMatchObject([
      { pointer: '/runs/0/results', reason: expect.stringContaining('contains 2 results of a scan that failed') },
    ]);
  });
});

describe('runs with the same target', () => {
  const run = (uri: string) => createRun({}, createResult(locatedAt(uri)));

  it('are one scan: the second would otherwise resolve the findings of the first', () => {
    const { documents } = importLog(createLog(run('a.ts'), run('b.ts'), run('a.ts')));
    expect(documents).toHaveLength(1);
    expect(documents[0]?.locations.map(({ file_path }) => file_path)).toEqual(['a.ts', 'b.ts', 'a.ts']);
    expect(documents[0]?.rules).toHaveLength(1);
  });

  it('fail together: without the results of one, the scan is not complete', () => {
    const failed = createRun({ invocations: [{ executionSuccessful: false }] });
    const { documents, rejected } = importLog(createLog(run('a.ts'), failed));
    expect(documents).toMatchObject([{ error_message: expect.any(String), occurrences: [] }]);
    expect(rejected).toMatchObject([{ pointer: '/runs/0/results' }]);
  });
});

describe('absolute paths', () => {
  const uri = 'file:///home/runner/work/desk/src/a.ts';
  const result = createResult(locatedAt(uri));

  it('are imported as URLs, with a remedy, if the root of the repository is unknown', () => {
    const { documents, rejected, incomplete } = importLog(createLog(createRun({}, result)), {
      root: undefined as never,
    });
    expect(documents[0]?.locations[0]).toMatchObject({ url: uri });
    expect(rejected).toEqual([]);
    expect(incomplete).toEqual([
      {
        pointer: `${ARTIFACT}/uri`,
        reason: expect.stringContaining('is the absolute path /home/runner/work/desk/src/a.ts'),
        remedy: expect.stringContaining('Set root to the folder'),
      },
    ]);
  });

  it.each([
    ['file:///home/runner/work/desk/', 'src/a.ts'],
    ['file:///home/runner/work/desk', 'src/a.ts'],
    ['file:///', undefined],
  ])('are relative to the base %s of the log if the user gives no root', (base, path) => {
    const bases = { originalUriBaseIds: { SRCROOT: { uri: base } } };
    const { documents } = importLog(createLog(createRun(bases, result)), { root: undefined as never });
    expect(documents[0]?.locations[0]?.file_path).toBe(path);
  });

  it('of Windows are in a root with another case of the drive', () => {
    const windows = createResult(locatedAt('file:///c:/desk/src/a.ts'));
    const { documents } = importLog(createLog(createRun({}, windows)), { root: 'C:\\desk' });
    expect(documents[0]?.locations[0]?.file_path).toBe('src/a.ts');
  });
});

describe('more than the limits of one scan', () => {
  it('rejects the least severe findings beyond the maximum number', () => {
    const max = maxItems('ScanDocument.occurrences');
    const notes = Array.from({ length: max }, () => createResult({ level: 'note' }));
    const { documents, rejected } = importLog(createLog(createRun({}, ...notes, createResult({ level: 'error' }))));
    expect(documents[0]?.occurrences).toHaveLength(max);
    expect(documents[0]?.occurrences.at(-1)?.severity).toBe('high');
    expect(rejected).toEqual([
      {
        pointer: `/runs/0/results/${max - 1}`,
        reason: `exceeds the ${max} findings that one scan can have; the most severe ones are imported`,
        remedy: expect.stringContaining('Scan parts of the repository separately'),
      },
    ]);
  });

  it('rejects the findings of rules beyond the maximum number', () => {
    const max = maxItems('ScanDocument.rules');
    const results = Array.from({ length: max + 1 }, (_, index) => createResult({ ruleId: `r${index}` }));
    const { documents, rejected } = importLog(createLog(createRun({}, ...results)));
    expect(documents[0]?.rules).toHaveLength(max);
    expect(rejected).toMatchObject([
      { pointer: `/runs/0/results/${max}`, reason: expect.stringContaining(`the findings of ${max} rules`) },
    ]);
  });

  it('rejects the findings beyond the maximum size of a document', { tags: ['long'] }, () => {
    const long = '\u{1F512}'.repeat(2000);
    const region = { startLine: 1, snippet: { text: long } };
    const results = Array.from({ length: 2000 }, (_, index) =>
      createResult({ ...locatedAt(`${index}.ts`, region), message: { text: long } }),
    );
    const { documents, rejected } = importLog(createLog(createRun({}, ...results)));
    const bytes = Buffer.byteLength(JSON.stringify(documents[0]));
    expect(bytes).toBeLessThanOrEqual(33_554_432);
    expect(bytes).toBeGreaterThan(30_000_000);
    expect(rejected.length).toBe(results.length - Number(documents[0]?.occurrences.length));
    expect(rejected[0]?.reason).toContain('exceeds the bytes that one scan can have');
  });
});

describe('messages of a tool', () => {
  it('are found among those of the tool component when the rule has none', () => {
    const driver = {
      name: 'scan',
      globalMessageStrings: { shared: { text: 'Shared by {0}.' } },
      rules: [{ id: 'r1' }],
    };
    const result = createResult({ message: { id: 'shared', arguments: ['all'] } });
    const { documents, incomplete } = importLog(createLog(createRun({ tool: { driver } }, result)));
    expect(documents[0]?.occurrences[0]?.message).toBe('Shared by all.');
    expect(incomplete).toEqual([]);
  });
});

describe('results without a file', () => {
  it('are different findings when they are in different functions', () => {
    const inFunction = (name: string) =>
      createResult({ locations: [{ logicalLocations: [{ fullyQualifiedName: name }] }] });
    const fingerprints = (log: string) =>
      importLog(log).documents[0]?.occurrences.map(({ fingerprint }) => fingerprint);
    const both = fingerprints(createLog(createRun({}, inFunction('a'), inFunction('b'))));
    // That of b doesn't change when a is gone.
    expect(fingerprints(createLog(createRun({}, inFunction('b'))))).toEqual([both?.[1]]);
  });
});
