import type { ScanDocument } from '@aispm/types';
import type { ImportContext } from '../document/import-context.ts';
import { truncate } from '../document/limits.ts';
import { toWebUrl } from '../document/names.ts';
import { redact } from '../document/redaction.ts';
import type { JsonNode } from '../report/json-node.ts';

/** A run without its results. */
export interface RunHead {
  /** The properties of the scan document that aren't lists. */
  readonly head: Omit<ScanDocument, 'objects' | 'edges' | 'locations' | 'occurrences'>;
  readonly toolName: string;
  readonly repositoryUrl?: string;
  /** Why the tool failed; undefined when it succeeded. */
  readonly failure?: string;
}

/**
 * Reads a run without its results.
 *
 * @throws {ImportError} when the run doesn't name its tool
 */
export function readRunHead(run: JsonNode, context: ImportContext): RunHead {
  const driver = run.get('tool').get('driver');
  const toolName = driver.get('name').requiredString();
  const version = driver.get('semanticVersion').string() ?? driver.get('version').string() ?? 'unknown';
  const provenance = run.get('versionControlProvenance').item(0);
  const commit = context.commitSha ?? readCommit(provenance);
  const branch = context.branch ?? provenance?.get('branch').string();
  const automation = run.get('automationDetails').get('id').string();
  const category = automation?.replace(/\/[^/]*$/, '') || toolName;
  const repositoryUrl = toWebUrl(provenance?.get('repositoryUri').string() ?? context.repositoryUrl);
  const failure = readFailure(run);
  return {
    head: {
      scan_type: 'code',
      ...(context.trigger !== undefined && { trigger: context.trigger }),
      ...(context.assetId !== undefined && { asset_id: context.assetId }),
      target: truncate(`${context.target}#${category}`, 'ScanDocument.target'),
      ...(branch !== undefined && { branch: truncate(branch, 'ScanDocument.branch') }),
      ...(commit !== undefined && { commit_sha: commit }),
      tool_name: truncate(toolName, 'ScanDocument.tool_name'),
      tool_version: truncate(version, 'ScanDocument.tool_version'),
    },
    toolName,
    ...(repositoryUrl !== undefined && { repositoryUrl }),
    ...(failure !== undefined && { failure }),
  };
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
  const errors = notifications.filter((notification) => notification.get('level').string() === 'error');
  const texts = [
    ...failed.map((invocation) => invocation.get('processStartFailureMessage').string()),
    ...failed.map((invocation) => invocation.get('exitCodeDescription').string()),
    ...errors.map((error) => error.get('message').get('text').string()),
  ].filter((text) => text !== undefined);
  return texts.length === 0 ? 'The scanner failed without an error message.' : redact(texts.join('\n')).text;
}

function readCommit(provenance: JsonNode | undefined): string | undefined {
  const revision = provenance?.get('revisionId').string()?.toLowerCase();
  return revision !== undefined && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(revision) ? revision : undefined;
}
