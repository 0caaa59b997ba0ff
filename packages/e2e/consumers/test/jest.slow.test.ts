/** Jest loads the client and its React Query options with its default settings: without transforms, and without a flag for ES modules. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from '@aispm/mock';
import { toolPath } from '@aispm/testing';
import { expect, it } from 'vitest';
import { runCommand } from './run-command.ts';
import { whenInstalled } from './when-installed.ts';

const TEST = `
const { createClient, isApiError, listRules, paginate } = require('@aispm/client');
const { createLogHooks } = require('@aispm/client/debug');
const { withValidation } = require('@aispm/client/validate');
const { queryOptions } = require('@aispm/react-query');

const baseUrl = process.env.BASE_URL;
const workspace = { tenant_id: 'halden-freight', workspace_id: 'production' };

test('a call, a page and an error', async () => {
  const lines = [];
  const client = withValidation(createClient({ baseUrl, token: 't', hooks: createLogHooks((line) => lines.push(line)) }));
  const rules = [];
  for await (const rule of paginate(client, listRules, workspace, { limit: 3 })) rules.push(rule.rule_name);
  expect(rules).toHaveLength(3);
  expect(lines[0]).toMatch(/^listRules #1: GET /);
  const error = await listRules(client, { ...workspace, page_size: 0 }).catch((thrown) => thrown);
  expect(isApiError(error)).toBe(true);
  expect(error.status).toBe(400);
});

test('the query options of React Query', async () => {
  const client = createClient({ baseUrl, token: 't' });
  const { queryFn } = queryOptions(client, listRules, workspace);
  expect((await queryFn({ signal: new AbortController().signal })).items.length).toBeGreaterThan(3);
});
`;

it('Jest runs tests with the client and React Query', { timeout: 600_000 }, async () => {
  const { project } = await whenInstalled();
  const folder = join(project, 'jest');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 'client.test.js'), TEST);
  const mock = await (await createMock()).listen({ port: 0 });
  try {
    const jest = toolPath('jest', 'bin/jest.js');
    const output = join(folder, 'results.json');
    await runCommand('env', [`BASE_URL=${mock.url}`, process.execPath, jest, '--json', `--outputFile=${output}`], {
      cwd: folder,
    });
    const results = (await import(output, { with: { type: 'json' } })).default;
    expect(results).toMatchObject({ success: true, numPassedTests: 2, numTotalTests: 2 });
  } finally {
    await mock.close();
  }
});
