import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Document, listOperations } from '@aispm/openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const ACTIONS = ['list', 'get', 'create', 'update', 'delete'];
let copy: string;

const read = (file: string) => readFileSync(join(copy, file), 'utf8');
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  return { status, stdout, stderr };
};
const newOperation = (...args: string[]) => run(join(root, 'scripts/new-operation.ts'), ...args);

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'aispm-new-operation-'));
  const parts = [
    'openapi.yaml',
    'resources',
    'shared',
    'guides',
    'build',
    'package.json',
    'SAMPLE_DATA.md',
    'decisions',
    'relations.yaml',
  ];
  for (const part of parts) cpSync(join(root, 'spec', part), join(copy, 'spec', part), { recursive: true });
  for (const file of ['redocly.yaml', '.spectral.yaml']) cpSync(join(root, file), join(copy, file));
  for (const folder of ['node_modules', 'packages']) symlinkSync(join(root, folder), join(copy, folder));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('new:operation for three new resources and an existing one', () => {
  const expected = {
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
    listScaffoldNotes: 'GET /scaffold-notes/T',
    deleteScan: 'DELETE /scans/T/{id}',
  };
  let contract: Document;
  let printedForNewResource: string;
  let printedForExistingResource: string;

  beforeAll(() => {
    const printed = ACTIONS.map((action) => {
      const result = newOperation('--action', action, '--path', 'scaffold-probes', '--group', 'Findings');
      expect(result).toMatchObject({ status: 0, stderr: '' });
      return result.stdout;
    });
    printedForNewResource = printed[0] ?? '';
    // In reverse order, because the result mustn't depend on which operations exist already.
    for (const action of ACTIONS.toReversed()) {
      const tag = ['--tag', 'Scaffold judges', '--group', 'Evaluations'];
      const result = newOperation('--action', action, '--path', '/eval/scaffold-judges', ...tag);
      expect(result).toMatchObject({ status: 0, stderr: '' });
    }
    const listOnly = newOperation('--action', 'list', '--path', 'scaffold-notes', '--group', 'Findings');
    expect(listOnly).toMatchObject({ status: 0, stderr: '' });
    const deleteScan = newOperation('--action', 'delete', '--path', 'scans');
    expect(deleteScan).toMatchObject({ status: 0, stderr: '' });
    printedForExistingResource = deleteScan.stdout;
    const { status, stderr, stdout } = run('spec/build/build.ts');
    expect(stderr).toBe('');
    expect(stdout).toContain('no findings');
    expect(status).toBe(0);
    contract = JSON.parse(read('spec/dist/openapi.json'));
  });

  it('adds operations to the bundle, without findings', () => {
    const operations = listOperations(contract).map(({ operationId, method, path }) => [
      operationId,
      `${method.toUpperCase()} ${path.replace('/tenants/{tenant_id}/workspaces/{workspace_id}', '/T')}`,
    ]);
    expect(Object.fromEntries(operations)).toMatchObject(expected);
  });

  it('adds new tags to their groups', () => {
    const openapi = parse(read('spec/openapi.yaml')) as { 'x-tagGroups': { name: string; tags: string[] }[] };
    const tags = Object.fromEntries(openapi['x-tagGroups'].map((group) => [group.name, group.tags]));
    expect(tags.Findings).toContain('Scaffold probes');
    expect(tags.Evaluations).toContain('Scaffold judges');
  });

  it('adds one chapter per resource to the sample data, with its record', () => {
    expect(read('spec/SAMPLE_DATA.md').match(/^## Scaffold .*$/gm)).toEqual([
      '## Scaffold probes',
      '## Scaffold judges',
      '## Scaffold notes',
    ]);
    expect(read('spec/SAMPLE_DATA.md')).toContain('| `first-scaffold-probe` |');
  });

  it('leaves the other lines of openapi.yaml unchanged', () => {
    const lines = read('spec/openapi.yaml').split('\n');
    const missing = readFileSync(join(root, 'spec/openapi.yaml'), 'utf8')
      .split('\n')
      .filter((line) => !lines.includes(line));
    expect(missing).toEqual([]);
  });

  it('keeps the agent readiness of every operation above the limit', () => {
    const { stdout } = spawnSync(
      join(root, 'node_modules/.bin/redocly'),
      ['score', 'spec/dist/openapi.json', '--format', 'json'],
      { cwd: copy, encoding: 'utf8' },
    );
    const score = JSON.parse(stdout);
    for (const id of Object.keys(expected)) {
      expect(score.operationScores[id].agentReadiness, id).toBeGreaterThanOrEqual(80);
    }
  });

  it('prints the files to write for a new resource: handler, registration, migration and demo data', () => {
    expect(printedForNewResource).toMatch(
      /add listScaffoldProbes to packages\/apps\/service\/src\/domains\/scaffold-probes\/handlers\.ts, a new file/,
    );
    expect(printedForNewResource).toMatch(
      /packages\/apps\/service\/migrations\/\d{4}_scaffold_probes\.sql with\n\s+aispm_isolate\('scaffold_probes'\)/,
    );
    // A migration in code has this number.
    expect(printedForNewResource).not.toContain('migrations/0010_');
  });

  it('prints the existing file with the handlers of a resource', () => {
    const [, file = ''] = /add deleteScan to (\S+)\./.exec(printedForExistingResource) ?? [];
    expect(readFileSync(join(copy, file), 'utf8')).toContain('getScan');
  });

  it('only prints files that exist or are to be written', () => {
    const printed = [printedForNewResource, printedForExistingResource].join('\n');
    const files = [...printed.matchAll(/\b(?:packages|spec)\/\S+\.(?:ts|md|yaml)\b/g)].map(([file]) => file);
    expect(files).toContain('packages/apps/service/src/composition/handlers.ts');
    expect(files).toContain('packages/apps/service/src/demo/seed.ts');
    const missing = files.filter((file) => !existsSync(join(copy, file)));
    expect([...new Set(missing)]).toEqual(['packages/apps/service/src/domains/scaffold-probes/handlers.ts']);
  });
});

