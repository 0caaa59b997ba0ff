import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const kinds = ['list', 'get', 'create', 'update', 'delete'];
let copy: string;

const read = (file: string) => readFileSync(join(copy, file), 'utf8');
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  return { status, stdout, stderr };
};
const scaffold = (...args: string[]) => run(join(root, 'scripts/new-operation.ts'), ...args);

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'aispm-new-operation-'));
  const parts = [
    'openapi.yaml',
    'resources',
    'shared',
    'guides',
    'build',
    'package.json',
    'test/operations.yaml',
    'test/list-orders.yaml',
    'STORY.md',
  ];
  for (const part of parts) cpSync(join(root, 'spec', part), join(copy, 'spec', part), { recursive: true });
  for (const file of ['redocly.yaml', '.spectral.yaml']) cpSync(join(root, file), join(copy, file));
  for (const folder of ['node_modules', 'packages']) symlinkSync(join(root, folder), join(copy, folder));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('five kinds of operations on two new resources, and a sixth on one that is there', () => {
  const operations = {
    listScaffoldProbes: 'GET /scaffold-probes/T',
    getScaffoldProbe: 'GET /scaffold-probes/T/{id}',
    createScaffoldProbe: 'POST /scaffold-probes/T',
    updateScaffoldProbe: 'PATCH /scaffold-probes/T/{id}',
    deleteScaffoldProbe: 'DELETE /scaffold-probes/T/{id}',
    listScaffoldJudges: 'GET /eval/scaffold-judges/T',
    getScaffoldJudge: 'GET /eval/scaffold-judges/T/{id}',
    createScaffoldJudge: 'POST /eval/scaffold-judges/T',
    updateScaffoldJudge: 'PATCH /eval/scaffold-judges/T/{id}',
    deleteScaffoldJudge: 'DELETE /eval/scaffold-judges/T/{id}',
    updateView: 'PATCH /views/{id}',
  };
  let contract: { paths: Record<string, Record<string, { operationId?: string; tags?: string[] }>> };

  beforeAll(() => {
    for (const kind of kinds) {
      const options = ['--kind', kind, '--path', 'scaffold-probes', '--system', 'Findings'];
      expect(scaffold(...options)).toMatchObject({ status: 0, stderr: '' });
    }
    // In the other order, since nothing may depend on what was made before.
    for (const kind of kinds.toReversed()) {
      const options = [
        '--kind',
        kind,
        '--path',
        '/eval/scaffold-judges',
        '--tag',
        'Scaffold judges',
        '--system',
        'Evaluations',
      ];
      expect(scaffold(...options)).toMatchObject({ status: 0, stderr: '' });
    }
    expect(scaffold('--kind', 'update', '--path', 'views')).toMatchObject({ status: 0, stderr: '' });
    const { status, stderr, stdout } = run('spec/build/build.ts');
    expect(stderr).toBe('');
    expect(stdout).toContain('no findings');
    expect(status).toBe(0);
    contract = JSON.parse(read('spec/dist/openapi.json'));
  });

  test('are in the bundle, without a finding', () => {
    const calls = Object.entries(contract.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => [
        operationId,
        `${method.toUpperCase()} ${path.replace('/tenants/{tenant_id}/workspaces/{workspace_id}', '/T')}`,
      ]),
    );
    expect(Object.fromEntries(calls)).toMatchObject(operations);
  });

  test('are in the table of operations, under their systems', () => {
    const table = parse(read('spec/test/operations.yaml'));
    expect({ ...table.Findings, ...table.Evaluations, ...table['View export'] }).toMatchObject(operations);
  });

  test('are in the table of the orders of lists', () => {
    const order = { by: ['name', 'id'] };
    expect(parse(read('spec/test/list-orders.yaml'))).toMatchObject({
      listScaffoldProbes: order,
      listScaffoldJudges: order,
    });
  });

  test('have one chapter for each resource in the story, with its record', () => {
    expect(read('spec/STORY.md').match(/^## Scaffold .*$/gm)).toEqual(['## Scaffold probes', '## Scaffold judges']);
    expect(read('spec/STORY.md')).toContain('| `first-scaffold-probe` |');
  });

  test('leave every other line of the lists of operations as it was', () => {
    for (const file of ['spec/openapi.yaml', 'spec/test/operations.yaml', 'spec/test/list-orders.yaml']) {
      const lines = read(file).split('\n');
      const gone = readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => !lines.includes(line));
      expect(gone).toEqual([]);
    }
  });

  test('keep the contract as ready for agents as it has to be', () => {
    const { stdout } = spawnSync('redocly', ['score', 'spec/dist/openapi.json', '--format', 'json'], {
      cwd: copy,
      encoding: 'utf8',
    });
    const score = JSON.parse(stdout);
    expect(score.agentReadiness).toBeGreaterThanOrEqual(90);
    for (const id of Object.keys(operations)) {
      expect(score.operationScores[id].agentReadiness, id).toBeGreaterThanOrEqual(80);
    }
  });
});

describe('is refused in one line, and changes nothing:', () => {
  test.each([
    ['an operation that exists', ['--kind', 'get', '--path', 'rules'], /^getRule exists already, in Rules\.$/],
    [
      'a method that the path has under another name',
      ['--kind', 'create', '--path', 'scans'],
      /^POST \/scans\/\S+ exists already, in spec\/resources\/scans\/scans\.yaml\.$/,
    ],
    [
      'a path in camelCase',
      ['--kind', 'list', '--path', 'accessReviews'],
      /^The path accessReviews is not in kebab-case/,
    ],
    ['a singular', ['--kind', 'list', '--path', 'audit'], /^The path audit does not end with a regular plural/],
    ['an unknown kind', ['--kind', 'patch', '--path', 'audits'], /^There is no kind patch, only list, get/],
    ['a new tag without a system', ['--kind', 'list', '--path', 'audits'], /^The tag Audits is new: say with --system/],
    [
      'an unknown system',
      ['--kind', 'list', '--path', 'audits', '--system', 'Audit'],
      /^There is no system Audit, only Inventory, /,
    ],
    [
      'a tag of another system',
      ['--kind', 'list', '--path', 'audits', '--tag', 'Rules', '--system', 'Findings'],
      /^The tag Rules belongs to Rules, not to Findings\.$/,
    ],
    ['an unknown option', ['--resource', 'audits'], /^Unknown option '--resource'.*See --help\.$/],
    ['too little, where nobody can be asked', ['--kind', 'list'], /^Say what to make with --kind and --path/],
  ])('%s', (_, args, reason) => {
    const before = read('spec/openapi.yaml') + read('spec/test/operations.yaml');
    const { status, stdout, stderr } = scaffold(...args);
    expect(stderr.trimEnd()).toMatch(reason);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(status).toBe(1);
    expect(read('spec/openapi.yaml') + read('spec/test/operations.yaml')).toBe(before);
  });
});

test('--help lists the options', () => {
  const { status, stdout } = scaffold('--help');
  expect(status).toBe(0);
  for (const option of ['--kind', '--path', '--tag', '--system']) expect(stdout).toContain(option);
});
