import type { Evidence, ScanDocument, ScannedLocation, ScannedOccurrence } from '@aispm/types';
import { maxItems, truncate } from '../../../platform/contract/limits.ts';
import { redact } from '../../../platform/redaction.ts';
import type { ImportContext } from './import-context.ts';
import { JsonNode } from './json-node.ts';
import { digest, toStableKey, toWebUrl } from './names.ts';
import { readLocation } from './sarif-location.ts';
import { readResultSeverity, type SarifRule, SarifRules } from './sarif-rules.ts';

const ASSET_KEY = 'asset';

/**
 * Converts a SARIF 2.1.0 log to scan documents, one for each run.
 *
 * - The target ends with `#` and the identifier of the automation, or else the name of the tool: a scan resolves the findings of earlier
 *   scans of its target, and must not resolve those of other tools.
 * - Ignored are results without a finding (`pass`, `notApplicable`, `informational`), results that are absent from the baseline, and
 *   suppressed results, unless a suppression is under review or rejected (3.27.23).
 * - A run that failed becomes a document with `error_message`, which resolves nothing.
 * - A result without a file is located at the root directory of the asset.
 *
 * @param text the log, as JSON
 * @param context what the log does not contain
 * @throws {ImportError} with location, reason and remedy
 */
export function importSarif(text: string, context: ImportContext): ScanDocument[] {
  const log = JsonNode.parse(text);
  const version = log.get('version');
  if (version.requiredText() !== '2.1.0') {
    throw version.error(
      `must be "2.1.0", got ${JSON.stringify(version.value)}`,
      'Configure the tool for SARIF 2.1.0, or convert the log with the SARIF Multitool (sarif transform)',
    );
  }
  const runs = log.get('runs');
  if (runs.items().length === 0)
    throw runs.error('must contain a run', 'Create the log with a run, with or without results');
  return runs.items().map((run) => importRun(run, context));
}

function importRun(run: JsonNode, context: ImportContext): ScanDocument {
  const driver = run.get('tool').get('driver');
  const toolName = driver.get('name').requiredText();
  const version = driver.get('semanticVersion').text() ?? driver.get('version').text() ?? 'unknown';
  const provenance = run.get('versionControlProvenance').items()[0];
  const commit = context.commitSha ?? readCommit(provenance);
  const branch = context.branch ?? provenance?.get('branch').text();
  const category =
    run
      .get('automationDetails')
      .get('id')
      .text()
      ?.replace(/\/[^/]*$/, '') || toolName;
  const head = {
    scan_type: 'code' as const,
    ...(context.trigger !== undefined && { trigger: context.trigger }),
    ...(context.assetId !== undefined && { asset_id: context.assetId }),
    target: truncate(`${context.target}#${category}`, 'ScanDocument.target'),
    ...(branch !== undefined && { branch: truncate(branch, 'ScanDocument.branch') }),
    ...(commit !== undefined && { commit_sha: commit }),
    tool_name: truncate(toolName, 'ScanDocument.tool_name'),
    tool_version: truncate(version, 'ScanDocument.tool_version'),
  };
  const failure = readFailure(run);
  if (failure !== undefined) {
    const error_message = truncate(failure, 'ScanDocument.error_message');
    return { ...head, error_message, objects: [], edges: [], locations: [], occurrences: [] };
  }
  const repositoryUrl = toWebUrl(provenance?.get('repositoryUri').text() ?? context.repositoryUrl);
  const found = readResults(run, toolName, repositoryUrl, context);
  const objects: ScanDocument['objects'] =
    context.assetId !== undefined
      ? []
      : [
          {
            key: ASSET_KEY,
            stable_key: toStableKey(context.target),
            object_type: 'asset',
            aispm_friendly_name: truncate(
              context.target.split('/').at(-1) || context.target,
              'ScannedAsset.aispm_friendly_name',
            ),
            asset_type: 'repository',
            ...(repositoryUrl !== undefined && { repository_url: repositoryUrl }),
          },
        ];
  return { ...head, objects, edges: [], ...found };
}

