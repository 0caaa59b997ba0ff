import { describe, expect, test } from 'vitest';
import type { DetectedObject, DetectedRelation, Detections } from './detections.ts';
import type { ObjectLabel, RelationLabel, RepositoryLabels } from './label-types.ts';
import { compare } from './match.ts';

/** A label of a tool in `a.py`, unless said otherwise. */
function label(fields: Partial<ObjectLabel> & { name: string }): ObjectLabel {
  return { kind: 'tool', id: fields.name, aliases: [], file: 'a.py', also_in: [], tier: 'declared', ...fields };
}

/** A tool found in files, written as `file` or `file:line`. */
function found(name: string, locations: string[], fields: Partial<DetectedObject> = {}): DetectedObject {
  const observations = locations.map((location) => {
    const [file = '', line] = location.split(':');
    return { file, ...(line ? { line: Number(line) } : {}) };
  });
  return { kind: 'tool', names: [name], observations, ...fields };
}

function relate(
  kind: RelationLabel['kind'],
  from: ObjectLabel,
  to: ObjectLabel,
  tier: RelationLabel['tier'] = 'declared',
) {
  return { kind, from, to, tier };
}

function labelsOf(objects: ObjectLabel[], relations: RelationLabel[] = [], scope = {}): RepositoryLabels {
  const commit = '0'.repeat(40);
  return { repository: 'acme/desk', commit, paths: ['.'], exclude: [], held_out: false, objects, relations, ...scope };
}

/** The names of what is right, wrong, repeated and missed. */
function verdicts(objects: DetectedObject[], labels: RepositoryLabels) {
  const result = compare({ objects, relations: [] }, labels).objects;
  return {
    right: result.right.map(({ found: { names } }) => names[0]),
    wrong: result.wrong.map(({ names }) => names[0]),
    duplicates: result.duplicates.map(({ names }) => names[0]),
    missed: result.missed.map(({ id }) => id),
  };
}

const NOTHING = { right: [], wrong: [], duplicates: [], missed: [] };

const OBJECT_CASES: [string, DetectedObject[], ObjectLabel[], object][] = [
  [
    'of the same name and file are right',
    [found('Look-Up', ['a.py'])],
    [label({ name: 'look_up' })],
    { right: ['Look-Up'] },
  ],
  ['in another file are wrong', [found('x', ['b.py'])], [label({ name: 'x' })], { wrong: ['x'], missed: ['x'] }],
  [
    'of another kind are wrong',
    [found('x', ['a.py'], { kind: 'agent' })],
    [label({ name: 'x' })],
    { wrong: ['x'], missed: ['x'] },
  ],
  ['without a location are wrong', [found('x', [])], [label({ name: 'x' })], { wrong: ['x'], missed: ['x'] }],
  [
    'are right under an alias',
    [found('desk_agent', ['a.py'])],
    [label({ name: 'Desk', aliases: ['desk_agent'] })],
    { right: ['desk_agent'] },
  ],
  ['are right in a further file', [found('x', ['b.py'])], [label({ name: 'x', also_in: ['b.py'] })], { right: ['x'] }],
  [
    'found twice in one file are wrong once',
    [found('x', ['a.py']), found('x', ['a.py'])],
    [label({ name: 'x' })],
    { right: ['x'], wrong: ['x'] },
  ],
  [
    'found again in a further file are duplicates',
    [found('x', ['a.py']), found('x', ['b.py'])],
    [label({ name: 'x', also_in: ['b.py'] })],
    { right: ['x'], duplicates: ['x'] },
  ],
  [
    'that are optional count neither way',
    [found('x', ['a.py']), found('x', ['a.py'])],
    [label({ name: 'x', tier: 'optional' })],
    {},
  ],
  [
    'of any name may be optional',
    [found('y', ['a.py']), found('z', ['a.py'])],
    [label({ name: '*', tier: 'optional' })],
    {},
  ],
  [
    'match a required label before an optional one of the same name',
    [found('x', ['a.py'])],
    [label({ name: 'x', id: 'o', tier: 'optional' }), label({ name: 'x' })],
    { right: ['x'] },
  ],
  [
    'match required labels before optional ones',
    [found('x', ['a.py'])],
    [label({ name: '*', tier: 'optional' }), label({ name: 'x' })],
    { right: ['x'] },
  ],
  [
    'of the hard tier are right and can be missed',
    [found('x', ['a.py'])],
    [label({ name: 'x', tier: 'hard' }), label({ name: 'y', tier: 'hard' })],
    { right: ['x'], missed: ['y'] },
  ],
  [
    'at two lines of a file match two labels',
    [found('x', ['a.py:1', 'a.py:9'])],
    [label({ name: 'x', line: 1 }), label({ name: 'x', id: 'x2', line: 9 })],
    { right: ['x'] },
  ],
  [
    'at one line of a file match one label',
    [found('x', ['a.py:8'])],
    [label({ name: 'x', line: 1 }), label({ name: 'x', id: 'x2', line: 9 })],
    { right: ['x'], missed: ['x'] },
  ],
];

