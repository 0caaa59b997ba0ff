import { describe, expect, test } from 'vitest';
import { compareSurfaces } from '../src/surface.ts';
import { gravest } from '../src/verdict.ts';

const report = (code: string) => `## API Report File\n\n\`\`\`ts\n${code}\n\`\`\`\n`;

/** A client in small: `RuleDraft` is only sent, `Rule` is only read, `Filter` is both. */
const released = `
export interface Client { readonly send: () => void; }
export interface Rule { name: string; source: Source; note?: string; tags: string[]; }
export interface RuleDraft { name: string; note?: string; schedule: 'weekly' | 'monthly'; }
export interface Filter { field: string; value?: string; }
export type Source = 'static' | 'external';
export type Score = number | null;
export interface CreateRuleOperation { (client: Client, params: RuleDraft, options?: Options): Promise<Rule>; }
export interface Options { timeout?: number; }
export const createRule: CreateRuleOperation;
export function filters(given: Filter[]): Promise<Filter[]>;
export function score(): Promise<Score>;
export class ApiError<Body> extends Error { readonly status: number; }
`;

describe('a change of the surface', () => {
  test.each([
    ['none', 'comments and blanks', 'name: string; source', '// a name\n name:   string; source'],
    ['patch', 'the members of a union in another order', `'static' | 'external'`, `'external' | 'static'`],
    ['minor', 'a new export', 'export interface Options', 'export interface More {}\nexport interface Options'],
    ['minor', 'a new member of what is read', 'tags: string[];', 'tags: string[]; age: number;'],
    ['minor', 'a new optional member of what is sent', 'schedule:', 'age?: number; schedule:'],
    ['minor', 'a new value of an enumeration', `'external';`, `'external' | 'learned';`],
    ['minor', 'what is read is always there now', 'source: Source; note?:', 'source: Source; note:'],
    ['minor', 'what is sent may be left out', `RuleDraft { name:`, `RuleDraft { name?:`],
    ['minor', 'a new optional parameter', 'score()', 'score(of?: string)'],
    ['minor', 'a parameter may be left out', 'params: RuleDraft', 'params?: RuleDraft'],
    ['major', 'an export is gone', 'export type Score = number | null;', ''],
    ['major', 'an export has another name', 'export class ApiError', 'export class CallError'],
    ['major', 'a member of what is read is gone', 'tags: string[];', ''],
    [
      'major',
      'a member of what is sent is gone',
      `RuleDraft { name: string; note?: string;`,
      `RuleDraft { name: string;`,
    ],
    ['major', 'a new required member of what is sent', 'schedule:', 'age: number; schedule:'],
    ['major', 'a new required member of what is sent and read', 'field: string;', 'field: string; operator: string;'],
    ['major', 'what is read may be missing', 'Rule { name: string;', 'Rule { name?: string;'],
    ['major', 'what is sent may not be left out any more', `note?: string; schedule`, `note: string; schedule`],
    ['major', 'what is read may be null', 'Rule { name: string;', 'Rule { name: string | null;'],
    ['major', 'another type', 'timeout?: number', 'timeout?: string'],
    ['major', 'another type of the items', 'tags: string[]', 'tags: number[]'],
    ['major', 'a value of an enumeration is gone', `'weekly' | 'monthly'`, `'weekly'`],
    ['major', 'a new required parameter', 'score()', 'score(of: string)'],
    ['major', 'a parameter is gone', ', options?: Options)', ')'],
    ['major', 'another result', 'Promise<Score>', 'Promise<Rule>'],
    ['major', 'another kind of declaration', 'type Source =', 'const Source:'],
    ['major', 'other type parameters', 'ApiError<Body>', 'ApiError'],
    ['major', 'another base', 'extends Error', 'extends TypeError'],
    ['major', 'a member that may be written may only be read', 'timeout?', 'readonly timeout?'],
  ])('%s: %s', (verdict, _, from, to) => {
    expect(released).toContain(from);
    const changes = compareSurfaces(report(released), report(released.replace(from, to)));
    expect(gravest(changes.map((it) => it.verdict)), JSON.stringify(changes)).toBe(verdict);
  });

  test('is told apart by side in types that are paths and components', () => {
    const types = (rule: string) =>
      report(`
export interface operations { createRule: {
  requestBody: { content: { 'application/json': components['schemas']['Draft'] } };
  responses: { 201: { content: { 'application/json': components['schemas']['Rule'] } } };
} }
export interface components { schemas: { Draft: { name: string }; ${rule} } }
export type Rule = components['schemas']['Rule'];`);
    const verdicts = (young: string) => compareSurfaces(types('Rule: { name: string }'), young).map((it) => it.verdict);
    expect(verdicts(types('Rule: { name: string; age: number }'))).toEqual(['minor']);
    const draft = types('Rule: { name: string }').replace(
      'Draft: { name: string',
      'Draft: { name: string; age: number',
    );
    expect(verdicts(draft)).toEqual(['major']);
  });
});
