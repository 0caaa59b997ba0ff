/** A scan document with as many items in each of its lists as the contract allows. */
import type { ScanDocument, ScannedObject } from '@aispm/types';
import { maxItems } from '../../src/platform/contract/limits.ts';

/** The maximum length of each list. */
export const COUNTS = {
  objects: maxItems('ScanDocument.objects'),
  edges: maxItems('ScanDocument.edges'),
  locations: maxItems('ScanDocument.locations'),
  rules: maxItems('ScanDocument.rules'),
  occurrences: maxItems('ScanDocument.occurrences'),
};

/** Number of tools; all other objects but the asset are agents. */
const TOOLS = 1_000;

/** @param textLength length of the text of each object and occurrence, with which the size of the document grows */
export function createFullDocument(target: string, textLength = 100): ScanDocument {
  const agents = COUNTS.objects - TOOLS - 1;
  const text = 'Handles requests of customers and calls tools for them. '.repeat(textLength / 50).slice(0, textLength);
  const list = <T>(count: number, create: (index: number) => T) => Array.from({ length: count }, (_, i) => create(i));
  return {
    scan_type: 'code',
    target,
    tool_name: 'scanner',
    tool_version: '1.0.0',
    objects: [
      { key: 'repo', stable_key: target, object_type: 'asset', aispm_friendly_name: target, asset_type: 'repository' },
      ...list(
        agents,
        (index): ScannedObject => ({
          key: `agent-${index}`,
          stable_key: `agents/agent-${index}`,
          object_type: 'agent',
          aispm_friendly_name: `Agent ${index}`,
          description: text,
          owners: ['platform@example.com'],
        }),
      ),
      ...list(
        TOOLS,
        (index): ScannedObject => ({
          key: `tool-${index}`,
          stable_key: `tools/tool-${index}`,
          object_type: 'tool',
          aispm_friendly_name: `Tool ${index}`,
          description: text,
          tool_name: `tool_${index}`,
          tool_source: 'function',
          tool_kind: 'tool',
          input_schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
        }),
      ),
    ],
    // Each agent has other tools, so that no relation occurs twice.
    edges: list(COUNTS.edges, (index) => ({
      from_key: `agent-${index % agents}`,
      edge: 'tools',
      to_key: `tool-${(Math.floor(index / agents) * 17 + index) % TOOLS}`,
    })),
    locations: list(COUNTS.locations, (index) => ({
      key: `location-${index}`,
      stable_key: `src/agents/file-${index}.py`,
      aispm_friendly_name: `file-${index}.py`,
      location_type: 'file',
      file_path: `src/agents/file-${index}.py`,
      start_line: index + 1,
    })),
    rules: list(COUNTS.rules, (index) => ({
      rule_id: `scanner.rule-${index}`,
      rule_name: `Rule ${index}`,
      rule_description: text,
      object_types: ['agent'],
      source: 'external',
      severity: 'medium',
    })),
    occurrences: list(COUNTS.occurrences, (index) => ({
      rule_id: `scanner.rule-${index % COUNTS.rules}`,
      fingerprint: `fingerprint-${index}`,
      object_key: `agent-${index % agents}`,
      location_key: `location-${index}`,
      message: text,
      evidence: [{ kind: 'code', value: `agent_${index} = Agent(tools=[shell])`, redacted: false }],
    })),
  };
}

/** Returns the length of each list. */
export function countItems(document: ScanDocument): Record<keyof typeof COUNTS, number> {
  const { objects, edges, locations, rules = [], occurrences } = document;
  return {
    objects: objects.length,
    edges: edges.length,
    locations: locations.length,
    rules: rules.length,
    occurrences: occurrences.length,
  };
}
