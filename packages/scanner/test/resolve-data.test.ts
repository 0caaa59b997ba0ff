/** Values in files of data that code imports. */
import { describe, expect, it } from 'vitest';
import { scanSources } from './scan-sources.ts';

describe('JSON that code imports', () => {
  it('has names, models and tools like an object of the code', async () => {
    const { report, names, relations } = await scanSources({
      'package.json': '{ "name": "desk-mcp", "version": "2.1.0", "dependencies": { "openai": "^6.0.0" } }',
      'src/settings.json':
        '{\n  "agent": { "title": "Desk", "model": "gpt-4.1-mini" },\n  "tools": ["Read", "Grep"]\n}\n',
      'src/server.ts': `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import pkg from '../package.json' with { type: 'json' };
export const server = new McpServer({ name: pkg.name, version: pkg.version });
`,
      'src/agent.js': `
const { Agent } = require('@openai/agents');
const settings = require('./settings.json');
const desk = new Agent({ name: settings.agent.title, model: settings.agent.model });
module.exports = { desk };
`,
      'src/other.ts': `
import { query } from '@anthropic-ai/claude-agent-sdk';
import { tools } from './settings.json';
export const other = query({ prompt: 'x', options: { allowedTools: tools } });
`,
    });
    expect(names('mcp_server')).toEqual(['desk-mcp']);
    expect(relations()).toEqual(['Desk -models-> gpt-4.1-mini', 'other -tools-> Grep', 'other -tools-> Read']);
    const model = report.objects.find(({ kind }) => kind === 'model');
    expect(model?.locations.map(({ file, span }) => `${file}:${span[0]}`)).toContain('src/settings.json:2');
  });

  it('is not read otherwise, and may be broken, large or missing', async () => {
    const { names } = await scanSources({
      'openai.json':
        '{ "model": "gpt-5", "import": "openai", "tools": [{ "name": "x", "description": "x", "parameters": {} }] }',
      'broken.json': '{ "title": "Broken", ',
      'large.json': `{ "title": "Large", "text": "${'x'.repeat(200_000)}" }`,
      'agent.ts': `
import { Agent } from '@openai/agents';
import broken from './broken.json';
import large from './large.json';
import missing from './missing.json';
export const first = new Agent({ name: broken.other });
export const second = new Agent({ name: large.title });
export const third = new Agent({ name: missing.title });
`,
    });
    expect(names('agent')).toEqual(['first', 'second', 'third']);
    expect(names('model')).toEqual([]);
    expect(names('tool')).toEqual([]);
  });
});
