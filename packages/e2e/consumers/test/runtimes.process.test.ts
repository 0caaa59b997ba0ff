/** The packages in the runtimes that are only installed for `npm run test:long`. */
import { join } from 'node:path';
import type { RunningMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAll, NATIVE_COMPILER, platforms, resolutions } from './compilers.ts';
import { copyProjects, expectedOutput, firstExample, NODE_PROJECTS, startMock, writeProgram } from './programs.ts';
import { NODE_20, OTHER_COMMAND_LINES, WORKERD } from './supported-runtimes.ts';
import { testRuntimes } from './test-runtimes.ts';
import { whenInstalled } from './when-installed.ts';

const { project } = await whenInstalled();
let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock?.close());

testRuntimes([...OTHER_COMMAND_LINES, WORKERD], () => mock.url);

describe('the first example of the README', () => {
  const folder = join(project, 'runtimes');

  beforeAll(async () => {
    const options = { ...resolutions.NodeNext, ...platforms['Node.js'] };
    writeProgram(join(folder, 'readme'), { 'client.ts': firstExample(project, '@aispm/client', mock.url) }, options);
    expect((await buildAll(NATIVE_COMPILER.tsc, folder, ['readme'])).get('readme')).toBe('');
  });

  it.each([NODE_20, ...OTHER_COMMAND_LINES])('runs in $name', async ({ execute }) => {
    expect(await execute('client.js', [], join(folder, 'readme'))).toMatch(/^agent-without-owner /m);
  });
});

describe('a project of a user', () => {
  let folder: string;

  beforeAll(async () => {
    folder = copyProjects(project, 'projects-node20');
    await buildAll(NATIVE_COMPILER.tsc, folder, NODE_PROJECTS);
  });

  it.each(NODE_PROJECTS)('%s runs in Node.js 20', async (name) => {
    const printed = await NODE_20.execute('dist/call.js', [mock.url], join(folder, name));
    expect(JSON.parse(printed)).toEqual(await expectedOutput(project));
  });
});
