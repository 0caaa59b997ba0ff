import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

const agent = (name: string, rest = '') => `new Agent({ name: '${name}'${rest} })`;
const IMPORT = `import { Agent, tool } from '@openai/agents';\n`;

describe('TypeScript and JavaScript', () => {
  it('follow every way to import an agent class', async () => {
    const { names } = await scanSources({
      'a.ts': `import { Agent as Helper } from '@openai/agents';\nexport const a = new Helper({ name: 'renamed' });\n`,
      'b.ts': `import * as sdk from '@openai/agents';\nexport const b = new sdk.Agent({ name: 'namespace' });\n`,
      'c.cjs': `const { Agent } = require('@openai/agents');\nmodule.exports = { c: new Agent({ name: 'required' }) };\n`,
      'd.mjs': `const sdk = await import('@openai/agents');\nexport const d = new sdk.Agent({ name: 'dynamic' });\n`,
      'e.ts': `import { Agent } from './sdk.js';\nexport default new Agent({ name: 'exported again' });\n// '@openai/agents'\n`,
      'sdk.ts': `export { Agent } from '@openai/agents';\n`,
      'f.ts': `import { Agent } from './all';\nnew Agent({ name: 'exported with all' });\n// '@openai/agents'\n`,
      'all/index.ts': `export * from '../sdk.js';\n`,
      'g.tsx': `${IMPORT}export function View() { return <p onClick={() => run(${agent('in a view')})}>x</p>; }\n`,
      'h.jsx': `${IMPORT}class Desk { #agent = ${agent('in a field')}; }\n`,
      'i.mts': `${IMPORT}const i = <unknown>(${agent('in wrappers')} as const satisfies object)!;\n`,
    });
    expect(names('agent')).toEqual([
      'dynamic',
      'exported again',
      'exported with all',
      'in a field',
      'in a view',
      'in wrappers',
      'namespace',
      'renamed',
      'required',
    ]);
  });

  it('follow values through constants, templates, enumerations, defaults, classes and functions', async () => {
    const { relations } = await scanSources({
      'settings.ts': [
        `export const MODELS = { small: 'gpt-4.1-mini' } as const;`,
        `export enum Size { Large = 'gpt-4.1' }`,
        `const VERSION = 5;`,
        `export const next = \`gpt-\${VERSION}\`;`,
        `export const fallback = process.env.MODEL ?? 'gpt-4o';`,
        `export default 'o3';`,
      ].join('\n'),
      'agents.ts': [
        IMPORT,
        `import preferred, { fallback, MODELS, next, Size } from './settings.js';`,
        `export const a = ${agent('a', ', model: MODELS.small')};`,
        `export const b = ${agent('b', ', model: Size.Large')};`,
        `export const c = ${agent('c', ', model: next')};`,
        `export const d = ${agent('d', ', model: fallback')};`,
        `export const e = ${agent('e', ', model: preferred')};`,
        `const create = ({ name, model = 'o4-mini' }: { name: string; model?: string }) => new Agent({ name, model });`,
        `export const f = create({ name: 'f' });`,
        `class Desk {`,
        `  constructor(private readonly model: string) {}`,
        `  get agent() { return new Agent({ name: 'g', model: this.model }); }`,
        `}`,
        `export const g = new Desk('gpt-5-mini').agent;`,
        `const { model: inner } = { model: 'gpt-5-nano' };`,
        `export const h = ${agent('h', ', model: inner')};`,
      ].join('\n'),
    });
    expect(relations('models')).toEqual([
      'a -models-> gpt-4.1-mini',
      'b -models-> gpt-4.1',
      'c -models-> gpt-5',
      'd -models-> gpt-4o',
      'e -models-> o3',
      'f -models-> o4-mini',
      'g -models-> gpt-5-mini',
      'h -models-> gpt-5-nano',
    ]);
  });

  it('follow lists that are spread, changed later, or filled in a loop', async () => {
    const { relations } = await scanSources({
      'agents.ts': [
        IMPORT,
        `const made = ['x', 'y'].map((name) => tool({ name, description: 'd', execute: () => 1 }));`,
        `const list = [tool({ name: 'first', description: 'd', execute: () => 1 }), ...made];`,
        `list.push(tool({ name: 'pushed', description: 'd', execute: () => 1 }));`,
        `import { shared } from './shared';`,
        `const desk = ${agent('desk', ', tools: [...list, ...shared]')};`,
        `const other = ${agent('other')};`,
        `desk.handoffs.push(other);`,
        `other.handoffs = [desk];`,
      ].join('\n'),
      'shared.ts': `${IMPORT}export const shared = [];\nshared.push(tool({ name: 'shared', description: 'd', execute: () => 1 }));\n`,
    });
    expect(relations()).toEqual([
      'desk -sub_agents-> other',
      'desk -tools-> first',
      'desk -tools-> pushed',
      'desk -tools-> shared',
      'desk -tools-> x',
      'desk -tools-> y',
      'other -sub_agents-> desk',
    ]);
  });

  it('resolve path aliases and packages of a workspace to their sources', async () => {
    const { relations } = await scanSources({
      'package.json': '{ "private": true, "workspaces": ["packages/*"] }',
      'packages/base/package.json':
        '{ "name": "@desk/base", "exports": { ".": "./dist/index.js", "./names": "./dist/names.js" } }',
      'packages/base/src/index.ts': `export const MODEL = 'gpt-4.1';\n`,
      'packages/base/src/names.ts': `export const NAME = 'workspace';\n`,
      'app/tsconfig.json': '{ "extends": "./tsconfig.base.json", // comment\n "compilerOptions": {}, }',
      'app/tsconfig.base.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["./src/*"] } } }',
      'app/src/lib/settings.ts': `export const MODEL = 'gpt-4o';\n`,
      'app/src/a.ts': `${IMPORT}import { MODEL } from '@/lib/settings';\nexport const a = ${agent('alias', ', model: MODEL')};\n`,
      'app/src/b.ts': `${IMPORT}import { MODEL } from '@desk/base';\nimport { NAME } from '@desk/base/names';\nexport const b = new Agent({ name: NAME, model: MODEL });\n`,
      'app/src/c.ts': `${IMPORT}import { MODEL } from 'src/lib/settings';\nexport const c = ${agent('base', ', model: MODEL')};\n`,
    });
    expect(relations('models')).toEqual([
      'alias -models-> gpt-4o',
      'base -models-> gpt-4o',
      'workspace -models-> gpt-4.1',
    ]);
  });

  it('do not take comments, texts, other packages, local classes, types or tests for agents', async () => {
    const { names } = await scanSources({
      'a.ts': `import { Agent } from 'other';\nnew Agent({ name: 'other' });\n// '@openai/agents'\n`,
      'b.ts': `${IMPORT}const text = "new Agent({ name: 'text' })";\n/* new Agent({ name: 'comment' }) */\n`,
      'c.ts': `import { run } from '@openai/agents';\nclass Agent {}\nnew Agent({ name: 'local' });\n`,
      'd.ts': `import type { Agent } from '@openai/agents';\nexport type Named = Agent & { name: 'type' };\n`,
      'e.test.ts': `${IMPORT}new Agent({ name: 'test' });\n`,
      'f.py': `from agents import Agent\n# "@openai/agents"\n`,
      'g.ts': `import { Agent } from 'agents';\nnew Agent({ name: 'a class of another package that Python knows' });\n`,
      'h.d.ts': `import { Agent } from '@openai/agents';\nexport declare const agent: Agent;\n`,
    });
    expect(names('agent')).toEqual([]);
  });

  it('report broken sources and read the rest of them', async () => {
    const { names, report } = await scanSources({
      'a.ts': `${IMPORT}export const a = ${agent('whole')};\nconst = = ;\nexport const b = ${agent('after')};\n`,
      'b.ts': `${IMPORT}const x = ${'('.repeat(3_000)}1${')'.repeat(3_000)};\n`,
    });
    expect(names('agent')).toEqual(['after', 'whole']);
    const problems = report.diagnostics.map(({ kind, file }) => `${kind} ${file}`);
    expect(problems).toContain('syntax a.ts');
    expect(problems).toContain('syntax b.ts');
  });
});
