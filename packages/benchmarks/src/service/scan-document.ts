/** A scan document of a realistic size, as large as the inventory of a company with many agents. */
import type { ScanDocument, ScannedObject } from '@aispm/types';

/** The number of items in each list of the document. */
export const SIZE = { agents: 500, tools: 2_000, servers: 100, locations: 3_000, edges: 6_544, occurrences: 800 };
/** Rules of the scanner. */
const RULES = 40;

const list = <T>(count: number, create: (index: number) => T) => Array.from({ length: count }, (_, i) => create(i));

/** Creates the document. @param target name of the target, which distinguishes the scans of two targets with the same objects */
export function createDocument(target: string): ScanDocument {
  return {
    scan_type: 'code',
    target,
    tool_name: 'scanner',
    tool_version: '1.0.0',
    objects: createObjects(target),
    edges: createEdges(),
    locations: list(SIZE.locations, (index) => ({
      key: `location-${index}`,
      stable_key: `src/agents/file-${index}.py`,
      aispm_friendly_name: `file-${index}.py`,
      location_type: 'file',
      file_path: `src/agents/file-${index}.py`,
      start_line: index + 1,
    })),
    rules: createRules(),
    occurrences: list(SIZE.occurrences, (index) => ({
      rule_id: `bench.rule-${index % RULES}`,
      fingerprint: `fingerprint-${index}`,
      object_key: index % 2 === 0 ? `agent-${index % SIZE.agents}` : `tool-${index % SIZE.tools}`,
      location_key: `location-${index}`,
      message: 'The code calls a shell with text of a user.',
      evidence: [{ kind: 'code', value: `run(command_${index})`, redacted: false }],
    })),
  };
}

/** Creates a small document of another target, which has a finding of every rule on exclusive and on shared objects. */
export function createSmallDocument(target: string): ScanDocument {
  const { objects, ...document } = createDocument(target);
  const isShared = ({ key }: ScannedObject) => key === 'repo' || /^agent-\d$/.test(key);
  return {
    ...document,
    objects: objects.filter(isShared),
    edges: [],
    locations: [],
    rules: createRules(),
    occurrences: list(RULES, (index) => ({
      rule_id: `bench.rule-${index}`,
      fingerprint: `small-${index}`,
      object_key: `agent-${index % 10}`,
      message: 'The agent has no owner.',
      severity: index % 2 === 0 ? 'critical' : 'high',
    })),
  };
}

function createRules(): NonNullable<ScanDocument['rules']> {
  return list(RULES, (index) => ({
    rule_id: `bench.rule-${index}`,
    rule_name: `Rule ${index}`,
    rule_description: 'Text of a user reaches a shell.',
    object_types: ['agent', 'tool'],
    source: 'external',
    severity: 'medium',
  }));
}

function createObjects(target: string): ScannedObject[] {
  const description = 'Handles requests of customers and calls tools for them.';
  return [
    { key: 'repo', stable_key: target, object_type: 'asset', aispm_friendly_name: target, asset_type: 'repository' },
    ...list(
      SIZE.agents,
      (index): ScannedObject => ({
        key: `agent-${index}`,
        stable_key: `agents/agent-${index}`,
        object_type: 'agent',
        aispm_friendly_name: `Agent ${index}`,
        description,
        owners: index % 10 === 0 ? [] : ['platform@example.com'],
      }),
    ),
    ...list(
      SIZE.tools,
      (index): ScannedObject => ({
        key: `tool-${index}`,
        stable_key: `tools/tool-${index}`,
        object_type: 'tool',
        aispm_friendly_name: `Tool ${index}`,
        description,
        tool_name: `tool_${index}`,
        tool_source: 'mcp',
        tool_kind: 'tool',
        input_schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
      }),
    ),
    ...list(
      SIZE.servers,
      (index): ScannedObject => ({
        key: `server-${index}`,
        stable_key: `servers/server-${index}`,
        object_type: 'mcp_server',
        aispm_friendly_name: `Server ${index}`,
        server_name: `com.example/server-${index}`,
        transport: 'streamable-http',
        url: `https://server-${index}.example.com/mcp`,
        auth_type: index % 10 === 0 ? 'none' : 'oauth2',
      }),
    ),
  ];
}

/** Each server offers 20 tools, each agent uses two servers, each of these objects has a location; the rest are tools of agents. */
function createEdges(): ScanDocument['edges'] {
  const { agents, tools, servers, edges } = SIZE;
  const located = [
    ...list(agents, (i) => `agent-${i}`),
    ...list(tools, (i) => `tool-${i}`),
    ...list(servers, (i) => `server-${i}`),
  ];
  const first: ScanDocument['edges'] = [
    ...list(tools, (index) => ({
      from_key: `server-${index % servers}`,
      edge: 'tools' as const,
      to_key: `tool-${index}`,
    })),
    ...list(agents * 2, (index) => ({
      from_key: `agent-${index % agents}`,
      edge: 'mcp_servers' as const,
      to_key: `server-${((index % agents) + Math.floor(index / agents) * 7) % servers}`,
    })),
    ...located.map((key, index) => ({ from_key: key, edge: 'locations' as const, to_key: `location-${index}` })),
  ];
  return [
    ...first,
    ...list(edges - first.length, (index) => ({
      from_key: `agent-${index % agents}`,
      edge: 'tools' as const,
      to_key: `tool-${index * 2}`,
    })),
  ];
}
