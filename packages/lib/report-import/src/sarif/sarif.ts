import type { ScanDocument } from '@aispm/types';
import type { ImportContext } from '../document/import-context.ts';
import type { ImportLog } from '../report/import-log.ts';
import type { JsonNode } from '../report/json-node.ts';
import { wrongFormat } from '../report/report-format.ts';
import { readOwnResult } from './object.ts';
import { describeIgnored, SarifResults } from './result.ts';
import { readRunHead } from './run.ts';
import { SarifScan } from './scan.ts';

/**
 * Converts a SARIF 2.1.0 log to scan documents, one for each target.
 *
 * - The target ends with `#` and the identifier of the automation, or else the name of the tool: a scan resolves the findings of earlier
 *   scans of its target, and must not resolve those of other tools. Runs with the same target become one document.
 * - Ignored are results without a finding (`pass`, `notApplicable`, `informational`), results that are absent since the baseline, and
 *   suppressed results, unless a suppression is under review or rejected (3.27.23).
 * - A run that failed becomes a document with `error_message`, which resolves nothing. Its results are rejected: they aren't complete.
 * - A run without `results` is rejected: its tool didn't start the analysis, or the run only describes rules (3.14.23).
 * - A result of AISPM's scanner that describes an object becomes that object.
 * - A result is located at its first location; without a file, at the root directory of the asset.
 *
 * @throws {ImportError} if the root isn't a SARIF 2.1.0 log
 */
export function readSarif(root: JsonNode, context: ImportContext, log: ImportLog): ScanDocument[] {
  const runs = requireSarif(root).get('runs');
  const scans = new Map<string, SarifScan>();
  for (const run of runs.requireArray().items()) {
    log.attempt(run, () => addRun(run.requireObject(), context, log, scans));
  }
  return [...scans.values()].map((scan) => scan.toDocument(context, log));
}

function requireSarif(root: JsonNode): JsonNode {
  const names = root.requireObject().names();
  const version = root.get('version');
  if (!names.includes('runs')) {
    throw version.value === '2.1.0'
      ? root.get('runs').error('must be an array')
      : wrongFormat(root, 'a SARIF log', 'Provide a SARIF 2.1.0 log as JSON');
  }
  if (version.value === '2.1.0') return root;
  throw version.error(
    `must be "2.1.0", got ${JSON.stringify(version.value) ?? 'nothing'}`,
    'Configure the tool for SARIF 2.1.0, or convert the log with the SARIF Multitool (sarif transform)',
  );
}

function addRun(run: JsonNode, context: ImportContext, log: ImportLog, scans: Map<string, SarifScan>): void {
  const { head, toolName, repositoryUrl, failure } = readRunHead(run, context);
  const results = run.get('results').requireArray();
  if (failure === undefined && !results.exists) throw withoutResults(run);
  const known = scans.get(head.target);
  const scan = known ?? new SarifScan(head, repositoryUrl);
  if (known === undefined) scans.set(head.target, scan);
  scan.addRun(results, failure);
  if (failure !== undefined) return;
  const reader = new SarifResults(run, toolName, repositoryUrl, context);
  for (const result of results.items()) {
    log.attempt(result, () => {
      const ignored = describeIgnored(result.requireObject());
      const object = ignored === undefined ? undefined : readOwnResult(result);
      if (ignored === undefined) scan.addFinding(reader.read(result));
      else if (object !== undefined) scan.addObject(object, result, context, log);
      else log.ignore(ignored, result, result.get('ruleId').string());
    });
  }
}

function withoutResults(run: JsonNode) {
  if (run.get('externalPropertyFileReferences').get('results').exists) {
    const reason = 'has its results in other files (externalPropertyFileReferences)';
    return run.error(reason, 'Create the log with its results inline');
  }
  const reason = 'has no results: its tool did not begin the analysis, or the run only describes rules';
  return run.error(reason, 'Nothing is to be done when that is intended; a scan that found nothing has an empty array');
}
