/** The built command where it has no access, and where nobody reads what it prints. */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { withLimitedAccess } from '@aispm/testing';
import { describe, expect, it } from 'vitest';
import { withFiles } from './scan-sources.ts';

const FILES = { 'desk/agents.py': 'from agents import Agent\n\ndesk = Agent(name="Desk")\n' };
const CLI = join(import.meta.dirname, '../dist/cli.js');

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
        "  closed: The folder can't be read: EACCES.\n  file.py: The file can't be read: EACCES.\n",
      );
      const closed = await runAsUser(join(folder, 'closed'));
      const message = `The folder ${join(folder, 'closed')} can't be read: EACCES.`;
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
      const expected = ['closed/a.py', 'closed/below/b.py'].map((path) => `  ${path}: The file can't be read: EACCES.`);
      expect([code, problems]).toEqual([0, expected]);
    });
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
