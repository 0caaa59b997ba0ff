/** What a user sees who gives the command something wrong: one line that says what, and what to do. */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLimitedAccess } from '@aispm/testing';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommand } from './run-command.ts';
import { withFiles } from './scan-sources.ts';
import { stubEnvironment } from './scripted-service.ts';

const FILES = { 'desk/agents.py': 'from agents import Agent\n\ndesk = Agent(name="Desk")\n' };
const CLI = join(import.meta.dirname, '../dist/cli.js');

const cache = mkdtempSync(join(tmpdir(), 'scanner-cache-'));
beforeEach(() => {
  vi.stubEnv('XDG_CACHE_HOME', cache);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true, force: true });
});

describe('the command refuses', () => {
  it.each<[string[], string]>([
    [['--output', 'xml'], '--output must be one of summary, scan, sarif, cyclonedx; got "xml".'],
    [['--output', 'scan', '--output=sarif'], '--output is given twice. See aispm-scan --help.'],
    [['--output'], "Option '--output <value>' argument missing. See aispm-scan --help."],
    [['--since', '-1'], "Option '--since' argument is ambiguous. See aispm-scan --help."],
    [['--target='], '--target must not be empty.'],
    [['--since', ''], '--since must not be empty.'],
    [['--exclude', ''], '--exclude must not be empty.'],
    [[''], 'The path must not be empty.'],
    [['a', 'b'], 'One path is expected; got 2. See aispm-scan --help.'],
    [
      ['--since', 'main', '--upload'],
      '--since cannot be used with --upload: a scan document is complete, and what it omits counts as removed.',
    ],
    [
      ['--since', 'main', '--output', 'scan'],
      '--since cannot be used with --output scan: a scan document is complete.',
    ],
    [['--upload', '--fail-on', 'HIGH'], '--fail-on must be one of critical, high, medium, low, info; got "HIGH".'],
    [
      ['--explain', 'Desk', '--upload'],
      '--explain cannot be used with --upload, --fail-on or --output: it prints an explanation only.',
    ],
    [
      ['--explain', 'Desk', '--fail-on', 'high'],
      '--explain cannot be used with --upload, --fail-on or --output: it prints an explanation only.',
    ],
    [
      ['--explain', 'Desk', '--output', 'sarif'],
      '--explain cannot be used with --upload, --fail-on or --output: it prints an explanation only.',
    ],
    [['--nothing'], "Unknown option '--nothing'. See aispm-scan --help."],
    [['-q'], "Unknown option '-q'. See aispm-scan --help."],
    [['/nowhere/at\n\u001b[2Jall'], 'There is no folder /nowhere/at \\u001b[2Jall.'],
  ])('%j', async (args, message) => {
    expect(await runCommand(...args)).toEqual({ code: 2, out: '', err: `aispm-scan: ${message}\n` });
  });

  it.each<[string, string[], string]>([
    ['a file', ['FOLDER/desk/agents.py'], 'FOLDER/desk/agents.py is a file. Pass the folder of a repository.'],
    ['a path below a file', ['FOLDER/desk/agents.py/x'], 'There is no folder FOLDER/desk/agents.py/x.'],
    ['an empty folder', ['FOLDER/empty'], 'There are no files to read in FOLDER/empty.'],
    ['a folder of which everything is excluded', ['FOLDER', '--exclude', '*'], 'There are no files to read in FOLDER.'],
    [
      'a reference without a git repository',
      ['FOLDER', '--since', 'main'],
      '--since needs a git repository; FOLDER is none that git can read.',
    ],
    [
      'an unknown object',
      ['FOLDER', '--explain', 'No\u0007body'],
      'Nothing with the name or key "No\\u0007body" was found. --output scan lists the keys.',
    ],
  ])('%s', async (_, args, message) => {
    await withFiles(FILES, async (folder) => {
      mkdirSync(join(folder, 'empty'));
      const outcome = await runCommand(...args.map((each) => each.replace('FOLDER', folder)));
      expect(outcome).toEqual({ code: 2, out: '', err: `aispm-scan: ${message.replace('FOLDER', folder)}\n` });
    });
  });

  it('a reference that git does not know, before it scans', async () => {
    await withFiles(FILES, async (folder) => {
      execFileSync('git', ['init', '--quiet'], { cwd: folder });
      for (const reference of ['nowhere', '--help', 'HEAD']) {
        const { code, out, err } = await runCommand(folder, `--since=${reference}`);
        const reason = `git cannot compare with "${reference}" (--since)`;
        const remedy = 'Fetch it first, and pass a branch, a tag or a commit.';
        expect([code, out, err]).toEqual([2, '', `aispm-scan: ${reason}. ${remedy}\n`]);
      }
    });
  });
});

