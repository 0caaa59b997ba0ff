import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCorpus } from './run-corpus.ts';

/**
 * A scanner that finds what each line of `findings.json` of a repository says. Fails where there is none.
 */
const SCANNER = `
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
export async function scan(folder) {
  return { document: JSON.parse(readFileSync(join(folder, 'findings.json'), 'utf8')) };
}
`;

const LABELS = `repository: acme/desk
commit: COMMIT
paths: [.]
labelled_by: read
agents:
  - { name: desk, file: src/a.py, line: 3, framework: crewai }
tools:
  - { name: look_up, file: src/a.py, line: 9, framework: crewai }
  - { name: file_claim, file: src/b.py, line: 4, framework: crewai, tier: hard }
models: []
mcp_servers:
  - { name: claims, file: .mcp.json, form: configured }
relations:
  - { kind: agent-tool, from: desk, to: [look_up] }
`;

const object = (key: string, object_type: string, fields: object) => ({
  key,
  stable_key: key,
  object_type,
  aispm_friendly_name: key,
  ...fields,
});

const location = (key: string, file_path: string, start_line: number, location_type = 'file') => ({
  key,
  stable_key: key,
  aispm_friendly_name: key,
  location_type,
  file_path,
  start_line,
});

/** Finds the agent and the server, not the tools; one agent and a relation to it are wrong. A prompt doesn't count. */
const DOCUMENT = {
  objects: [
    object('desk', 'agent', { framework: 'crewai' }),
    object('clerk', 'agent', {}),
    object('server', 'mcp_server', { server_name: 'com.acme/claims', transport: 'stdio' }),
    object('greeting', 'tool', { tool_name: 'greeting', tool_source: 'mcp', tool_kind: 'prompt' }),
    object('repository', 'asset', { asset_type: 'repository' }),
  ],
  edges: [
    { from_key: 'desk', edge: 'locations', to_key: 'a3' },
    { from_key: 'a20', edge: 'agents', to_key: 'clerk' },
    { from_key: 'server', edge: 'locations', to_key: 'mcp' },
    { from_key: 'greeting', edge: 'locations', to_key: 'a3' },
    { from_key: 'desk', edge: 'sub_agents', to_key: 'clerk' },
    { from_key: 'clerk', edge: 'parent_agents', to_key: 'desk' },
    { from_key: 'desk', edge: 'tools', to_key: 'greeting' },
  ],
  locations: [
    location('a3', './src/a.py', 3),
    location('a20', 'src/a.py', 20),
    location('mcp', '.mcp.json', 1, 'config'),
  ],
};

let folder: string;
let commit: string;

const git = (...args: string[]) =>
  execFileSync(
    'git',
    ['-C', join(folder, 'remotes/acme/desk'), '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args],
    {
      encoding: 'utf8',
    },
  ).trim();

/** Runs the command with the labels and the scanner of these tests. */
async function corpus(...args: string[]) {
  const [lines, errors]: [string[], string[]] = [[], []];
  const output = { print: (line: string) => lines.push(line), printError: (line: string) => errors.push(line) };
  const all = ['--labels', join(folder, 'labels'), '--scanner', join(folder, 'scanner.mjs'), ...args];
  const status = await runCorpus(all, output);
  return { stdout: lines.join('\n'), stderr: errors.join('\n'), status };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'aispm-corpus-'));
  const repository = join(folder, 'remotes/acme/desk');
  const files = { 'src/a.py': '', 'src/b.py': '', '.mcp.json': '{}', 'findings.json': JSON.stringify(DOCUMENT) };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, file)), { recursive: true });
    writeFileSync(join(repository, file), content);
  }
  git('init', '--quiet');
  git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  git('config', 'uploadpack.allowFilter', 'true');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Add the desk');
  commit = git('rev-parse', 'HEAD');
  mkdirSync(join(folder, 'copies'));
  cpSync(repository, join(folder, 'copies/acme__desk'), { recursive: true });
  mkdirSync(join(folder, 'labels'));
  writeFileSync(join(folder, 'labels/acme__desk.yaml'), LABELS.replace('COMMIT', commit));
  writeFileSync(join(folder, 'scanner.mjs'), SCANNER);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The cells of the rows of a table that start with these cells. */
