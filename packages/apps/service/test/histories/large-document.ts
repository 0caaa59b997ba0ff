/** A scan document of any size. */
import type { ScanDocument } from '@aispm/types';

/** Creates a document of agents that share models, each with a finding of the scanner. */
export function createLargeDocument(target: string, agents: number, version = '1'): ScanDocument {
  const numbers = Array.from({ length: agents }, (_, number) => number);
  return {
    scan_type: 'code',
    target,
    tool_name: 'scanner',
    tool_version: version,
    objects: [
      { key: 'repo', stable_key: target, object_type: 'asset', aispm_friendly_name: target, asset_type: 'repository' },
      ...numbers.map((number) => ({
        key: `m${number}`,
        stable_key: `model-${number}`,
        object_type: 'model' as const,
        aispm_friendly_name: `Model ${number}`,
        model_name: `model-${number}`,
        provider_name: 'acme',
        revision: null,
        deployment: 'embedded' as const,
      })),
      ...numbers.map((number) => ({
        key: `a${number}`,
        stable_key: `agent-${number}`,
        object_type: 'agent' as const,
        aispm_friendly_name: `Agent ${number} of ${target}`,
        owners: [],
      })),
    ],
    edges: numbers.flatMap((number) => [
      { from_key: `a${number}`, edge: 'models' as const, to_key: `m${number}` },
      { from_key: `a${number}`, edge: 'models' as const, to_key: `m${(number * 7) % agents}` },
      { from_key: `a${number}`, edge: 'locations' as const, to_key: `l${number}` },
    ]),
    locations: numbers.map((number) => ({
      key: `l${number}`,
      stable_key: `src/a${number}.py`,
      aispm_friendly_name: `a${number}.py`,
      location_type: 'file',
      file_path: `src/a${number}.py`,
      start_line: number + 1,
    })),
    rules: [1, 2, 3].map((number) => ({
      rule_id: `acme.${number}`,
      rule_name: `Rule ${number}`,
      rule_description: '',
      object_types: ['agent'],
      source: 'external',
      severity: 'medium',
    })),
    occurrences: numbers.map((number) => ({
      rule_id: `acme.${(number % 3) + 1}`,
      fingerprint: `f${number}`,
      object_key: `a${number}`,
      location_key: `l${number}`,
      message: `Agent ${number} executes shell commands.`,
      evidence: [{ kind: 'code', value: `agent_${number} = Agent(tools=[shell])`, redacted: false }],
    })),
  };
}
