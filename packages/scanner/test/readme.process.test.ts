/** The commands of the README, as a shell runs them. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { BLOCKS, EXAMPLE, outputOf } from './readme-examples.ts';
import { withFiles } from './scan-sources.ts';
import { withService } from './scripted-service.ts';

const CLI = `"${process.execPath}" "${join(import.meta.dirname, '../dist/cli.js')}"`;
const cache = mkdtempSync(join(tmpdir(), 'scanner-cache-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

/** Runs a line of a shell as the README has it, with the command of this package in place of the installed one. */
function shell(
  line: string,
  cwd: string,
  environment: Record<string, string> = {},
): Promise<[code: number, out: string]> {
  const env = { PATH: process.env.PATH, XDG_CACHE_HOME: cache, ...environment };
  const command = line.replaceAll(/npx --no-install aispm-scan|"\$RUNNER_TEMP.*?aispm-scan"/g, CLI);
  return new Promise((resolve) => {
    execFile('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', command], { cwd, env }, (error, out, err) =>
      resolve([error === null ? 0 : Number(error.code), out + err]),
    );
  });
}

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd, stdio: 'pipe' });

describe('the README', () => {
  it('shows what the command prints for its example', async () => {
    expect(Object.keys(EXAMPLE)).toEqual(['desk/agents.py', '.mcp.json', '.github/CODEOWNERS']);
    await withFiles(EXAMPLE, async (folder) => {
      const [code, out] = await shell(`npx --no-install aispm-scan ${folder}`, '/');
      expect([code, out]).toEqual([0, outputOf('npx --no-install aispm-scan path/to/repository')]);
    });
  });

  it('shows what --explain prints', async () => {
    const command = 'npx --no-install aispm-scan --explain tariffs';
    await withFiles(EXAMPLE, async (folder) => {
      expect(await shell(command, folder)).toEqual([0, outputOf(command)]);
    });
  });

  it('has an example for programs that runs', async () => {
    const program = BLOCKS.find(({ language }) => language === 'js')?.text ?? '';
    await withFiles({ ...EXAMPLE }, async (folder) => {
      const library = join(import.meta.dirname, '../dist/index.js');
      writeFileSync(
        join(folder, 'example.mjs'),
        program.replace("'@aispm/scanner'", `'${library}'`).replace('path/to/repository', folder),
      );
      expect(await shell(`"${process.execPath}" example.mjs`, folder)).toEqual([0, '8 []\n']);
    });
  });
});

describe('the workflow of the README', () => {
  const text = BLOCKS.find(({ language, text: block }) => language === 'yaml' && block.includes('jobs:'))?.text ?? '';
  const { jobs } = parse(text);
  const step = (job: string) => jobs[job].steps.find(({ run }: { run?: string }) => run?.includes('aispm-scan'));

  it('uploads, and fails when findings are severe', async () => {
    const { run, env } = step('upload');
    const [scan, finding] = [
      { scan_id: 's1', status: 'completed', progress: 1, ai_object_count: 1, resolution_count: 0 },
      {
        definitive_severity: 'high',
        rule_id: 'r1',
        object_type: 'agent',
        aispm_friendly_name: 'Orders',
        message: 'Bad.',
      },
    ];
    const paths: string[] = [];
    const [code, out] = await withService(
      ({ method, path }) => {
        paths.push(path);
        if (method === 'POST') return [202, scan];
        return [200, path === '/scans/s1' ? scan : { items: path === '/rules' ? [] : [finding], cursor: '' }];
      },
      (baseUrl) =>
        withFiles(EXAMPLE, (folder) => shell(run, folder, { ...env, AISPM_BASE_URL: baseUrl, AISPM_TOKEN: 'aispm_x' })),
    );
    expect(paths).toEqual(['/scans', '/scans/s1', '/fine-grained-issues', '/scans/s1/results', '/rules']);
    expect([code, out]).toEqual([1, expect.stringContaining('high  r1\n  no location  agent Orders: Bad.')]);
  });

  it('shows what a pull request changes, and nothing else', async () => {
    const { run } = step('changes');
    await withFiles(EXAMPLE, async (folder) => {
      git(folder, 'init', '--quiet', '--initial-branch', 'main');
      git(folder, 'add', '--all');
      git(folder, 'commit', '--quiet', '--message', 'First');
      git(folder, 'clone', '--quiet', folder, 'clone');
      const clone = join(folder, 'clone');
      git(clone, 'checkout', '--quiet', '-b', 'feature');
      writeFileSync(join(clone, 'new.py'), 'from agents import Agent\n\nadded = Agent(name="Added")\n');
      git(clone, 'add', '--all');
      git(clone, 'commit', '--quiet', '--message', 'Add an agent');
      // What main got in the meantime is no change of the pull request.
      git(clone, 'update-ref', 'refs/remotes/origin/main', otherCommit(clone));
      const summary = join(folder, 'summary.md');
      const [code, out] = await shell(run, clone, { BASE: 'main', GITHUB_STEP_SUMMARY: summary });
      expect([code, out]).toEqual([0, expect.stringContaining('- agent `Added`  `new.py:3`\n')]);
      expect(out).not.toMatch(/Orders|Elsewhere|files {2}/);
      expect(readFileSync(summary, 'utf8')).toBe(out);
      const [failed] = await shell(run, clone, { BASE: 'nowhere', GITHUB_STEP_SUMMARY: summary });
      expect([failed, jobs.changes.steps.at(-1).shell]).toEqual([2, 'bash']);
    });
  });

  /** Creates a commit on main with another agent. */
  function otherCommit(clone: string): string {
    git(clone, 'checkout', '--quiet', 'main');
    writeFileSync(join(clone, 'elsewhere.py'), 'from agents import Agent\n\nElsewhere = Agent(name="Elsewhere")\n');
    git(clone, 'add', '--all');
    git(clone, 'commit', '--quiet', '--message', 'Add elsewhere');
    const commit = git(clone, 'rev-parse', 'HEAD').toString().trim();
    git(clone, 'checkout', '--quiet', 'feature');
    return commit;
  }
});

describe('the hook of the README', () => {
  const text = BLOCKS.find(({ language, text: block }) => language === 'yaml' && block.includes('hooks:'))?.text ?? '';

  it('shows what the next commit contains', async () => {
    const { entry } = parse(text).repos[0].hooks[0];
    await withFiles(EXAMPLE, async (folder) => {
      git(folder, 'init', '--quiet');
      git(folder, 'add', '--all');
      git(folder, 'commit', '--quiet', '--message', 'First');
      writeFileSync(join(folder, 'new.py'), 'from agents import Agent\n\nadded = Agent(name="Added")\n');
      git(folder, 'add', '--all');
      const [code, out] = await shell(entry, folder);
      expect([code, out]).toEqual([0, expect.stringContaining('Added  new.py:3')]);
      expect(out).not.toContain('Orders');
    });
  });
});
