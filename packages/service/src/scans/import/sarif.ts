import type { Evidence, ScanDocument, ScannedLocation, ScannedOccurrence } from '@aispm/types';
import { cut, maxItems, maxLength } from '../../contract/limits.ts';
import { redact } from '../../redaction.ts';
import { DocumentPart } from './document-part.ts';
import { filePlace } from './file-place.ts';
import type { ImportContext } from './import-context.ts';
import { digest, stableKey, webAddress } from './names.ts';
import { resultSeverity, type SarifRule, SarifRules } from './sarif-rules.ts';

const ASSET_KEY = 'asset';

/**
 * Converts a SARIF 2.1.0 log into scan documents, one for each run, because each run is another tool.
 *
 * - The target gets the name of the tool, or the identifier of its automation, behind `#`: scans with one target follow on from
 *   each other, and what one tool does not see is not gone for another.
 * - Results that found nothing wrong (`pass`, `notApplicable`, `informational`), are absent from the baseline, or were suppressed
 *   (and no suppression of them is under review or rejected; 3.27.23) are left out.
 * - A run whose tool did not succeed gives a document with `error_message`, which resolves nothing.
 * - A result without a file stands at the root directory of the asset.
 *
 * @param text the log, as JSON
 * @param context what the log does not say
 * @throws ImportError with place, reason and way out
 */
export function importSarif(text: string, context: ImportContext): ScanDocument[] {
  const log = DocumentPart.parse(text);
  const version = log.get('version');
  if (version.requiredText() !== '2.1.0') {
    throw version.wrong(
      `is ${JSON.stringify(version.value)}, and only SARIF 2.1.0 can be read`,
      'Have the tool write 2.1.0, or convert the log with the SARIF Multitool (sarif transform)',
    );
  }
  const runs = log.get('runs');
  if (runs.items().length === 0) throw runs.wrong('has no run', 'Let the tool write a run, with or without results');
  return runs.items().map((run) => importRun(run, context));
}

function importRun(run: DocumentPart, context: ImportContext): ScanDocument {
  const driver = run.get('tool').get('driver');
  const toolName = driver.get('name').requiredText();
  const version = driver.get('semanticVersion').text() ?? driver.get('version').text() ?? 'unknown';
  const provenance = run.get('versionControlProvenance').items()[0];
  const commit = context.commitSha ?? commitOf(provenance);
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
    target: cut(`${context.target}#${category}`, 'ScanDocument.target'),
    ...(branch !== undefined && { branch: cut(branch, 'ScanDocument.branch') }),
    ...(commit !== undefined && { commit_sha: commit }),
    tool_name: cut(toolName, 'ScanDocument.tool_name'),
    tool_version: cut(version, 'ScanDocument.tool_version'),
  };
  const failure = failureOf(run);
  if (failure !== undefined) {
    const error_message = cut(failure, 'ScanDocument.error_message');
    return { ...head, error_message, objects: [], edges: [], locations: [], occurrences: [] };
  }
  const repositoryUrl = webAddress(provenance?.get('repositoryUri').text() ?? context.repositoryUrl);
  const found = readResults(run, toolName, repositoryUrl, context);
  const objects: ScanDocument['objects'] =
    context.assetId !== undefined
      ? []
      : [
          {
            key: ASSET_KEY,
            stable_key: stableKey(context.target),
            object_type: 'asset',
            aispm_friendly_name: cut(
              context.target.split('/').at(-1) || context.target,
              'ScannedAsset.aispm_friendly_name',
            ),
            asset_type: 'repository',
            ...(repositoryUrl !== undefined && { repository_url: repositoryUrl }),
          },
        ];
  return { ...head, objects, edges: [], ...found };
}