describe('new:operation rejects in one line, without changing files,', () => {
  it.each([
    [
      'an operation that exists',
      ['--action', 'get', '--path', 'rules'],
      /^The operation getRule exists already, in spec\/resources\/rules\/rules_\{rule_id\}\.yaml\. Edit it there\.$/,
    ],
    [
      'a method that the path has under another name',
      ['--action', 'create', '--path', 'scans'],
      /^The operation POST \/scans\/\S+ exists already, in spec\/resources\/scans\/scans\.yaml\. Edit it there\.$/,
    ],
    [
      'a path in camelCase',
      ['--action', 'list', '--path', 'accessReviews'],
      /^The path "accessReviews" is not valid: write it in kebab-case/,
    ],
    [
      'a singular',
      ['--action', 'list', '--path', 'audit'],
      /^The path "audit" is not valid: end it with a regular plural/,
    ],
    [
      'an unknown action',
      ['--action', 'patch', '--path', 'audits'],
      /^The action "patch" is unknown\. Use one of list, get/,
    ],
    [
      'a new tag without a group',
      ['--action', 'list', '--path', 'audits'],
      /^The tag Audits is new and has no group\. Select one with --group: Inventory, /,
    ],
    [
      'an unknown group',
      ['--action', 'list', '--path', 'audits', '--group', 'Audit'],
      /^There is no group Audit\. Select one with --group: Inventory, /,
    ],
    [
      'a tag of another group',
      ['--action', 'list', '--path', 'audits', '--tag', 'Rules', '--group', 'Findings'],
      /^The tag Rules belongs to the group Rules, not to Findings\. Omit --group\.$/,
    ],
    ['an unknown option', ['--resource', 'audits'], /^Unknown option '--resource'.*--help lists the options\.$/],
    ['missing options outside of a terminal', ['--action', 'list'], /^--action and --path are required outside/],
  ])('%s', (_, args, message) => {
    const before = read('spec/openapi.yaml');
    const { status, stdout, stderr } = newOperation(...args);
    expect(stderr.trimEnd()).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(status).toBe(1);
    expect(read('spec/openapi.yaml')).toBe(before);
  });
});

describe('new:operation --help', () => {
  it('lists the options', () => {
    const { status, stdout } = newOperation('--help');
    expect(status).toBe(0);
    for (const option of ['--action', '--path', '--tag', '--group']) expect(stdout).toContain(option);
  });
});