describe('the command reports', () => {
  it('folders and files without access, and scans the others', async () => {
    await withFiles({ ...FILES, 'closed/a.py': '', 'file.py': FILES['desk/agents.py'] }, async (folder) => {
      chmodSync(folder, 0o755);
      chmodSync(join(folder, 'closed'), 0);
      chmodSync(join(folder, 'file.py'), 0);
      const { code, out, err } = await runAsUser(folder);
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain('Desk  desk/agents.py:3');
      expect(out).toContain(
        '  closed: The folder cannot be read: EACCES.\n  file.py: The file cannot be read: EACCES.\n',
      );
      const closed = await runAsUser(join(folder, 'closed'));
      const message = `The folder ${join(folder, 'closed')} cannot be read: EACCES.`;
      expect([closed.code, closed.err]).toEqual([2, `aispm-scan: ${message}\n`]);
    });
  });

  it('tracked files in a folder without access', async () => {
    const source = FILES['desk/agents.py'];
    await withFiles({ ...FILES, 'closed/a.py': source, 'closed/below/b.py': source }, async (folder) => {
      execFileSync('git', ['init', '--quiet'], { cwd: folder });
      execFileSync('git', ['add', '--all'], { cwd: folder });
      chmodSync(join(folder, 'closed'), 0);
      const { code, out } = await runAsUser(folder);
      const problems = out.split('\n').filter((line) => line.includes('EACCES'));
      const expected = ['closed/a.py', 'closed/below/b.py'].map(
        (path) => `  ${path}: The file cannot be read: EACCES.`,
      );
      expect([code, problems]).toEqual([0, expected]);
    });
  });

  it('an error of its own with another exit code than findings', async () => {
    stubEnvironment('http://127.0.0.1:1/api/v1');
    vi.stubGlobal('fetch', () => {
      throw Object.assign(new RangeError('Broken\u001b[2J.'), { stack: 'RangeError: Broken\u001b[2J.\n    at x' });
    });
    vi.spyOn(process.stdout, 'write').mockImplementationOnce(() => {
      throw new RangeError('Broken\u001b[2J.');
    });
    const { code, err } = await withFiles(FILES, (folder) => runCommand(folder));
    vi.unstubAllGlobals();
    expect([code, err]).toEqual([4, expect.stringContaining('This is an error of the scanner. Please report it:\n')]);
  });

  it('nothing when the reader of its output ends early', async () => {
    await withFiles({ 'a.py': agents(3_000) }, async (folder) => {
      const command = `"${process.execPath}" "${CLI}" "${folder}" --output scan | head -n 1`;
      const err = await new Promise((resolve) => {
        execFile('sh', ['-c', command], (_error, _out, stderr) => resolve(stderr));
      });
      expect(err).toBe('');
    });
  });
});

function agents(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => `a${index} = Agent(name="Agent ${index}")`);
  return `from agents import Agent\n${lines.join('\n')}\n`;
}

/** Runs the built command with limited access. */
function runAsUser(folder: string): Promise<{ code: number; out: string; err: string }> {
  const [command, ...args] = withLimitedAccess(process.execPath, CLI, folder);
  // A home that is no folder, so that there is no cache.
  const env = { PATH: process.env.PATH, HOME: '/dev/null' };
  return new Promise((resolve) => {
    execFile(command, args, { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}
