import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

const ROOT = `# yaml-language-server: $schema=https://example.com/AgentConfig.json
agent_class: LlmAgent
name: coordinator
model: gemini-2.5-flash
description: Coordinates.
instruction: Delegate.
sub_agents:
  - config_path: billing.yaml
  - code: desk.agents.reviewer
tools:
  - name: google_search
  - name: desk.tools.roll_die
  - name: AgentTool
    args:
      agent:
        config_path: ./nested/critic.yaml
`;
const FILES = {
  'desk/root_agent.yaml': ROOT,
  'desk/billing.yaml': 'name: billing\ninstruction: Bill.\nmodel: gemini-2.5-pro\n',
  'desk/nested/critic.yaml': 'name: critic\nagent_class: google.adk.agents.SequentialAgent\n',
  'desk/agents.py': `from google.adk.agents import LlmAgent
reviewer = LlmAgent(name="reviewer", model="gemini-2.5-flash")
`,
};

describe('a configuration of an agent of Google ADK', () => {
  it('yields the agent with its model, its tools and its sub-agents', async () => {
    const { names, relations, report } = await scanSources(FILES);
    expect(names('agent')).toEqual(['billing', 'coordinator', 'critic', 'reviewer']);
    expect(relations()).toEqual([
      'billing -models-> gemini-2.5-pro',
      'coordinator -models-> gemini-2.5-flash',
      'coordinator -sub_agents-> billing',
      'coordinator -sub_agents-> critic',
      'coordinator -sub_agents-> reviewer',
      'coordinator -tools-> google_search',
      'coordinator -tools-> roll_die',
      'reviewer -models-> gemini-2.5-flash',
    ]);
    const root = report.objects.find(({ name }) => name === 'coordinator');
    expect(root?.fields).toMatchObject({ framework: 'google-adk', description: 'Coordinates.' });
    expect(root?.fields).toHaveProperty('instructions_fingerprint', expect.stringMatching(/^[0-9a-f]{64}$/));
    expect(root?.locations).toMatchObject([{ file: 'desk/root_agent.yaml', span: [3, 7, 3, 17] }]);
  });

  it('has its sub-agents when their files are read after it', async () => {
    const child = 'name: child\ninstruction: Help.\nmodel: gemini-2.5-pro\n';
    const parent = (name: string) => `agent_class: LoopAgent\nname: ${name}\nsub_agents:\n  - config_path: z.yaml\n`;
    const { relations } = await scanSources({ 'a.yaml': parent('first'), 'b.yaml': parent('second'), 'z.yaml': child });
    expect(relations().filter((each) => each.includes('sub_agents'))).toEqual([
      'first -sub_agents-> child',
      'second -sub_agents-> child',
    ]);
  });

  it.each<[string, string]>([
    ['a class of another framework', 'name: x\nagent_class: crew.Agent\nmodel: gpt-5\ninstruction: y\n'],
    ['instructions alone', 'name: x\ninstruction: Fold the paper.\n'],
    ['no name', 'agent_class: LlmAgent\nmodel: gemini-2.5-flash\n'],
    ['a test', ROOT],
  ])('is needed: %s', async (what, text) => {
    const { names } = await scanSources({ [what === 'a test' ? 'tests/root_agent.yaml' : 'a.yaml']: text });
    expect(names('agent')).toEqual([]);
  });
});
