import { describe, expect, it } from 'vitest';
import { findTypeChanges } from '../src/changes/type-changes.ts';
import { mostSevere } from '../src/changes/verdict.ts';

const createReport = (code: string) => `## API Report File\n\n\`\`\`ts\n${code}\n\`\`\`\n`;

/** Makes replacements in the code of a report, each of a text that it has, and expects the verdict on them. */
function expectVerdict(verdict: string, code: string, replacements: [from: string | RegExp, to: string][]): void {
  const revision = replacements.reduce((text, [from, to]) => {
    expect(text).toMatch(from);
    return text.replace(from, to);
  }, code);
  const changes = findTypeChanges(createReport(code), createReport(revision));
  expect(mostSevere(changes.map((change) => change.verdict)), JSON.stringify(changes)).toBe(verdict);
}

/** A small client: callers only write `RuleDraft`, only read `Rule`, and do both with `Filter`. */
const base = `
export interface Client { readonly send: () => void; }
export interface Rule { name: string; source: Source; note?: string; tags: string[]; }
export interface RuleDraft { name: string; note?: string; schedule: 'weekly' | 'monthly'; }
export interface Filter { field: string; value?: string; }
export type Source = 'static' | 'external';
export type Score = number | null;
export interface CreateRuleOperation { (client: Client, params: RuleDraft, options?: Options): Promise<Rule>; }
export type Options = { timeout?: number };
export const createRule: CreateRuleOperation;
export function filters(given: Filter[]): Promise<Filter[]>;
export function score(): Promise<Score>;
export function count(rule: string): Promise<number>;
export function count(rule: number): Promise<number>;
export interface CountOperation { (rule: string): Promise<number>; (rule: number): Promise<number>; result(rule: string): number; result(rule: number): number; }
export const countAll: CountOperation;
export type OtherThan400_404 = 500;
export type FoundError = RuleError<404>;
export type GetError = ApiError<400 | 404> | ApiError<OtherThan400_404>;
export class ApiError<Body> extends Error { readonly status: number; }
`;