function readResults(run: DocumentPart, toolName: string, repositoryUrl: string | undefined, context: ImportContext) {
  const rules = new SarifRules(run, toolName, scannedAt(run).getUTCFullYear());
  const locations: ScannedLocation[] = [];
  const occurrences: ScannedOccurrence[] = [];
  const sightings = new Map<string, number>();
  const results = run.get('results');
  for (const result of results.items().filter(isFinding)) {
    const rule = rules.of(result);
    const place = readPlace(result, run, context);
    const message = redact(messageOf(result, rule));
    const identity = identityOf(result, [rule.scanned.rule_id, place.identity, message.text, place.snippet ?? '']);
    const sighting = sightings.get(identity) ?? 0;
    sightings.set(identity, sighting + 1);
    const fingerprint = digest(identity, sighting);
    const key = `location-${locations.length + 1}`;
    const severity = resultSeverity(result, rule);
    const evidence = evidenceOf(place.snippet);
    locations.push({
      key,
      stable_key: stableKey(`${place.identity}#${fingerprint.slice(0, 16)}`),
      ...(repositoryUrl !== undefined && { repository_url: repositoryUrl }),
      ...place.location,
    });
    occurrences.push({
      fingerprint,
      rule_id: rule.scanned.rule_id,
      object_key: key,
      location_key: key,
      ...(severity !== undefined && { severity }),
      message: cut(message.text, 'ScannedOccurrence.message'),
      ...(evidence !== undefined && { evidence: [evidence] }),
    });
  }
  for (const [list, length] of [
    ['occurrences', occurrences.length],
    ['rules', rules.scanned.length],
  ] as const) {
    const most = maxItems(`ScanDocument.${list}`);
    if (length <= most) continue;
    throw results.wrong(
      `makes ${length} ${list}, and a scan takes at most ${most}`,
      'Scan parts of the repository one by one, each with a target of its own',
    );
  }
  return { locations, rules: rules.scanned, occurrences };
}

function isFinding(result: DocumentPart): boolean {
  const kind = result.get('kind').text() ?? 'fail';
  if (kind === 'pass' || kind === 'notApplicable' || kind === 'informational') return false;
  if (result.get('baselineState').text() === 'absent') return false;
  const suppressions = result.get('suppressions').items();
  const isOpen = (suppression: DocumentPart) =>
    ['underReview', 'rejected'].includes(suppression.get('status').text() ?? '');
  return suppressions.length === 0 || suppressions.some(isOpen);
}

/** Why the tool did not succeed, or undefined when it did. */
function failureOf(run: DocumentPart): string | undefined {
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
  return texts.length === 0 ? 'The scanner says that it did not succeed.' : redact(texts.join('\n')).text;
}

function scannedAt(run: DocumentPart): Date {
  const time = run.get('invocations').items()[0]?.get('endTimeUtc').text();
  return time === undefined || Number.isNaN(Date.parse(time)) ? new Date() : new Date(time);
}

function commitOf(provenance: DocumentPart | undefined): string | undefined {
  const revision = provenance?.get('revisionId').text()?.toLowerCase();
  return revision !== undefined && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(revision) ? revision : undefined;
}

function messageOf(result: DocumentPart, rule: SarifRule): string {
  const message = result.get('message');
  const id = message.get('id').text();
  const template =
    message.get('text').text() ??
    (id === undefined ? undefined : rule.descriptor.get('messageStrings').get(id).get('text').text()) ??
    message.get('markdown').text();
  if (template === undefined) throw message.wrong('has no text, and no message of the rule is pointed to');
  const values = message
    .get('arguments')
    .items()
    .map((value) => value.text() ?? '');
  return template.replace(/\{(\d+)\}|\{\{|\}\}/g, (token, index) =>
    index === undefined ? token.slice(1) : (values[Number(index)] ?? token),
  );
}

/** What makes two sightings the same: what the tool says so, or else rule, place, message and text, but never lines. */
function identityOf(result: DocumentPart, otherwise: readonly string[]): string {
  for (const name of ['fingerprints', 'partialFingerprints']) {
    const stated = result.get(name);
    const values = stated
      .names()
      .sort()
      .map((key) => `${key}=${stated.get(key).text() ?? ''}`);
    if (values.length > 0) return digest(...otherwise.slice(0, 2), ...values);
  }
  return digest(...otherwise);
}

