import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scan } from '../../src/index.ts';
import { withFiles } from '../scan-sources.ts';

/** A source in `app`, and other files that its import would mean if they were there. */
const REPOSITORIES = {
  Python: {
    'python/agents/Agent.py': 'def create(name):\n    return name\n',
    'python/app/desk.py': 'from agents import Agent\n\ndesk = Agent(name="Desk")\n',
  },
  TypeScript: {
    'lib/agents/index.ts': 'export class Agent {}\n',
    'tsconfig.json': '{"compilerOptions": {"paths": {"@openai/*": ["./lib/*"]}}}',
    'app/desk.ts': "import * as sdk from '@openai/agents';\n\nexport const desk = new sdk.Agent({ name: 'Desk' });\n",
  },
  'C#': {
    'app/Desk.cs':
      'using ModelContextProtocol.Server;\n\n[McpServerToolType]\npublic class Desk {\n  [McpServerTool(Name = "Desk")] public string Find() => "";\n}\n',
    'ModelContextProtocol/Server/Other.cs': 'namespace ModelContextProtocol.Server;\n\npublic class Other {}\n',
  },
};

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder, stdio: 'pipe' });

function withRepository<T>(files: Record<string, string>, use: (folder: string) => Promise<T>): Promise<T> {
  return withFiles(files, async (folder) => {
    git(folder, 'init', '--quiet');
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--message', 'First');
    return use(folder);
  });
}

const scanned = async (folder: string) => {
  const { objects, diagnostics, statistics } = await scan(folder, { cache: false });
  return { names: objects.map(({ name }) => name), diagnostics, statistics };
};

describe('a file that git lists and the working tree does not have', () => {
  it.each(Object.entries(REPOSITORIES))('is not a module of %s', (_, files) =>
    withRepository(files, async (folder) => {
      for (const path of Object.keys(files)) if (!path.includes('app/')) rmSync(join(folder, path));
      const { names, diagnostics } = await scanned(folder);
      expect(names).toEqual(['Desk']);
      expect(diagnostics).toEqual([]);
    }),
  );

  it.each(Object.entries(REPOSITORIES))(
    'is reported instead of read as a module of %s in a sparse checkout',
    (_, files) =>
      withRepository(files, async (folder) => {
        const missing = Object.keys(files).filter((path) => !path.includes('app/')).length;
        git(folder, 'sparse-checkout', 'set', '--no-cone', 'app');
        const { names, diagnostics, statistics } = await scanned(folder);
        expect(names).toEqual(['Desk']);
        expect(diagnostics).toEqual([
          {
            kind: 'limit',
            message: `${missing} of the files of the repository are not in the working tree, which is a sparse checkout, and were not read.`,
          },
        ]);
        expect(statistics.files).toBe(1);
      }),
  );

  it('is read again after it is checked out', () =>
    withRepository(REPOSITORIES.TypeScript, async (folder) => {
      expect((await scanned(folder)).names).toEqual([]);
    }));

  it('is not searched behind a symbolic link', () =>
    withRepository({ 'lib/a.py': 'x = 1\n', 'b.py': 'x = 1\n' }, async (folder) => {
      await withFiles({ 'a.py': 'x = 1\n' }, async (outside) => {
        rmSync(join(folder, 'lib'), { recursive: true });
        symlinkSync(outside, join(folder, 'lib'));
        expect((await scanned(folder)).statistics.files).toBe(1);
      });
    }));

  it.skipIf(process.getuid?.() === 0)("is reported when its folder can't be read", () =>
    withRepository({ 'lib/a.py': 'from agents import Agent\n', 'b.py': 'x = 1\n' }, async (folder) => {
      chmodSync(join(folder, 'lib'), 0);
      try {
        expect((await scanned(folder)).diagnostics).toMatchObject([{ kind: 'unreadable', file: 'lib/a.py' }]);
      } finally {
        chmodSync(join(folder, 'lib'), 0o755);
      }
    }),
  );
});
