/** @module-tag long */
import { execFile, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMock } from '@aispm/mock';
import { findMockUrl, successResponses } from '@aispm/openapi';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { siteSamples } from '../build/code-samples.ts';
import { listContractOperations, readContract } from '../build/contract.ts';
import { REPORTS } from './browser.ts';

const run = promisify(execFile);
const tsc = createRequire(import.meta.url).resolve('@aispm/testing/tsc7.js');
const snippetsFolder = join(import.meta.dirname, '../site/snippets');
/** Inside the package, so that the samples resolve `@aispm/client`. */
const folder = join(REPORTS, 'samples');
const contract = readContract();
/** Timeout of a hanging request. */
const CURL_TIMEOUT_MS = 150_000;
const operations = listContractOperations(contract);
let statefulMock: Awaited<ReturnType<Awaited<ReturnType<typeof createMock>>['listen']>>;

/** The guides' snippets that are programs. Others configure tools or are tests. */
const snippets = globSync('**/*.ts', { cwd: snippetsFolder }).filter(
  (name) => !['vite-plugin.ts', 'vitest.test.ts'].includes(name),
);

/** The cookbook's programs, each with its output in the last comments. */
const recipes = snippets.filter((name) => name.startsWith('recipes/'));

/** Whether Python is installed, which the project doesn't require. */
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Runs the programs in its arguments, and prints their errors. */
const PYTHON_RUNNER = `import contextlib, io, json, sys
failures = []
for name in sys.argv[1:]:
    try:
        with open(name, encoding="utf-8") as file, contextlib.redirect_stdout(io.StringIO()):
            exec(compile(file.read(), name, "exec"), {})
    except Exception as error:
        failures.append(f"{name}: {error!r}")
print(json.dumps(failures))
`;

/** Imports the programs in its arguments, and prints their errors. */
const RUNNER = `const failures = [];
console.log = () => {};
for (const name of process.argv.slice(2)) {
  try {
    await import(\`./\${name}\`);
  } catch (error) {
    failures.push(\`\${name}: \${error}\`);
  }
}
process.stdout.write(JSON.stringify(failures));
`;

beforeAll(async () => {
  statefulMock = await (await createMock({ stateful: true })).listen({ port: 0 });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const operation of operations) {
    for (const { label, source } of siteSamples(contract, operation, inject('mock'))) {
      if (label === 'Python') writeFileSync(join(folder, `${operation.operationId}.py`), source);
      if (label === 'TypeScript') writeFileSync(join(folder, `${operation.operationId}.client.ts`), source);
      if (label === 'React Query') writeFileSync(join(folder, `${operation.operationId}.react.tsx`), source);
      if (label === 'fetch') writeFileSync(join(folder, `${operation.operationId}.fetch.ts`), `${source}export {};\n`);
    }
  }
  for (const snippet of snippets) {
    const source = readFileSync(join(snippetsFolder, snippet), 'utf8');
    mkdirSync(join(folder, snippet, '..'), { recursive: true });
    writeFileSync(join(folder, snippet), source.replaceAll(findMockUrl(contract), statefulMock.url));
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(import.meta.dirname, '../../../../tsconfig.base.json'),
      compilerOptions: { noEmit: true, types: ['node'], lib: ['ES2023', 'DOM', 'DOM.Iterable'], jsx: 'react-jsx' },
      include: ['**/*.ts', '**/*.tsx'],
    }),
  );
  writeFileSync(join(folder, 'run.mjs'), RUNNER);
  writeFileSync(join(folder, 'run.py'), PYTHON_RUNNER);
});

afterAll(async () => {
  await statefulMock?.close();
});

/** Runs programs of the folder in sequence in one process, and returns failed ones. */
async function findFailures(names: string[]): Promise<string[]> {
  const { stdout } = await run(process.execPath, ['run.mjs', ...names], { cwd: folder });
  return JSON.parse(stdout);
}

describe('the code of the site', () => {
  it('is strict TypeScript', async () => {
    const { stdout } = await run(process.execPath, [tsc, '--project', folder]).catch((error) => error);
    expect(stdout).toBe('');
  });
});

describe('the snippets of guides', () => {
  it('run against the stateful mock', async () => {
    expect(await findFailures(snippets.filter((name) => !recipes.includes(name)))).toEqual([]);
  });
});

describe('the recipes of the cookbook', () => {
  it.each(recipes)('print the output in the cookbook: %s', async (recipe) => {
    const fresh = await (await createMock({ stateful: true })).listen({ port: 0 });
    const source = readFileSync(join(snippetsFolder, recipe), 'utf8');
    writeFileSync(join(folder, recipe), source.replaceAll(findMockUrl(contract), fresh.url));
    const { stdout } = await run(process.execPath, [recipe], { cwd: folder });
    await fresh.close();
    const expected = [...source.matchAll(/^\/\/> (.*)$/gm)].map(([, line]) => `${line}\n`).join('');
    expect(stdout).toBe(expected);
    expect(expected).not.toBe('');
  });
});

describe('the samples of all operations', () => {
  it.each(['client', 'fetch'])('call the mock with TypeScript: %s', async (kind) => {
    expect(await findFailures(operations.map(({ operationId }) => `${operationId}.${kind}.ts`))).toEqual([]);
  });

  it('get their first successful response with curl', async () => {
    const queue = operations.map((operation) => ({
      operation,
      source: siteSamples(contract, operation, inject('mock'))
        .find(({ label }) => label === 'curl')
        ?.source.trimEnd(),
    }));
    const failures: string[] = [];
    const worker = async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const command = `${next.source} --silent --output /dev/null --write-out '%{http_code}'`;
        const { stdout } = await run('sh', ['-c', command], { timeout: CURL_TIMEOUT_MS });
        const expected = successResponses(next.operation)[0]?.status;
        if (stdout !== expected) failures.push(`${next.operation.operationId}: ${stdout}, not ${expected}`);
      }
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
    expect(failures).toEqual([]);
  });

  it.skipIf(!hasPython)('call the mock with Python', async () => {
    const names = operations.map(({ operationId }) => `${operationId}.py`);
    const { stdout } = await run('python3', ['run.py', ...names], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual([]);
  });
});