function evidenceOf(snippet: string | undefined): Evidence | undefined {
  if (snippet === undefined) return undefined;
  const { text, redacted } = redact(snippet);
  return { kind: 'code', value: cut(text, 'Evidence.value'), redacted };
}

interface Place {
  /** What stays the same when lines shift. */
  readonly identity: string;
  readonly snippet?: string;
  readonly location: Omit<ScannedLocation, 'key' | 'stable_key' | 'repository_url'>;
}

function readPlace(result: DocumentPart, run: DocumentPart, context: ImportContext): Place {
  const location = result.get('locations').items()[0];
  const physical = location?.get('physicalLocation');
  const artifact = physical?.get('artifactLocation');
  const named = artifact === undefined ? undefined : addressOf(artifact, run);
  if (location === undefined || physical === undefined || artifact === undefined || named === undefined) {
    const name = cut(context.target, 'ScannedLocation.aispm_friendly_name');
    return { identity: '.', location: { aispm_friendly_name: name, location_type: 'directory', file_path: '.' } };
  }
  const place = filePlace(named, context.root, artifact.get('uri'));
  const where = place.name;
  const function_ = location.get('logicalLocations').items()[0]?.get('fullyQualifiedName').text();
  const region = physical.get('region');
  const snippet = region.get('snippet').get('text').text();
  if (where.length > maxLength('ScannedLocation.file_path')) throw artifact.get('uri').wrong('is too long');
  return {
    identity: function_ === undefined ? where : `${where}#${function_}`,
    ...(snippet !== undefined && { snippet }),
    location: {
      aispm_friendly_name: cut(where.split('/').at(-1) || where, 'ScannedLocation.aispm_friendly_name'),
      location_type: 'file',
      ...(place.path !== undefined && { file_path: place.path }),
      ...(place.url !== undefined && { url: place.url }),
      ...readRegion(region),
      ...(snippet !== undefined && { snippet: cut(redact(snippet).text, 'ScannedLocation.snippet') }),
    },
  };
}

/** The address of a file: its own, or that of the artifact it points to, behind the base that it names. */
function addressOf(location: DocumentPart, run: DocumentPart): string | undefined {
  const index = location.get('index').integer(-1) ?? -1;
  const artifact = index < 0 ? undefined : run.get('artifacts').items()[index];
  const uri = location.get('uri').text();
  if (uri === undefined) return artifact === undefined ? undefined : addressOf(artifact.get('location'), run);
  const base = location.get('uriBaseId').text();
  return base === undefined ? uri : `${folderOf(base, run, location, new Set())}${uri}`;
}

/**
 * The folder that a base stands for, relative to the root of the repository. A base with an absolute address, or without any, is
 * the root itself (2.1.0, 3.14.14).
 */
function folderOf(base: string, run: DocumentPart, named: DocumentPart, seen: Set<string>): string {
  if (seen.has(base)) throw named.get('uriBaseId').wrong(`leads back to the base ${base}`);
  seen.add(base);
  const location = run.get('originalUriBaseIds').get(base);
  const uri = location.get('uri').text();
  const parent = location.get('uriBaseId').text();
  const own = uri === undefined || /^[a-z][a-z0-9+.-]*:/i.test(uri) ? '' : uri;
  return parent === undefined ? own : `${folderOf(parent, run, named, seen)}${own}`;
}

/** Lines and columns, both from 1; the end column of SARIF is the one behind the last. */
function readRegion(region: DocumentPart): Partial<ScannedLocation> {
  const start = region.get('startLine').integer(1);
  if (start === undefined) return {};
  const end = region.get('endLine').integer(1) ?? start;
  if (end < start) throw region.get('endLine').wrong(`is before the first line, ${start}`);
  const startColumn = region.get('startColumn').integer(1);
  const behind = region.get('endColumn').integer(1);
  return {
    start_line: start,
    end_line: end,
    ...(startColumn !== undefined && { start_column: startColumn }),
    ...(behind !== undefined && behind > 1 && { end_column: behind - 1 }),
  };
}