describe('a change of the exported types', () => {
  it.each([
    ['none', 'comments and white space', 'name: string; source', '// a name\n name:   string; source'],
    ['patch', 'a different order of the members of a union', `'static' | 'external'`, `'external' | 'static'`],
    ['minor', 'a new export', 'export type Options', 'export interface More {}\nexport type Options'],
    ['minor', 'a new member of a type that callers read', 'tags: string[];', 'tags: string[]; age: number;'],
    ['minor', 'a new optional member of a type that callers write', 'schedule:', 'age?: number; schedule:'],
    ['minor', 'a new value of an enumeration', `'external';`, `'external' | 'learned';`],
    ['minor', 'a property that callers read is no longer optional', 'source: Source; note?:', 'source: Source; note:'],
    ['minor', 'a member that callers write becomes optional', `RuleDraft { name:`, `RuleDraft { name?:`],
    ['minor', 'a new optional parameter', 'score()', 'score(rule?: string)'],
    ['minor', 'a parameter becomes optional', 'params: RuleDraft', 'params?: RuleDraft'],
    ['minor', 'a type that callers write may have further members', 'schedule:', '[key: string]: unknown; schedule:'],
    [
      'minor',
      'a type may have further members by an intersection',
      'type Options = { timeout?: number };',
      'type Options = { timeout?: number } & { [key: string]: unknown };',
    ],
    ['minor', 'a new status of an error', `RuleError<404>`, `RuleError<404 | 502>`],
    ['minor', 'a new status of an error in a union', `ApiError<400 | 404>`, `ApiError<400 | 404 | 502>`],
    ['major', 'an error no longer has a status', `ApiError<400 | 404>`, `ApiError<400>`],
    ['minor', 'different statuses that an operation does not declare', /OtherThan400_404/g, 'OtherThan400_404_502'],
    ['major', 'a type is intersected with one that is not known', 'number };', 'number } & Rule;'],
    [
      'minor',
      'a new export before overloads',
      'export function filters',
      'export type More = 1;\nexport function filters',
    ],
    ['major', 'an overload is removed', 'export function count(rule: number): Promise<number>;\n', ''],
    ['major', 'the first overload requires more', 'count(rule: string)', 'count(rule: string, more: string)'],
    ['major', 'the first overload of a call requires more', '{ (rule: string)', '{ (rule: string, more: string)'],
    [
      'major',
      'the first overload of a method requires more',
      'result(rule: string)',
      'result(rule: string, more: string)',
    ],
    ['major', 'an export is removed', 'export type Score = number | null;', ''],
    ['major', 'an export is renamed', 'export class ApiError', 'export class CallError'],
    ['major', 'a member of a type that callers read is removed', 'tags: string[];', ''],
    [
      'major',
      'a member of a type that callers write is removed',
      `RuleDraft { name: string; note?: string;`,
      `RuleDraft { name: string;`,
    ],
    ['major', 'a new required member of a type that callers write', 'schedule:', 'age: number; schedule:'],
    [
      'major',
      'a new required member of a type that callers write and read',
      'field: string;',
      'field: string; operator: string;',
    ],
    ['major', 'a member that callers read becomes optional', 'Rule { name: string;', 'Rule { name?: string;'],
    [
      'major',
      'a property that callers write is no longer optional',
      `note?: string; schedule`,
      `note: string; schedule`,
    ],
    ['major', 'a member that callers read becomes nullable', 'Rule { name: string;', 'Rule { name: string | null;'],
    ['major', 'a different type', 'timeout?: number', 'timeout?: string'],
    ['major', 'a different type of the items', 'tags: string[]', 'tags: number[]'],
    ['major', 'a value of an enumeration is removed', `'weekly' | 'monthly'`, `'weekly'`],
    ['major', 'a new required parameter', 'score()', 'score(rule: string)'],
    ['major', 'a parameter is removed', ', options?: Options)', ')'],
    ['major', 'a different result', 'Promise<Score>', 'Promise<Rule>'],
    ['major', 'a different kind of declaration', 'type Source =', 'const Source:'],
    ['major', 'different type parameters', 'ApiError<Body>', 'ApiError'],
    ['major', 'a different base class', 'extends Error', 'extends TypeError'],
    ['major', 'a member becomes read-only', 'timeout?', 'readonly timeout?'],
  ])('%s: %s', (verdict, _, from, to) => {
    expectVerdict(verdict, base, [[from, to]]);
  });

  it('is classified by usage in types that are operations and components', () => {
    const types = (rule: string) =>
      createReport(`
export interface operations { createRule: {
  requestBody: { content: { 'application/json': components['schemas']['Draft'] } };
  responses: { 201: { content: { 'application/json': components['schemas']['Rule'] } } };
} }
export interface components { schemas: { Draft: { name: string }; ${rule} } }
export type Rule = components['schemas']['Rule'];`);
    const verdicts = (revision: string) =>
      findTypeChanges(types('Rule: { name: string }'), revision).map((change) => change.verdict);
    expect(verdicts(types('Rule: { name: string; age: number }'))).toEqual(['minor']);
    const draft = types('Rule: { name: string }').replace(
      'Draft: { name: string',
      'Draft: { name: string; age: number',
    );
    expect(verdicts(draft)).toEqual(['major']);
  });

  describe('in types that list the contract', () => {
    const base = `
export interface paths {
  '/rules': {
    parameters: { query?: never; path: { id: components['parameters']['Id'] } };
    get: operations['listRules'];
    post?: never;
  };
}
export interface operations {
  listRules: {
    parameters: { query?: never; path: { id: components['parameters']['Id'] } };
    requestBody?: never;
    responses: { 200: { content: { 'application/json': components['schemas']['Rule'] } } };
  };
}
export interface components {
  headers: { Rate: string };
  parameters: { Id: string };
  pathItems: never;
  requestBodies: never;
  responses: { Gone: { content: { 'application/json': components['schemas']['Rule'] } } };
  schemas: { Rule: { name: string }; Unused: { name: string } };
}
export type Rule = components['schemas']['Rule'];`;
    /** A complete new operation: on its own path, with schemas, and with a parameter, body, response and header. */
    const added = (path: string): [string, string][] => [
      [path, `${path} '/drafts': { parameters: { path: { id: string } }; post: operations['createDraft'] };`],
      [
        'interface operations {',
        `interface operations { createDraft: {
          parameters: { header: { Key: components['parameters']['Key'] } };
          requestBody: { content: { 'application/json': components['schemas']['Draft'] } };
          responses: { 201: { content: { 'application/json': components['schemas']['Draft'] } } };
        };`,
      ],
      ['headers: {', 'headers: { ETag: string;'],
      ['parameters: { Id', 'parameters: { Key: string; Id'],
      ['requestBodies: never', `requestBodies: { Draft: { content: { 'application/json': string } } }`],
      ['responses: { Gone', 'responses: { Conflict: { content?: never }; Gone'],
      ['schemas: {', 'schemas: { Draft: { name: string };'],
      ['export type Rule', `export type Draft = components['schemas']['Draft'];\nexport type Rule`],
    ];

    it.each<[string, string, [string, string][]]>([
      ['minor', 'a new operation on its own path, with schemas', added('interface paths {')],
      [
        'minor',
        'a new operation on an existing path',
        [
          ['post?: never', `post: operations['createRule']`],
          ['interface operations {', 'interface operations { createRule: { parameters: { query?: never } };'],
        ],
      ],
      ['minor', 'a new schema that nothing uses', [['schemas: {', 'schemas: { Draft: { name: string };']]],
      [
        'minor',
        'a first parameter that is optional',
        [['query?: never; path: { id: c', 'query?: { q?: string }; path: { id: c']],
      ],
      [
        'minor',
        'a first request body that is optional',
        [['requestBody?: never', 'requestBody?: { content: string }']],
      ],
      ['major', 'a first parameter that is required', [['query?: never', 'query: { q: string }']]],
      ['major', 'a first request body that is required', [['requestBody?: never', 'requestBody: { content: string }']]],
      ['major', 'a new parameter that is required', [['path: { id:', 'path: { other: string; id:']]],
      ['major', 'a new required member of a schema that nothing uses', [['Unused: {', 'Unused: { age: number;']]],
      ['major', 'a path is renamed', [[`'/rules':`, `'/other-rules':`]]],
      ['major', 'an operation of a path is removed', [[`get: operations['listRules']`, 'get?: never']]],
      ['major', 'a path has a different operation', [[`get: operations['listRules']`, `get: operations['allRules']`]]],
      ['major', 'an operation is renamed', [['listRules: {', 'allRules: {']]],
      ['major', 'a schema is removed', [['Rule: { name: string };', '']]],
      ['major', 'a schema is renamed', [['Rule: {', 'Control: {']]],
      ['major', 'a parameter is renamed', [['parameters: { Id', 'parameters: { Identifier']]],
    ])('%s: %s', (verdict, _, replacements) => {
      expectVerdict(verdict, base, replacements);
    });
  });
});
