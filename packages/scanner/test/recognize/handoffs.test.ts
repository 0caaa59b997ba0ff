import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

const writer = (variable: string) =>
  `from autogen_agentchat.agents import AssistantAgent\n\n${variable} = AssistantAgent(name="writer")\n`;
const lead = (imports: string) =>
  `from autogen_agentchat.agents import AssistantAgent\n${imports}\nlead = AssistantAgent(name="lead", handoffs=["writer"])\n`;

describe('a handoff by name', () => {
  it('means the only agent of that name in the files that are connected', async () => {
    const { relations } = await scanSources({
      'lead.py': lead('from first import one'),
      'first.py': writer('one'),
      'elsewhere/second.py': writer('two'),
    });
    expect(relations('sub_agents')).toEqual(['lead -sub_agents-> writer']);
  });

  it('means no agent when connected files have several of that name', async () => {
    const { relations } = await scanSources({
      'lead.py': lead('from first import one\nfrom second import two'),
      'first.py': writer('one'),
      'second.py': writer('two'),
    });
    expect(relations('sub_agents')).toEqual([]);
  });
});
