import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { sourceLocator } from '../build/source-location.ts';

const spec = join(import.meta.dirname, '..');
const locate = sourceLocator(join(spec, 'openapi.yaml'));
const rules = '/rules/tenants/{tenant_id}/workspaces/{workspace_id}';

test.each([
  { path: ['info', 'version'], file: 'openapi.yaml', text: 'version: ' },
  { path: ['paths', rules, 'get', 'summary'], file: 'resources/rules/rules.yaml', text: 'summary: List rules' },
  { path: ['paths', rules, 'get', 'tags', 0], file: 'resources/rules/rules.yaml', text: 'Rules]' },
  {
    path: ['paths', rules, 'get', 'responses', '401', 'description'],
    file: 'shared/responses/Unauthorized.yaml',
    text: 'description: Unauthorized.',
  },
  {
    path: ['components', 'schemas', 'RuleSource', 'enum'],
    file: 'resources/rules/schemas/RuleSource.yaml',
    text: 'enum: [static, external]',
  },
  {
    path: ['components', 'schemas', 'Rule', 'properties', 'rule_name'],
    file: 'resources/rules/schemas/RuleFields.yaml',
    text: 'rule_name:',
  },
  {
    path: ['components', 'schemas', 'RulePage', 'properties', 'items', 'maxItems'],
    file: 'resources/rules/schemas/RulePage.yaml',
    text: 'maxItems: 100',
  },
  { path: ['components', 'headers', 'RateLimit', 'schema'], file: 'shared/headers/RateLimit.yaml', text: 'schema:' },
  { path: ['components', 'securitySchemes', 'ApiKey'], file: 'openapi.yaml', text: 'ApiKey:' },
])('$path is found in $file', ({ path, file, text }) => {
  const place = locate(path);
  expect(relative(spec, place.file)).toBe(file);
  const line = readFileSync(place.file, 'utf8').split('\n')[place.line - 1];
  expect(line?.slice(place.column - 1, place.column - 1 + text.length)).toBe(text);
});

test('a path that leads nowhere is placed at its last known parent', () => {
  const place = locate(['paths', rules, 'get', 'responses', '418']);
  expect(relative(spec, place.file)).toBe('resources/rules/rules.yaml');
});
