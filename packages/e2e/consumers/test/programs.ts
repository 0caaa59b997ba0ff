/** Programs of users: the examples of the READMEs, and the projects. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock, type RunningMock } from '@aispm/mock';
import { strictest } from './compilers.ts';

/** The projects whose programs run in Node.js. */
export const NODE_PROJECTS = ['node-esm', 'commonjs'];

/**
 * Returns the first TypeScript example in the README of an installed package.
 *
 * @param project folder that has the package installed.
 * @param baseUrl URL of the mock, which replaces the URL in the example.
 */
export function firstExample(project: string, name: string, baseUrl: string): string {
  const readme = readFileSync(join(project, 'node_modules', name, 'README.md'), 'utf8');
  const [, code] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
  if (code === undefined) throw new Error(`The README of ${name} has no example. Add one in a code block "ts".`);
  return code.replaceAll('http://127.0.0.1:4010/api/v1', baseUrl);
}

/** Writes a TypeScript program and its configuration into a folder. */
export function writeProgram(folder: string, files: Record<string, string>, options: object): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...strictest, ...options } }));
}

/** Copies the projects of users into a folder inside `project`, so that each test file compiles its own; returns its path. */
export function copyProjects(project: string, folder: string): string {
  const copy = join(project, folder);
  cpSync(join(import.meta.dirname, '../projects'), copy, { recursive: true });
  return copy;
}

/** The expected output of the projects: data of the mock, and the version of the contract. */
export interface ExpectedOutput {
  names: string[];
  contract: string;
}

/** Returns the expected output of the projects. */
export async function expectedOutput(project: string): Promise<ExpectedOutput> {
  const { fetch, basePath } = await createMock();
  const headers = { authorization: 'Bearer t' };
  const response = await fetch(`http://mock${basePath}/rules/tenants/t1/workspaces/w1`, { headers });
  const names = (await response.json()).items.map((rule: { rule_name: string }) => rule.rule_name);
  if (names.length === 0) throw new Error('The example of listRules has no rules, so that no project can show one.');
  const contract = JSON.parse(readFileSync(join(project, 'node_modules/@aispm/spec/dist/openapi.json'), 'utf8'));
  return { names, contract: contract.info.version };
}

/** Starts a mock on a free port. */
export async function startMock(): Promise<RunningMock> {
  return (await createMock()).listen({ port: 0 });
}
