import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock, type RunningMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { withPage } from './browser.ts';
import { compilers } from './compilers.ts';
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

describe.each(['node-esm', 'commonjs'])('the project %s', (name) => {
  const cwd = folder(name);

  test.each(compilers)('is compiled by TypeScript $version and runs on Node.js', async ({ tsc }) => {
    await run(process.execPath, [tsc, '--project', '.', '--pretty', 'false'], { cwd });
    for (const { name, program } of commandLines.filter(({ name }) => name.startsWith('Node.js'))) {
      const printed = await run(program, ['dist/call.js', mock.url], { cwd });
      expect(JSON.parse(printed), name).toEqual({ names, contract: contractVersion });
    }
    expect(JSON.parse(await run(process.execPath, ['dist/mock.js'], { cwd }))).toEqual({ names });
  });
});

describe.each(['vite-react', 'next'])('the project %s', (name) => {
  test.each(compilers)('is sound to TypeScript $version', async ({ tsc }) => {
    const cwd = folder(name);
    expect(await run(process.execPath, [tsc, '--project', '.', '--pretty', 'false'], { cwd })).toBe('');
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
