/** What a user sees who gives the command something wrong: one line that says what, and what to do. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommand } from './run-command.ts';
import { withFiles } from './scan-sources.ts';
import { stubEnvironment } from './scripted-service.ts';

const FILES = { 'desk/agents.py': 'from agents import Agent\n\ndesk = Agent(name="Desk")\n' };

const cache = mkdtempSync(join(tmpdir(), 'scanner-cache-'));
beforeEach(() => {
  vi.stubEnv('XDG_CACHE_HOME', cache);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true, force: true });
});

describe('the command rejects', () => {
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
      "--since can't be used with --upload: a scan document is complete, and what it omits counts as removed.",
    ],
    [['--since', 'main', '--output', 'scan'], "--since can't be used with --output scan: a scan document is complete."],
    [['--upload', '--fail-on', 'HIGH'], '--fail-on must be one of critical, high, medium, low, info; got "HIGH".'],
    [
      ['--explain', 'Desk', '--upload'],
      "--explain can't be used with --upload, --fail-on or --output: it prints an explanation only.",
    ],
    [
      ['--explain', 'Desk', '--fail-on', 'high'],
      "--explain can't be used with --upload, --fail-on or --output: it prints an explanation only.",
    ],
    [
      ['--explain', 'Desk', '--output', 'sarif'],
      "--explain can't be used with --upload, --fail-on or --output: it prints an explanation only.",
    ],
    [['--nothing'], "Unknown option '--nothing'. See aispm-scan --help."],
    [['-q'], "Unknown option '-q'. See aispm-scan --help."],
    [['/nowhere/at\n\u001b[2Jall'], "The folder /nowhere/at \\u001b[2Jall doesn't exist."],
  ])('%j', async (args, message) => {
    expect(await runCommand(...args)).toEqual({ code: 2, out: '', err: `aispm-scan: ${message}\n` });
  });

  it.each<[string, string[], string]>([
    ['a file', ['FOLDER/desk/agents.py'], 'FOLDER/desk/agents.py is a file. Pass the folder of a repository.'],
    ['a path below a file', ['FOLDER/desk/agents.py/x'], "The folder FOLDER/desk/agents.py/x doesn't exist."],
    ['an empty folder', ['FOLDER/empty'], 'FOLDER/empty contains no files to scan.'],
    ['a folder of which everything is excluded', ['FOLDER', '--exclude', '*'], 'FOLDER contains no files to scan.'],
    [
      'a reference without a git repository',
      ['FOLDER', '--since', 'main'],
      "--since needs a git repository, and git can't read one in FOLDER.",
    ],
    [
      'an unknown object',
      ['FOLDER', '--explain', 'No\u0007body'],
      'Nothing named "No\\u0007body" or with this key was found. Use --output scan to list the keys.',
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
        const reason = `git can't compare with "${reference}" (--since)`;
        const remedy = 'Fetch it first, and pass a branch, a tag or a commit.';
        expect([code, out, err]).toEqual([2, '', `aispm-scan: ${reason}. ${remedy}\n`]);
      }
    });
  });
});

describe('the command reports', () => {
  it('an internal error with a different exit code than findings', async () => {
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
});
