import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, type RunningMock } from '@aispm/mock';
import { type Document, findOperation, jsonContent, listExamples, listOperations } from '@aispm/openapi';
import { toolPath } from '@aispm/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Compatibility, tryGenerator } from './compatibility.ts';
import { type Generator, generators } from './generators.ts';
import { formatTable } from './page.ts';
import { inputSource, programSource } from './program.ts';

const require = createRequire(import.meta.url);
const root = createRequire(new URL('../../../../../package.json', import.meta.url));
const json = require.resolve('@aispm/spec/openapi.json');
const contract: Document = JSON.parse(readFileSync(json, 'utf8'));
const [body] = listExamples(
  contract,
  jsonContent(findOperation(listOperations(contract), 'createAgentEvaluation')?.requestBody) ?? {},
).map(({ value }) => value as { agent_id: string });

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'aispm-generators-')));
let mock: RunningMock;
beforeAll(async () => {
  mock = await (await createMock({ stateful: true })).listen({ port: 0 });
});
afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The version of a generator, from the tools or from the root. */
function versionOf({ package: name }: Generator): string {
  try {
    return JSON.parse(readFileSync(toolPath(name), 'utf8')).version;
  } catch {
    return JSON.parse(readFileSync(root.resolve(`${name}/package.json`), 'utf8')).version;
  }
}

const results = new Map<string, Compatibility>();

describe('a client that is generated from the published contract', () => {
  it.each(generators)(
    'by $name compiles under strict and works, unless the tool has a known fault',
    { timeout: 600_000 },
    async (generator) => {
      const subject = {
        folder: join(folder, generator.name.replaceAll(/\W+/g, '-')),
        json,
        program: generator.program && programSource(generator.program),
        files: { 'input.ts': inputSource(body) },
        env: { BASE_URL: mock.url },
      };
      const result = await tryGenerator(generator, subject);
      results.set(generator.name, result);
      expect(result.failed, result.output.slice(0, 4_000)).toBe(generator.fault?.step);
      if (generator.fault) expect(result.output).toMatch(generator.fault.message);
      else if (generator.program) {
        const { rules, created } = JSON.parse(result.output.trim());
        expect(rules).toContain('mcp-server-without-auth');
        expect(created).toBe(body?.agent_id);
      }
    },
  );
});

describe('the fault of a tool', () => {
  const faulty = generators.flatMap(({ fault, ...generator }) => (fault ? [{ ...generator, fault }] : []));

  it.each(faulty)('also occurs in $name with a minimal contract', { timeout: 600_000 }, async (generator) => {
    const { reproduction, step, message } = generator.fault;
    const name = `minimal-${generator.name.replaceAll(/\W+/g, '-')}`;
    const minimal = join(folder, `${name}.json`);
    writeFileSync(
      minimal,
      JSON.stringify({ openapi: '3.1.0', info: { title: 'Minimal', version: '1' }, ...reproduction.document }),
    );
    const program = reproduction.program;
    const result = await tryGenerator(generator, {
      folder: join(folder, name),
      json: minimal,
      program,
      files: {},
      env: {},
    });
    expect(result.failed, result.output.slice(0, 4_000)).toBe(step);
    expect(result.output).toMatch(message);
  });
});

it('GENERATORS.md contains these results', async () => {
  expect(results.size).toBe(generators.length);
  const rows = generators.map((generator) => ({
    generator,
    version: versionOf(generator),
    failed: results.get(generator.name)?.failed,
  }));
  await expect(formatTable(rows)).toMatchFileSnapshot('../../GENERATORS.md');
});
