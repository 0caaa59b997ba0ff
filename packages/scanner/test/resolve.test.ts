import { describe, expect, it } from 'vitest';
import { scanSources } from './scan-sources.ts';

const HEADER =
  'import os\nfrom agents import Agent, function_tool\n\n@function_tool\ndef one(): ...\n\n@function_tool\ndef two(): ...\n\n';

/** What sources say in a roundabout way, and the relations and agents that follow. */
const CASES: Record<string, { source: string; agents?: readonly string[]; related: readonly string[] }> = {
  'a list that is appended to': {
    source: 'tools = [one]\ntools.append(two)\na = Agent(name="A", tools=tools)\n',
    related: ['A -tools-> one', 'A -tools-> two'],
  },
  'a list that is extended with +=': {
    source: 'tools = [one]\ntools += [two]\na = Agent(name="A", tools=tools)\n',
    related: ['A -tools-> one', 'A -tools-> two'],
  },
  'a sum of lists and a spread': {
    source: 'base = [one]\na = Agent(name="A", tools=base + [two])\nb = Agent(name="B", tools=[*base])\n',
    related: ['A -tools-> one', 'A -tools-> two', 'B -tools-> one'],
  },
  'a default of an environment variable': {
    source: 'a = Agent(name="A", model=os.getenv("MODEL", "gpt-4.1"))\n',
    related: ['A -models-> gpt-4.1'],
  },
  'a default after "or"': {
    source: 'def make(model=None):\n    return Agent(name="A", model=model or "gpt-4.1")\n',
    related: ['A -models-> gpt-4.1'],
  },
  'a field of a class of settings': {
    source:
      'class Settings:\n    model: str = "gpt-4.1"\n\nsettings = Settings()\na = Agent(name="A", model=settings.model)\n',
    related: ['A -models-> gpt-4.1'],
  },
  'a field that the constructor sets': {
    source:
      'class App:\n    def __init__(self, model="gpt-4.1"):\n        self.model = model\n        self.agent = Agent(name="A", model=self.model)\n',
    related: ['A -models-> gpt-4.1'],
  },
  'a factory with several callers': {
    source:
      'def make(name, tool):\n    return Agent(name=name, tools=[tool])\n\nx = make("X", one)\ny = make(name="Y", tool=two)\nz = Agent(name="Z", handoffs=[x, y])\n',
    agents: ['X', 'Y', 'Z'],
    related: ['X -tools-> one', 'Y -tools-> two', 'Z -sub_agents-> X', 'Z -sub_agents-> Y'],
  },
  'a loop over names': {
    source: 'agents = {}\nfor name in ["X", "Y"]:\n    agents[name] = Agent(name=name)\n',
    agents: ['X', 'Y'],
    related: [],
  },
  'a comprehension': {
    source: 'helpers = [Agent(name=name) for name in ("X", "Y")]\nlead = Agent(name="Lead", handoffs=helpers)\n',
    agents: ['Lead', 'X', 'Y'],
    related: ['Lead -sub_agents-> X', 'Lead -sub_agents-> Y'],
  },
  'a dictionary by key': {
    source: 'MODELS = {"fast": "gpt-4.1-mini", "good": "gpt-4.1"}\na = Agent(name="A", model=MODELS["fast"])\n',
    related: ['A -models-> gpt-4.1-mini'],
  },
  'an enumeration': {
    source:
      'from enum import Enum\n\nclass Models(Enum):\n    GOOD = "gpt-4.1"\n\na = Agent(name="A", model=Models.GOOD.value)\n',
    related: ['A -models-> gpt-4.1'],
  },
  'a class that derives from an agent': {
    source:
      'class Desk(Agent):\n    def __init__(self):\n        super().__init__(name="Desk", tools=[one])\n\ndesk = Desk()\n',
    agents: ['Desk'],
    related: ['Desk -tools-> one'],
  },
  'a parameter that no call passes': {
    source: 'def make(model):\n    return Agent(name="A", model=model)\n',
    related: [],
  },
};

describe('the resolution of values', () => {
  it.each(Object.entries(CASES))('follows %s', async (_, { source, agents = ['A'], related }) => {
    const { names, relations } = await scanSources({ 'main.py': HEADER + source });
    expect(names('agent').filter((name) => name !== 'B')).toEqual(agents);
    expect(relations()).toEqual(related);
  });

  it('follows relative imports, re-exports, aliases and star imports', async () => {
    const { relations } = await scanSources({
      'app/__init__.py': 'from .agents import desk\n',
      'app/settings.py': 'DEFAULT = "gpt-4.1"\n',
      'app/tools/__init__.py': 'from .orders import *\n',
      'app/tools/orders.py': 'from agents import function_tool\n\n@function_tool\ndef lookup(): ...\n',
      'app/agents.py':
        'from agents import Agent as Base\nfrom . import settings as config\nfrom .tools import lookup as find\n\ndesk = Base(name="Desk", model=config.DEFAULT, tools=[find])\n',
      'main.py': 'from agents import Agent\nfrom app import desk\n\nlead = Agent(name="Lead", handoffs=[desk])\n',
    });
    expect(relations()).toEqual(['Desk -models-> gpt-4.1', 'Desk -tools-> lookup', 'Lead -sub_agents-> Desk']);
  });

  it('reports what it cannot resolve', async () => {
    const { report } = await scanSources({ 'main.py': `${HEADER}a = Agent(name="A", tools=[registry.find("x")])\n` });
    expect(report.diagnostics).toEqual([
      { kind: 'unresolved', file: 'main.py', line: 10, message: expect.stringContaining('A tool of A is not known') },
    ]);
  });
});
