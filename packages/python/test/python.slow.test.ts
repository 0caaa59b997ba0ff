/** Runs the tests of the Python client on the mock, if Python 3.10 or newer is installed. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createMock, type RunningMock } from '@aispm/mock';
import { buildRequestExample, type Document, listOperations } from '@aispm/openapi';
import contract from '@aispm/spec/openapi.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('..', import.meta.url));
const python = join(folder, '.venv/bin/python');
const temporary = mkdtempSync(join(tmpdir(), 'aispm-python-'));

/** Runs a command in the folder of the package, and returns what it prints. */
async function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: folder, maxBuffer: 2 ** 26, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env } };
  const failed = (error: Error & { stdout?: string; stderr?: string }) => {
    throw new Error([error.message, error.stdout, error.stderr].join('\n'), { cause: error });
  };
  return (await promisify(execFile)(command, args, options).catch(failed)).stdout;
}

/** Installs the dependencies of the tests; returns the error if that fails. */
async function install(): Promise<string | undefined> {
  try {
    await run('python3', ['-c', 'import sys; assert sys.version_info >= (3, 10), "Python is older than 3.10"']);
    await run('python3', ['-m', 'venv', '.venv']);
    await run(python, ['-m', 'pip', 'install', '--quiet', '--requirement', 'requirements-test.txt']);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const missing = await install();
if (missing !== undefined) process.stderr.write(`The Python client is not tested: ${missing.trim()}\n`);

describe.skipIf(missing !== undefined)('the Python client', () => {
  let mocks: RunningMock[] = [];
  const requests = join(temporary, 'requests.json');

  beforeAll(async () => {
    // One is stateless and returns the contract's examples, the other one is stateful.
    const created = [await createMock(), await createMock({ stateful: true })];
    mocks = await Promise.all(created.map((mock) => mock.listen({ port: 0 })));
    const document = contract as unknown as Document;
    const samples = listOperations(document).map((operation) => {
      const { path, query, body } = buildRequestExample(document, operation);
      const status = Number(Object.keys(operation.responses).find((code) => code.startsWith('2')));
      return [operation.operationId, { parameters: path, query, status, ...(body !== undefined && { body }) }];
    });
    writeFileSync(requests, JSON.stringify(Object.fromEntries(samples)));
  });

  afterAll(async () => {
    for (const mock of mocks) await mock.close();
    rmSync(temporary, { recursive: true, force: true });
  });

  it('passes its tests, and calls every operation of the mock', async () => {
    const output = await run(python, ['-m', 'pytest', '-q'], {
      AISPM_TEST_URL: mocks[0]?.url ?? '',
      AISPM_TEST_STATEFUL_URL: mocks[1]?.url ?? '',
      AISPM_TEST_REQUESTS: requests,
    });
    expect(output).toMatch(/^\d+ passed in /m);
  });

  it('has complete types', async () => {
    expect(await run(python, ['-m', 'mypy', '--cache-dir', temporary, 'src', 'tests'])).toContain('Success');
  });

  it('is packed with its generated modules and the py.typed marker', async () => {
    await run(python, ['-m', 'hatchling', 'build', '--target', 'wheel', '--directory', temporary]);
    const list = 'import sys, zipfile; print("\\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))';
    const names = await run(python, ['-c', list, join(temporary, 'aispm-1.0.0-py3-none-any.whl')]);
    expect(names.split('\n')).toEqual(
      expect.arrayContaining([
        'aispm/py.typed',
        'aispm/client.py',
        'aispm/generated/operations.py',
        'aispm/generated/types.py',
        'aispm-1.0.0.dist-info/licenses/LICENSE',
      ]),
    );
  });
});
