import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, listOperations, listProtocolResponses, protocolResponsesOf } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { COMMANDS, KIND, TOOLS, TOP_LEVEL } from './mission.ts';

const root = join(import.meta.dirname, '../..');
const readText = (file: string) => readFileSync(join(root, file), 'utf8');
const readManifest = (workspace: string) =>
  JSON.parse(readText(join(workspace, 'package.json'))) as Record<string, Record<string, string> | undefined>;

/** Returns the lines that contain a name as a word. */
const linesWith = (text: string, name: string) =>
  text.split('\n').filter((line) => line.toLowerCase().includes(name.toLowerCase()));

describe(KIND, () => {
  it.each(TOP_LEVEL)('has %s at the top level', (entry) => {
    expect(existsSync(join(root, entry))).toBe(true);
  });

  it.each(COMMANDS)('has the command npm run %s', (script) => {
    expect(readManifest('').scripts).toHaveProperty([script], expect.any(String));
  });

  it('publishes the Redoc page with the documentation', () => {
    expect(readText('packages/apps/docs/build/redoc-page.ts')).toContain("'build-docs'");
    expect(readText('.github/workflows/docs.yml')).toMatch(/docs:publish[\s\S]*upload-pages-artifact/);
  });

  it('states on its front page how much of the contract is tested', () => {
    const contract = JSON.parse(readText('spec/dist/openapi.json')) as Document;
    const protocolResponses = listProtocolResponses(contract);
    const operations = listOperations(contract);
    const responses = operations.flatMap((operation) => [
      ...new Set([
        ...Object.keys(operation.responses),
        ...protocolResponsesOf(protocolResponses, operation).map(({ status }) => String(status)),
      ]),
    ]);
    const count = responses.length.toLocaleString('en-US');
    const [claim] =
      /\[[\d,]+ of [\d,]+\]\(\S+\) documented responses of \d+ operations/.exec(
        readText('README.md').replaceAll(/\s+/g, ' '),
      ) ?? [];
    expect(claim).toBe(
      `[${count} of ${count}](packages/contract-tests/README.md) documented responses of ${operations.length} operations`,
    );
  });

  it('has a separate package for the contract tests', () => {
    expect(readManifest('packages/contract-tests').devDependencies).toMatchObject({
      '@aispm/client': expect.any(String),
      '@aispm/mock': expect.any(String),
    });
  });
});

describe.each(TOOLS)('$package', ({ package: name, name: title, workspace, file, use }) => {
  it('is a dependency where its role is', () => {
    const { dependencies, devDependencies } = readManifest(workspace);
    expect({ ...dependencies, ...devDependencies }).toHaveProperty([name], expect.stringMatching(/^\d+\.\d+\.\d+$/));
  });

  it('is used by its role', () => {
    expect(readText(file)).toMatch(use);
  });

  it.each(['README.md', 'ARCHITECTURE.md'])('has a role and a folder in %s', (page) => {
    const folder = workspace || 'turbo.json|vitest.config.ts|packages/contract-tests|scripts';
    const lines = linesWith(readText(page), title);
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`(^|[^\\w-])(${folder}|${file})`)));
  });
});