describe('objects', () => {
  test.each(OBJECT_CASES)('%s', (_, objects, labels, expected) => {
    expect(verdicts(objects, labelsOf(labels))).toEqual({ ...NOTHING, ...expected });
  });

  test('of two with one name, each matches the label with the nearest line', () => {
    const labels = labelsOf([
      label({ name: 'x', id: 'first', line: 10 }),
      label({ name: 'x', id: 'second', line: 50 }),
    ]);
    const { right } = compare(
      { objects: [found('x', ['a.py:52']), found('x', ['a.py:11'])], relations: [] },
      labels,
    ).objects;
    expect(right.map(({ found: { observations }, label: { id } }) => [observations[0]?.line, id])).toEqual([
      [52, 'second'],
      [11, 'first'],
    ]);
  });

  test('a model found in several files matches the label of each', () => {
    const model = { kind: 'model' as const, name: 'gpt-4.1' };
    const labels = labelsOf([
      label(model),
      label({ ...model, id: 'b', file: 'b.py' }),
      label({ ...model, id: 'c', file: 'c.py' }),
    ]);
    const objects = [found('openai:gpt-4.1', ['a.py:1', 'b.py:2'], { kind: 'model' })];
    expect(verdicts(objects, labels)).toEqual({ ...NOTHING, right: ['openai:gpt-4.1'], missed: ['c'] });
  });

  test('outside the labelled paths do not count', () => {
    const scope = { paths: ['src'], exclude: ['**/tests', 'src/old'] };
    const locations = ['lib/a.py', 'src/tests/a.py', 'src/deep/tests/a.py', 'src/old/a.py', 'src/older/a.py'];
    const objects = locations.map((location) => found(location, [location]));
    expect(verdicts(objects, labelsOf([], [], scope)).wrong).toEqual(['src/older/a.py']);
  });
});

describe('relations', () => {
  const desk = label({ kind: 'agent', name: 'desk' });
  const look = label({ name: 'look' });
  const file = label({ name: 'file', tier: 'optional' });
  const objects = {
    desk: found('desk', ['a.py'], { kind: 'agent' }),
    look: found('look', ['a.py']),
    file: found('file', ['a.py']),
    other: found('other', ['a.py']),
  };

  function judge(relations: [keyof typeof objects, keyof typeof objects][], labels: RelationLabel[]) {
    const list = relations.map(
      ([from, to]): DetectedRelation => ({ kind: 'agent-tool', from: objects[from], to: objects[to] }),
    );
    const all: Detections = { objects: Object.values(objects), relations: list };
    const { right, wrong, missed } = compare(all, labelsOf([desk, look, file], labels)).relations;
    return { right: right.length, wrong: wrong.length, missed: missed.length };
  }

  test('between matched objects are right when they are labelled, and wrong otherwise', () => {
    expect(judge([['desk', 'look']], [relate('agent-tool', desk, look)])).toEqual({ right: 1, wrong: 0, missed: 0 });
    expect(judge([['desk', 'look']], [])).toEqual({ right: 0, wrong: 1, missed: 0 });
    expect(judge([], [relate('agent-tool', desk, look)])).toEqual({ right: 0, wrong: 0, missed: 1 });
  });

  test('to an optional object, and optional ones, count neither way', () => {
    expect(judge([['desk', 'file']], [])).toEqual({ right: 0, wrong: 0, missed: 0 });
    expect(judge([['desk', 'look']], [relate('agent-tool', desk, look, 'optional')])).toEqual({
      right: 0,
      wrong: 0,
      missed: 0,
    });
  });

  test('to a model are right wherever its name is labelled', () => {
    const model = label({ kind: 'model', name: 'gpt-4.1', file: 'settings.py' });
    const onlyName = found('gpt-4.1', ['other.py'], { kind: 'model' });
    const relations: DetectedRelation[] = [{ kind: 'agent-model', from: objects.desk, to: onlyName }];
    const labels = labelsOf([desk, model], [relate('agent-model', desk, model)]);
    const result = compare({ objects: [objects.desk, onlyName], relations }, labels).relations;
    expect([result.right.length, result.wrong.length, result.missed.length]).toEqual([1, 0, 0]);
  });

  test('to a wrong object are wrong', () => {
    expect(judge([['desk', 'other']], [])).toEqual({ right: 0, wrong: 1, missed: 0 });
  });
});
