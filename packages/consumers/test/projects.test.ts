import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock, type RunningMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { withPage } from './browser.ts';
import { buildAll, compilers } from './compilers.ts';
import { run } from './run.ts';
import { commandLines } from './runtimes.ts';

const project = inject('project');
const folder = (name: string) => join(project, 'projects', name);
let mock: RunningMock;
/** What every project has to show. */
let names: string[];
let contractVersion: string;

beforeAll(async () => {
  const created = await createMock();
  mock = await created.listen({ port: 0 });
  const headers = { authorization: 'Bearer t' };
  const response = await created.fetch(`${mock.url}/rules/tenants/t1/workspaces/w1`, { headers });
  names = (await response.json()).items.map((rule: { rule_name: string }) => rule.rule_name);
  expect(names).not.toEqual([]);
  const contract = readFileSync(join(project, 'node_modules/@aispm/spec/dist/openapi.json'), 'utf8');
  contractVersion = JSON.parse(contract).info.version;
});
afterAll(() => mock?.close());

for (const { version, tsc, tags } of compilers)
  describe(`TypeScript ${version}`, { tags }, () => {
    const programs = ['node-esm', 'commonjs'];
    const pages = ['vite-react', 'next'];
    let diagnostics: Map<string, string>;

    beforeAll(async () => {
      for (const name of programs) rmSync(join(folder(name), 'dist'), { recursive: true, force: true });
      diagnostics = await buildAll(tsc, join(project, 'projects'), [...programs, ...pages]);
    });

    test.each([...programs, ...pages])('has nothing to say about the project %s', (name) => {
      expect(diagnostics.get(name)).toBe('');
    });

    test.each(programs)('makes programs of the project %s that run on Node.js', async (name) => {
      const cwd = folder(name);
      for (const { name, program } of commandLines.filter(({ name }) => name.startsWith('Node.js'))) {
        const printed = await run(program, ['dist/call.js', mock.url], { cwd });
        expect(JSON.parse(printed), name).toEqual({ names, contract: contractVersion });
      }
      expect(JSON.parse(await run(process.execPath, ['dist/mock.js'], { cwd }))).toEqual({ names });
    });
  });

test('a page that Vite builds shows what the mock answers', async () => {
  const cwd = folder('vite-react');
  writeFileSync(join(cwd, '.env'), `VITE_BASE_URL=${mock.url}\n`);
  await run(process.execPath, [join(project, 'node_modules/vite/bin/vite.js'), 'build'], { cwd });
  const shown = await withPage(join(cwd, 'dist'), async (page) => {
    await page.waitForSelector('li');
    return page.locator('li').allTextContents();
  });
  expect(shown).toEqual(names);
});

test('a page bundled as Next.js does shows the same from its server, in the browser, and when it asks again', async () => {
  const cwd = folder('next');
  await run(process.execPath, ['build.mjs'], { cwd });
  const page = await run(process.execPath, ['dist/server/main.js', mock.url], { cwd });
  writeFileSync(join(cwd, 'dist/client/index.html'), page);
  const [served, again] = await withPage(join(cwd, 'dist/client'), async (page) => {
    const served = await page.locator('li').allTextContents();
    await page.getByRole('button').click();
    await page.waitForSelector('output');
    return [served, JSON.parse((await page.locator('output').textContent()) ?? '')];
  });
  expect(served).toEqual(names);
  expect(again).toEqual(names);
});
