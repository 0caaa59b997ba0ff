import { expect, it } from 'vitest';
import { assemble, type Subject } from '../../src/assemble/document.ts';
import { createGraph, type DetectedLocation } from '../../src/graph/graph.ts';

/** What the contract allows in a document; the repository is one of the objects. */
const MAX_OBJECTS = 5_000;
const SUBJECT: Subject = {
  target: 'github.com/acme/desk',
  prefix: '',
  toolVersion: '1.0.0',
  trigger: 'ci',
  ownersOf: () => undefined,
};

function locationIn(file: string): DetectedLocation {
  return { file, span: [1, 1, 1, 2], type: 'file', reason: 'A test.', lines: 1 };
}

it.each([
  ['as many objects as a document may have', MAX_OBJECTS - 1, []],
  ['one object more than a document may have', MAX_OBJECTS, ['limit']],
])('a document with %s is within the contract, and the report says what is missing', (_, count, diagnostics) => {
  const graph = createGraph();
  for (let index = 0; index < count; index++) graph.add('tool', `desk.py#tool${index}`, `tool${index}`);
  const document = assemble(graph, SUBJECT, () => undefined);
  expect(document.objects).toHaveLength(MAX_OBJECTS);
  expect(graph.diagnostics.map(({ kind }) => kind)).toEqual(diagnostics);
});

it.each([
  ['both files have owners', 'b/desk.py', ['@a', '@b']],
  ['the owners of one file are unknown', 'c/desk.py', undefined],
])('the owners of an object in two files, when %s', (_, file, owners) => {
  const known: Record<string, string[]> = { 'a/desk.py': ['@a'], 'b/desk.py': ['@b'] };
  const graph = createGraph();
  const tool = graph.add('tool', 'desk.py#search', 'search');
  for (const each of ['a/desk.py', file]) graph.locate(tool, locationIn(each));
  const { objects = [] } = assemble(graph, { ...SUBJECT, ownersOf: (path) => known[path] }, () => undefined);
  expect({ owners: undefined, ...objects[1] }).toMatchObject({ object_type: 'tool', owners });
});

it('the evidence of a finding shows no secret, and says that one was removed', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const graph = createGraph();
  graph.findings.push({
    rule: { rule_id: 'AGT-001', severity: 'high', source: 'static' },
    found: graph.add('tool', 'desk.py#search', 'search'),
    message: 'A finding.',
    evidence: [
      { kind: 'code', value: `clone ${secret} now`, redacted: false },
      { kind: 'code', value: 'clone now', redacted: false },
    ],
  });
  const { occurrences = [] } = assemble(graph, SUBJECT, () => undefined);
  expect(occurrences[0]?.evidence).toEqual([
    { kind: 'code', value: 'clone [REDACTED] now', redacted: true },
    { kind: 'code', value: 'clone now', redacted: false },
  ]);
});
