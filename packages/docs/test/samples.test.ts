import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { createMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeSamples } from '../build/code-samples.ts';
import { operationsOf, readContract } from '../build/contract.ts';
import { mockAddress } from '../build/reference.ts';

const run = promisify(execFile);
const docs = join(import.meta.dirname, '..');
/** Inside of the package, so that the samples find `@aispm/client` as a project of a reader does. */
const folder = join(docs, 'reports/samples');
const contract = readContract();
const operations = operationsOf(contract);
let mock: Awaited<ReturnType<Awaited<ReturnType<typeof createMock>>['listen']>>;
let statefulMock: typeof mock;

beforeAll(async () => {
  mock = await (await createMock()).listen({ port: 0 });
  statefulMock = await (await createMock({ stateful: true })).listen({ port: 0 });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const operation of operations) {
    for (const { label, source } of codeSamples(operation, mock.url)) {
      if (label === 'TypeScript') writeFileSync(join(folder, `${operation.operationId}.client.ts`), source);
      if (label === 'fetch') writeFileSync(join(folder, `${operation.operationId}.fetch.ts`), `${source}export {};\n`);
    }
  }
  for (const snippet of snippets) {
    const source = readFileSync(join(docs, 'site/snippets', snippet), 'utf8');
    writeFileSync(join(folder, `${snippet}`), source.replaceAll(mockAddress(contract), statefulMock.url));
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../../../tsconfig.base.json',
      compilerOptions: { noEmit: true, types: ['node'], lib: ['ES2023', 'DOM', 'DOM.Iterable'] },
      include: ['*.ts'],
    }),
  );
  writeFileSync(
    join(folder, 'run.mjs'),
    `const failures = [];
console.log = () => {};
for (const name of process.argv.slice(2)) {
  try {
    await import(\`./\${name}\`);
  } catch (error) {
    failures.push(\`\${name}: \${error}\`);
  }
}
process.stdout.write(JSON.stringify(failures));
`,
  );
});

afterAll(async () => {
  await mock?.close();
  await statefulMock?.close();
});

/** The snippets of the guides that are programs; the others are settings of tools, or tests. */
const snippets = globSync('*.ts', { cwd: join(docs, 'site/snippets') }).filter(
  (name) => !['vite-plugin.ts', 'vitest.test.ts'].includes(name),
);

/** Runs programs of the folder one after the other, in one process, and returns those that failed. */
async function failuresOf(names: string[]): Promise<string[]> {
  const { stdout } = await run(process.execPath, ['run.mjs', ...names], { cwd: folder });
  return JSON.parse(stdout);
}

test('the TypeScript samples and the snippets of the guides are strict TypeScript', async () => {
  const { stdout } = await run('tsc7', ['--project', folder], { cwd: docs }).catch((error) => error);
  expect(stdout).toBe('');
});

test('the snippets of the guides run against the mock with state', async () => {
  expect(await failuresOf(snippets.map((name) => basename(name)))).toEqual([]);
});

/** Every fourth operation for each push, the others for the tests that take long. */
describe.each([
  { some: operations.filter((_, index) => index % 4 === 0), tags: [] },
  { some: operations.filter((_, index) => index % 4 !== 0), tags: ['long'] },
])('of $some.length operations', ({ some, tags }) => {
  test('the TypeScript samples run against the mock', { tags }, async () => {
    expect(await failuresOf(some.map(({ operationId }) => `${operationId}.client.ts`))).toEqual([]);
  });

  test('the fetch samples run against the mock', { tags }, async () => {
    expect(await failuresOf(some.map(({ operationId }) => `${operationId}.fetch.ts`))).toEqual([]);
  });

  test('the curl samples get the first success of the operation', { tags }, async () => {
    const waiting = some.map((operation) => ({
      operation,
      source: codeSamples(operation, mock.url)
        .find(({ label }) => label === 'curl')
        ?.source.trimEnd(),
    }));
    const failures: string[] = [];
    const worker = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const command = `${next.source} --silent --output /dev/null --write-out '%{http_code}'`;
        const { stdout } = await run('sh', ['-c', command], { timeout: 60_000 });
        const expected = Object.keys(next.operation.answers).find((status) => status.startsWith('2'));
        if (stdout !== expected) failures.push(`${next.operation.operationId}: ${stdout}, not ${expected}`);
      }
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
    expect(failures).toEqual([]);
  });
});
