import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withPage } from './browser.ts';
import { buildAll, compilers } from './compilers.ts';
import { copyProjects, type ExpectedOutput, expectedOutput, NODE_PROJECTS, startMock } from './programs.ts';
import { runCommand } from './run-command.ts';
import { CURRENT_NODE } from './supported-runtimes.ts';
import { whenInstalled } from './when-installed.ts';

/** The projects whose programs run in a browser. */
const BROWSER_PROJECTS = ['vite-react', 'next'];

const { project } = await whenInstalled();
const projects = join(project, 'projects');
let mock: RunningMock;
let expected: ExpectedOutput;

beforeAll(async () => {
  mock = await startMock();
  copyProjects(project, 'projects');
  expected = await expectedOutput(project);
});
afterAll(() => mock?.close());

for (const { version, tsc } of compilers)
  describe(`TypeScript ${version}`, () => {
    let diagnostics: Map<string, string>;

    beforeAll(async () => {
      for (const name of NODE_PROJECTS) rmSync(join(projects, name, 'dist'), { recursive: true, force: true });
      diagnostics = await buildAll(tsc, projects, NODE_PROJECTS);
    });

    it.each(NODE_PROJECTS)('finds no error in the project %s', (name) => {
      expect(diagnostics.get(name)).toBe('');
    });

    it('finds no error in the projects for browsers', async () => {
      const results = await buildAll(tsc, projects, BROWSER_PROJECTS);
      expect([...results]).toEqual(BROWSER_PROJECTS.map((name) => [name, '']));
    });

    it.each(NODE_PROJECTS)('compiles the project %s to programs that run in Node.js', async (name) => {
      const cwd = join(projects, name);
      expect(JSON.parse(await CURRENT_NODE.execute('dist/call.js', [mock.url], cwd))).toEqual(expected);
      expect(JSON.parse(await CURRENT_NODE.execute('dist/mock.js', [], cwd))).toEqual({ names: expected.names });
    });
  });

describe('a page', () => {
  it('built with Vite shows the responses of the mock', async () => {
    const cwd = join(projects, 'vite-react');
    writeFileSync(join(cwd, '.env'), `VITE_BASE_URL=${mock.url}\n`);
    await runCommand(process.execPath, [join(project, 'node_modules/vite/bin/vite.js'), 'build'], { cwd });
    const shown = await withPage(join(cwd, 'dist'), async (page) => {
      await page.waitForSelector('li');
      return page.locator('li').allTextContents();
    });
    expect(shown).toEqual(expected.names);
  });

  it('bundled as in Next.js shows the same content rendered on the server, in the browser, and after another request', async () => {
    const cwd = join(projects, 'next');
    await runCommand(process.execPath, ['build.mjs'], { cwd });
    const html = await runCommand(process.execPath, ['dist/server/main.js', mock.url], { cwd });
    writeFileSync(join(cwd, 'dist/client/index.html'), html);
    const [rendered, reloaded] = await withPage(join(cwd, 'dist/client'), async (page) => {
      const rendered = await page.locator('li').allTextContents();
      await page.getByRole('button').click();
      await page.waitForSelector('output');
      return [rendered, JSON.parse((await page.locator('output').textContent()) ?? '')];
    });
    expect(rendered).toEqual(expected.names);
    expect(reloaded).toEqual(expected.names);
  });
});
