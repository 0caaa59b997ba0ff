import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSourceLocator } from '../build/source-location.ts';

const spec = join(import.meta.dirname, '..');
const locate = createSourceLocator(join(spec, 'openapi.yaml'));
const rules = '/rules/tenants/{tenant_id}/workspaces/{workspace_id}';

describe('createSourceLocator', () => {
  it.each([
    { keys: ['info', 'version'], file: 'openapi.yaml', text: 'version: ' },
    { keys: ['paths', rules, 'get', 'summary'], file: 'resources/rules/rules.yaml', text: 'summary: List rules' },
    { keys: ['paths', rules, 'get', 'tags', 0], file: 'resources/rules/rules.yaml', text: 'Rules]' },
    {
      keys: ['paths', rules, 'get', 'responses', '401', 'description'],
      file: 'shared/responses/Unauthorized.yaml',
      text: 'description: Unauthorized.',
    },
    {
      keys: ['components', 'schemas', 'RuleSource', 'enum'],
      file: 'resources/rules/schemas/RuleSource.yaml',
      text: 'enum: [static, external]',
    },
    {
      keys: ['components', 'schemas', 'Rule', 'properties', 'rule_name'],
      file: 'resources/rules/schemas/RuleFields.yaml',
      text: 'rule_name:',
    },
    {
      keys: ['components', 'schemas', 'RulePage', 'properties', 'items', 'maxItems'],
      file: 'resources/rules/schemas/RulePage.yaml',
      text: 'maxItems: 100',
    },
    { keys: ['components', 'headers', 'RateLimit', 'schema'], file: 'shared/headers/RateLimit.yaml', text: 'schema:' },
    { keys: ['components', 'securitySchemes', 'ApiKey'], file: 'openapi.yaml', text: 'ApiKey:' },
  ])('finds $keys in $file', ({ keys, file, text }) => {
    const location = locate(keys);
    expect(relative(spec, location.file)).toBe(file);
    const line = readFileSync(location.file, 'utf8').split('\n')[location.line - 1];
    expect(line?.slice(location.column - 1, location.column - 1 + text.length)).toBe(text);
  });

  it('returns the location of the last existing parent for keys that lead nowhere', () => {
    const location = locate(['paths', rules, 'get', 'responses', '418']);
    expect(relative(spec, location.file)).toBe('resources/rules/rules.yaml');
  });
});