function rowOf(output: string, ...start: string[]): string[] | undefined {
  const rows = output.split('\n').map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
  return rows.find((row) => start.every((cell, index) => row[index] === cell))?.slice(start.length);
}

test('prints precision and recall by kind, framework and repository, and the misses with their locations', async () => {
  const file = join(folder, 'counts.json');
  const { stdout, stderr, status } = await corpus(
    '--copies',
    join(folder, 'copies'),
    '--misses',
    '--check',
    '--json',
    file,
  );
  expect(stderr).toBe('');
  const agents = ['1', '1', '0.500', '1/1', '1.000', '0/0', '–'];
  expect(rowOf(stdout, 'agents')?.slice(0, 7)).toEqual(agents);
  expect(rowOf(stdout, 'crewai', 'agents')).toEqual(agents);
  expect(rowOf(stdout, 'acme/desk', 'agents')).toEqual(agents);
  expect(rowOf(stdout, 'tools')?.slice(0, 7)).toEqual(['0', '0', '–', '0/1', '0.000', '0/1', '0.000']);
  expect(rowOf(stdout, 'MCP servers, configured')?.slice(0, 5)).toEqual(['1', '0', '1.000', '1/1', '1.000']);
  expect(rowOf(stdout, 'relations')?.slice(0, 5)).toEqual(['0', '1', '0.000', '0/1', '0.000']);
  const files = readdirSync(join(folder, 'copies'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(rowOf(stdout, 'acme/desk', `${files.length}`)?.[0]).toMatch(/^\d+\.\d\d s$/);
  expect(stdout.split('\n').filter((line) => line.startsWith('acme/desk '))).toEqual([
    'acme/desk wrong       src/a.py:3  agent desk -> agent clerk',
    'acme/desk missed      src/a.py:3  agent desk -> tool look_up',
    'acme/desk missed      src/a.py:9  tool look_up',
    'acme/desk wrong       src/a.py:20  agent clerk',
    'acme/desk missed hard src/b.py:4  tool file_claim',
  ]);
  expect(stdout).toContain('agents: precision 0.500 is below 0.950');
  expect(status).toBe(1);
  const [result] = JSON.parse(readFileSync(file, 'utf8'));
  expect(result.rowCounts).toContainEqual(expect.objectContaining({ subject: 'agents', right: 1, wrong: 1 }));
});

test('fetches the labelled paths at the commit, once', async () => {
  const source = pathToFileURL(join(folder, 'remotes')).href;
  const cache = join(folder, 'cache');
  const first = await corpus('--cache', cache, '--source', source);
  expect(first).toMatchObject({ stderr: '', status: 0 });
  expect(rowOf(first.stdout, 'agents')?.slice(0, 2)).toEqual(['1', '1']);
  const second = await corpus('--cache', cache, '--source', `${source}/gone`);
  expect(second).toMatchObject({ stderr: '', status: 0 });
  const other = await corpus('--cache', join(folder, 'empty'), '--source', `${source}/gone`);
  expect(other.status).toBe(1);
  expect(other.stderr).toContain('acme/desk: ');
});

test('reports a repository that cannot be scanned, and exits with 1', async () => {
  const broken = join(folder, 'broken');
  cpSync(join(folder, 'copies'), broken, { recursive: true });
  writeFileSync(join(broken, 'acme__desk/findings.json'), 'not JSON');
  const { stderr, status } = await corpus('--copies', broken);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^acme\/desk: The scan of .* ended with 1 and without a result\./);
  expect(stderr).toContain('not valid JSON');
});

test('reports a copy of another commit', async () => {
  const other = join(folder, 'other');
  cpSync(join(folder, 'copies'), other, { recursive: true });
  rmSync(join(other, 'acme__desk/src/b.py'));
  const { stderr, status } = await corpus('--copies', other);
  expect(status).toBe(1);
  expect(stderr).toContain(`is not of commit ${commit}: it lacks src/b.py.`);
});

test.each([
  [['--colour'], "Unknown option '--colour'"],
  [['--repository', 'claims'], 'is of a repository with "claims"'],
  [['--scanner', 'none.ts'], 'There is no scanner at none.ts'],
])('rejects wrong options: %j', async (args, message) => {
  await expect(corpus('--copies', join(folder, 'copies'), ...args)).rejects.toThrow(message);
});
