/** SARIF 2.1.0: what was found as informational results, and the findings of the service. */
import { groupBy } from '@aispm/domain';
import type { FineGrainedIssue, Rule, ScannedLocation, ScannedObject, Severity } from '@aispm/types';
import type { ScanReport } from '../assemble/report.ts';
import { ownPropertiesOf } from './own-properties.ts';
import type { Uploaded } from './upload.ts';

const LEVELS: Record<Severity, 'error' | 'warning' | 'note'> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};

const KINDS = [
  ['agent', 'An agent was found.'],
  ['tool', 'A tool was found.'],
  ['model', 'A model was found.'],
  ['mcp_server', 'An MCP server was found.'],
] as const;

/** Creates the log. It has no times, so that the same repository always has the same log. */
export function sarifOf({ document, diagnostics }: ScanReport, uploaded?: Uploaded): object {
  const findings = uploaded?.findings ?? [];
  const locations = new Map(document.locations.map((location) => [location.key, location]));
  const located = groupBy(
    document.edges.filter(({ edge }) => edge === 'locations'),
    ({ from_key }) => from_key,
  );
  const locationsOf = (key: string | undefined) => (located.get(key ?? '') ?? []).map(({ to_key }) => to_key);
  const inventory = document.objects
    .filter(({ object_type }) => object_type !== 'asset')
    .map((object) => ({
      ruleId: object.object_type,
      kind: 'informational',
      level: 'none',
      message: { text: `${object.object_type.replace('_', ' ')} ${object.aispm_friendly_name}` },
      partialFingerprints: { 'aispmStableKey/v1': object.stable_key },
      properties: propertyBagOf(object),
      locations: locationsOf(object.key)
        .flatMap((key) => physicalLocation(locations.get(key)))
        .slice(0, 10),
    }));
  // The service returns the findings of the scanner with its own.
  const occurrences = uploaded === undefined ? document.occurrences : [];
  const own = new Map((document.rules ?? []).map((rule) => [rule.rule_id, rule]));
  const rules = [...new Set([...findings, ...occurrences].map(({ rule_id }) => rule_id))].sort();
  const seen = occurrences.map((occurrence) => ({
    ruleId: occurrence.rule_id,
    level: LEVELS[occurrence.severity ?? 'medium'],
    message: { text: occurrence.message },
    partialFingerprints: { 'aispmFingerprint/v1': occurrence.fingerprint },
    locations: (occurrence.location_key === undefined ? locationsOf(occurrence.object_key) : [occurrence.location_key])
      .flatMap((key) => physicalLocation(locations.get(key)))
      .slice(0, 10),
  }));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: document.tool_name,
            version: document.tool_version,
            rules: [
              ...KINDS.map(([id, text]) => ({ id, shortDescription: { text } })),
              ...rules.map((id) => ruleOf(id, uploaded?.rules.get(id) ?? own.get(id))),
            ],
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: diagnostics.map(notification) }],
        results: [...inventory, ...seen, ...findings.map(resultOf)],
      },
    ],
  };
}

/** Returns what an import needs to bring the object back; names with several values have a list. */
function propertyBagOf(object: ScannedObject): Record<string, string | string[]> {
  const bag: Record<string, string | string[]> = {
    'aispm:aispm_friendly_name': object.aispm_friendly_name,
    ...(object.description && { 'aispm:description': object.description }),
  };
  for (const { name, value } of ownPropertiesOf(object)) {
    const known = bag[name];
    bag[name] = known === undefined ? value : [known, value].flat();
  }
  return bag;
}

function ruleOf(id: string, rule: Partial<Rule> | undefined): object {
  const { summary, steps = [] } = rule?.remediation ?? {};
  const help = [summary, ...steps.map((step) => `- ${step}`)].filter((text) => text !== undefined).join('\n');
  return {
    id,
    shortDescription: { text: rule?.rule_name ?? id },
    ...(rule?.rule_description !== undefined && { fullDescription: { text: rule.rule_description } }),
    ...(help !== '' && { help: { text: help } }),
  };
}

function physicalLocation(location: ScannedLocation | undefined): object[] {
  const path = location?.file_path;
  if (location === undefined || path === undefined || path === null) return [];
  const isCell = location.location_type === 'notebook_cell';
  const hasLines = location.start_line !== undefined && location.start_line !== null;
  const region = {
    startLine: location.start_line ?? 1,
    ...(location.start_column && { startColumn: location.start_column }),
    ...(location.end_line && { endLine: location.end_line }),
    // The end is exclusive here.
    ...(location.end_column && { endColumn: location.end_column + 1 }),
  };
  return [{ physicalLocation: { artifactLocation: { uri: uriOf(path) }, ...(!isCell && hasLines && { region }) } }];
}

function uriOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function notification({ file, line, message, kind }: ScanReport['diagnostics'][number]): object {
  const region = line === undefined ? {} : { region: { startLine: line } };
  return {
    level: kind === 'unresolved' ? 'note' : 'warning',
    message: { text: message },
    ...(file !== undefined && {
      locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...region } }],
    }),
  };
}

function resultOf(finding: FineGrainedIssue): object {
  const { location } = finding;
  const path = location?.file_path;
  return {
    ruleId: finding.rule_id,
    level: LEVELS[finding.definitive_severity],
    message: { text: finding.message },
    partialFingerprints: { 'aispmFingerprint/v1': finding.fingerprint },
    locations: path
      ? [
          {
            physicalLocation: {
              artifactLocation: { uri: uriOf(path) },
              region: { startLine: location.start_line ?? 1 },
            },
          },
        ]
      : [],
  };
}
