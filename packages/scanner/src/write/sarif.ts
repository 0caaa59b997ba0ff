/** SARIF 2.1.0: what was found as informational results, and the findings. */
import { groupBy } from '@aispm/domain';
import type { ScannedObject, Severity } from '@aispm/types';
import type { ScanReport } from '../assemble/report.ts';
import { ownPropertiesOf } from './own-properties.ts';
import { type ShownFinding, type ShownLocation, showFindings, showUploaded } from './shown-findings.ts';
import type { Uploaded } from './upload.ts';

const LEVELS: Record<Severity, 'error' | 'warning' | 'note'> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};

/** The scores by which GitHub orders alerts: the middle of each range of CVSS. */
const SECURITY_SEVERITIES: Record<Severity, string> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '2.0',
  info: '0.0',
};

const KINDS = [
  ['agent', 'An agent was found.'],
  ['tool', 'A tool was found.'],
  ['model', 'A model was found.'],
  ['mcp_server', 'An MCP server was found.'],
] as const;

/** Creates the log. It has no times, so that the same repository always has the same log. */
export function sarifOf({ document, diagnostics, findings }: ScanReport, uploaded?: Uploaded): object {
  const shown = uploaded === undefined ? showFindings(findings) : showUploaded(uploaded);
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
  const rules = new Map(shown.map(({ rule }) => [rule.rule_id, rule]));
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
              ...[...rules.values()].toSorted((a, b) => compare(a.rule_id, b.rule_id)).map(ruleOf),
            ],
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: diagnostics.map(notification) }],
        results: [...inventory, ...shown.map(resultOf)],
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

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function ruleOf({
  rule_id: id,
  rule_name,
  rule_description,
  severity,
  tags = {},
  remediation,
}: ShownFinding['rule']): object {
  const { summary, steps = [], references = [] } = remediation ?? {};
  const help = [summary, ...steps.map((step) => `- ${step}`)].filter((text) => text !== undefined).join('\n');
  const labels = Object.entries(tags).flatMap(([taxonomy, ids]) => ids.map((tag) => `${taxonomy}/${tag}`));
  return {
    id,
    shortDescription: { text: rule_name ?? id },
    ...(rule_description !== undefined && { fullDescription: { text: rule_description } }),
    ...(help !== '' && { help: { text: help } }),
    ...(references[0] !== undefined && { helpUri: references[0] }),
    ...(severity !== undefined && {
      defaultConfiguration: { level: LEVELS[severity] },
      properties: { tags: ['security', ...labels], 'security-severity': SECURITY_SEVERITIES[severity] },
    }),
  };
}

function physicalLocation(location: ShownLocation | undefined): object[] {
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

function resultOf({ rule, severity, fingerprint, message, locations }: ShownFinding): object {
  return {
    ruleId: rule.rule_id,
    level: LEVELS[severity],
    message: { text: message },
    partialFingerprints: { 'aispmFingerprint/v1': fingerprint },
    locations: locations.flatMap(physicalLocation).slice(0, 10),
  };
}
