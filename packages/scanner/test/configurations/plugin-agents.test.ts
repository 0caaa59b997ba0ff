/** Agents of plug-ins that are in folders of any name. */
import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

const agent = (name: string) => `---\nname: ${name}\ndescription: Works.\nmodel: sonnet\ntools: Read\n---\nYou work.\n`;

describe('the manifest of a plug-in', () => {
  it('makes the Markdown files that it lists agents', async () => {
    const { names, relations } = await scanSources({
      'desk/.claude-plugin/plugin.json': '{"name": "desk", "agents": ["./clerk.md", "./staff/", "../lost.md"]}',
      'desk/clerk.md': agent('clerk'),
      'desk/staff/porter.md': agent('porter'),
      'desk/staff/README.md': '# Staff\n',
      'desk/notes.md': agent('nobody'),
      'desk/staff/deep/nobody.md': agent('nobody'),
    });
    expect(names('agent')).toEqual(['clerk', 'porter']);
    expect(relations()).toEqual([
      'clerk -models-> sonnet',
      'clerk -tools-> Read',
      'porter -models-> sonnet',
      'porter -tools-> Read',
    ]);
  });

  it('may be that of a collection, and may be broken', async () => {
    const { names } = await scanSources({
      '.claude-plugin/marketplace.json':
        '{"plugins": [{"source": "./desk", "agents": "./clerk.md"}, 1, {"agents": {}}]}',
      'desk/clerk.md': agent('clerk'),
      'clerk.md': agent('nobody'),
      'tests/.claude-plugin/plugin.json': '{"agents": ["./clerk.md"]}',
      'tests/clerk.md': agent('nobody'),
      'other/.claude-plugin/plugin.json': '{"agents": ["./clerk.md", ',
    });
    expect(names('agent')).toEqual(['clerk']);
  });
});
