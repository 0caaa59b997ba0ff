import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadLabelFolder, parseLabels } from './labels.ts';

const CORPUS = import.meta.dirname;

const HEADER = `repository: acme/desk
commit: 0123456789abcdef0123456789abcdef01234567
paths: [src]
labelled_by: read
`;

/** A valid label file, with some of its lists replaced. */
function fileWith(lists: Record<string, string>): string {
  const all = { agents: '[]', tools: '[]', models: '[]', mcp_servers: '[]', relations: '[]', ...lists };
  return (
    HEADER +
    Object.entries(all)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join('')
  );
}

/** The message of the error that loading a string raises. */
function problemOf(text: string, path = 'labels/acme__desk.yaml'): string {
  try {
    parseLabels(text, path);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The labels are valid.');
}

test('the label files are valid, and only those in held-out are held out', { tags: ['long'] }, () => {
  const [known, heldOut] = ['labels', 'held-out'].map((folder) => loadLabelFolder(join(CORPUS, folder)));
  expect(known?.filter(({ held_out }) => held_out)).toEqual([]);
  expect(heldOut?.filter(({ held_out }) => !held_out)).toEqual([]);
  expect(known?.length).toBeGreaterThanOrEqual(25);
  expect(heldOut?.length).toBeGreaterThanOrEqual(8);
  const overlaps = heldOut?.filter((labels) =>
    known?.some(
      ({ repository, paths }) => repository === labels.repository && paths.some((path) => labels.paths.includes(path)),
    ),
  );
  expect(overlaps).toEqual([]);
});

test('fills in defaults, and makes one relation of each end', () => {
  const text = fileWith({
    agents: '[{ name: Desk, file: src/a.py }]',
    tools: '[{ name: look up, id: look, file: src/a.py, tier: hard }, { name: file, file: src/a.py }]',
    relations: '[{ kind: agent-tool, from: Desk, to: [look, file] }]',
  });
  const { objects, relations } = parseLabels(text, 'acme__desk.yaml');
  expect(objects[0]).toEqual({
    kind: 'agent',
    id: 'Desk',
    name: 'Desk',
    aliases: [],
    file: 'src/a.py',
    also_in: [],
    tier: 'declared',
  });
  expect(relations.map(({ from, to, tier }) => [from.id, to.id, tier])).toEqual([
    ['Desk', 'look', 'hard'],
    ['Desk', 'file', 'declared'],
  ]);
});

test.each([
  ['text that is not YAML', `${HEADER}agents: [`, /^labels\/acme__desk.yaml:5: /],
  ['a missing list', HEADER, /^labels\/acme__desk.yaml:1: the file must have required property 'agents'/],
  [
    'an unknown property',
    fileWith({ tools: '\n  - { name: a, file: src/a, color: red }' }),
    /:7: tools\/0 must not have the property color/,
  ],
  [
    'an unknown tier',
    fileWith({ tools: '\n  - { name: a, file: src/a, tier: soft }' }),
    /:7: tools\/0\/tier must be one of declared, hard, optional/,
  ],
  [
    'an id that occurs twice',
    fileWith({ models: '\n  - { name: a, file: src/a }\n  - { name: a, file: src/b }' }),
    /:9: the id a occurs twice/,
  ],
  [
    'a relation to nothing',
    fileWith({ agents: '[{ name: a, file: src/a }]', relations: '\n  - { kind: agent-model, from: a, to: [b] }' }),
    /:10: no model has the id b/,
  ],
  [
    'a relation that occurs twice',
    fileWith({
      agents: '[{ name: a, file: src/a }]',
      relations:
        '\n  - { kind: agent-agent, from: a, to: [a] }\n  - { kind: agent-agent, from: a, to: [a], tier: hard }',
    }),
    /:11: the relation agent-agent from a to a occurs twice/,
  ],
  [
    'a file outside the paths',
    fileWith({ tools: '\n  - { name: a, file: lib/a }' }),
    /:7: lib\/a is not below the labelled paths/,
  ],
  [
    'any name that is required',
    fileWith({ tools: "\n  - { name: '*', file: src/a }" }),
    /:7: the name \* needs the tier optional/,
  ],
  [
    'an MCP server without a form',
    fileWith({ mcp_servers: '\n  - { name: a, file: src/a }' }),
    /:9: an MCP server needs a form/,
  ],
  [
    'a form of a tool',
    fileWith({ tools: '\n  - { name: a, file: src/a, form: configured }' }),
    /:7: only an MCP server has a form/,
  ],
])('reports %s with its line', (_, text, problem) => {
  expect(problemOf(text)).toMatch(problem);
});

test('reports every violation of a file, ordered by line', () => {
  const text = fileWith({ tools: '[{ name: a, file: lib/a }]', agents: '[{ name: a, file: lib/b }]' });
  expect(problemOf(text).split('\n')).toEqual([
    'labels/acme__desk.yaml:5: lib/b is not below the labelled paths',
    'labels/acme__desk.yaml:6: lib/a is not below the labelled paths',
  ]);
});

test('a label file is named after its repository', () => {
  expect(problemOf(fileWith({}), 'labels/desk.yaml')).toBe(
    'labels/desk.yaml:1: the file must be named acme__desk.yaml',
  );
});