function readResults(run: JsonNode, toolName: string, repositoryUrl: string | undefined, context: ImportContext) {
  const rules = new SarifRules(run, toolName);
  const locations: ScannedLocation[] = [];
  const occurrences: ScannedOccurrence[] = [];
  const sightings = new Map<string, number>();
  const results = run.get('results');
  for (const result of results.items().filter(isFinding)) {
    const rule = rules.resolve(result);
    const located = readLocation(result, run, context);
    const message = redact(formatMessage(result, rule));
    const identity = calculateIdentity(result, [
      rule.scanned.rule_id,
      located.identity,
      message.text,
      located.snippet ?? '',
    ]);
    const sighting = sightings.get(identity) ?? 0;
    sightings.set(identity, sighting + 1);
    const fingerprint = digest(identity, sighting);
    const key = `location-${locations.length + 1}`;
    const severity = readResultSeverity(result, rule);
    const evidence = createEvidence(located.snippet);
    locations.push({
      key,
      stable_key: toStableKey(`${located.identity}#${fingerprint.slice(0, 16)}`),
      ...(repositoryUrl !== undefined && { repository_url: repositoryUrl }),
      ...located.location,
    });
    occurrences.push({
      fingerprint,
      rule_id: rule.scanned.rule_id,
      object_key: key,
      location_key: key,
      ...(severity !== undefined && { severity }),
      message: truncate(message.text, 'ScannedOccurrence.message'),
      ...(evidence !== undefined && { evidence: [evidence] }),
    });
  }
  for (const [list, length] of [
    ['occurrences', occurrences.length],
    ['rules', rules.scanned.length],
  ] as const) {
    const max = maxItems(`ScanDocument.${list}`);
    if (length <= max) continue;
    throw results.error(
      `contains ${length} ${list}, more than the limit of ${max}`,
      'Scan parts of the repository separately, each with its own target',
    );
  }
  return { locations, rules: rules.scanned, occurrences };
}

function isFinding(result: JsonNode): boolean {
  const kind = result.get('kind').text() ?? 'fail';
  if (kind === 'pass' || kind === 'notApplicable' || kind === 'informational') return false;
  if (result.get('baselineState').text() === 'absent') return false;
  const suppressions = result.get('suppressions').items();
  const isOpen = (suppression: JsonNode) =>
    ['underReview', 'rejected'].includes(suppression.get('status').text() ?? '');
  return suppressions.length === 0 || suppressions.some(isOpen);
}

/** Reads why the tool failed; undefined when it succeeded. */
function readFailure(run: JsonNode): string | undefined {
  const failed = run
    .get('invocations')
    .items()
    .filter((invocation) => invocation.get('executionSuccessful').boolean() === false);
  if (failed.length === 0) return undefined;
  const notifications = failed.flatMap((invocation) => [
    ...invocation.get('toolExecutionNotifications').items(),
    ...invocation.get('toolConfigurationNotifications').items(),
  ]);
  const errors = notifications.filter((notification) => notification.get('level').text() === 'error');
  const texts = [
    ...failed.map((invocation) => invocation.get('exitCodeDescription').text()),
    ...errors.map((error) => error.get('message').get('text').text()),
  ].filter((text) => text !== undefined);
  return texts.length === 0 ? 'The scanner failed without an error message.' : redact(texts.join('\n')).text;
}

function readCommit(provenance: JsonNode | undefined): string | undefined {
  const revision = provenance?.get('revisionId').text()?.toLowerCase();
  return revision !== undefined && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(revision) ? revision : undefined;
}

function formatMessage(result: JsonNode, rule: SarifRule): string {
  const message = result.get('message');
  const id = message.get('id').text();
  const template =
    message.get('text').text() ??
    (id === undefined ? undefined : rule.descriptor.get('messageStrings').get(id).get('text').text()) ??
    message.get('markdown').text();
  if (template === undefined) throw message.error('must contain a text, or the id of a message of the rule');
  const values = message
    .get('arguments')
    .items()
    .map((value) => value.text() ?? '');
  return template.replace(/\{(\d+)\}|\{\{|\}\}/g, (token, index) =>
    index === undefined ? token.slice(1) : (values[Number(index)] ?? token),
  );
}

/** Calculates what identifies a finding across scans: the fingerprints of the tool, or else rule, location, message and snippet. */
function calculateIdentity(result: JsonNode, defaults: readonly string[]): string {
  for (const name of ['fingerprints', 'partialFingerprints']) {
    const stated = result.get(name);
    const values = stated
      .names()
      .sort()
      .map((key) => `${key}=${stated.get(key).text() ?? ''}`);
    if (values.length > 0) return digest(...defaults.slice(0, 2), ...values);
  }
  return digest(...defaults);
}

function createEvidence(snippet: string | undefined): Evidence | undefined {
  if (snippet === undefined) return undefined;
  const { text, redacted } = redact(snippet);
  return { kind: 'code', value: truncate(text, 'Evidence.value'), redacted };
}
