/** The command in a repository of git. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';
import { withFiles } from './scan-sources.ts';

const FILES = { 'desk/agents.py': 'from agents import Agent\n\ndesk = Agent(name="Desk", model="gpt-4.1")\n' };

describe('the command', () => {
  it('reports only what differs from a reference', async () => {
    await withFiles(FILES, async (folder) => {
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder, stdio: 'pipe' });
      git('init', '-q');
      git('add', '-A');
      git('commit', '-q', '-m', 'First');
      mkdirSync(join(folder, 'new'));
      writeFileSync(join(folder, 'new/x.py'), 'from agents import Agent\nx = Agent(name="Added")\n');
      git('add', '-A');
      const { out } = await runCommand(folder, '--since', 'HEAD');
      expect(out).toContain('Added  new/x.py:2');
      expect(out).not.toContain('Desk');
      for (const format of ['sarif', 'cyclonedx']) {
        const { out: content } = await runCommand(folder, '--since', 'HEAD', '--output', format);
        expect(content).toContain('Added');
        expect(content).not.toContain('Desk');
      }
      const below = await runCommand(join(folder, 'new'), '--since', 'HEAD', '--output', 'sarif');
      expect(below.out).toContain('"uri": "new/x.py"');
      writeFileSync(join(folder, 'desk/agents.py'), `${FILES['desk/agents.py']}key = "ghp_${'a1B2'.repeat(9)}"\n`);
      expect((await runCommand(folder, '--since', 'HEAD')).out).toContain('\nhigh  secret-in-agent-code\n');
      git('commit', '-q', '-a', '-m', 'Second');
      writeFileSync(join(folder, 'new/x.py'), 'from agents import Agent\ny = Agent(name="Later")\n');
      expect((await runCommand(folder, '--since', 'HEAD')).out).not.toContain('\nhigh  secret-in-agent-code\n');
    });
  });
});
