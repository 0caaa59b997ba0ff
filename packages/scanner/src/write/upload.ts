/** Sends scan documents to the service. It is the only stage that opens connections. */
import {
  createClient,
  listFineGrainedIssues,
  listRules,
  listScanResults,
  paginate,
  submitScan,
  type WorkspaceClient,
  waitForScan,
  withWorkspace,
} from '@aispm/client';
import type { FineGrainedIssue, Rule, Scan, ScanDocument } from '@aispm/types';
import { printable } from '../text/terminal.ts';
import { describeFailure, UploadError } from './upload-errors.ts';

/** What the service made of a scan document. */
export interface Uploaded {
  readonly scan: Scan;
  /** Occurrences of this target that aren't suppressed, at their locations in this target; the most severe first. */
  readonly findings: readonly FineGrainedIssue[];
  /** The rules of these findings, by their identifiers. */
  readonly rules: ReadonlyMap<string, Rule>;
}

/** How to upload. */
export interface UploadOptions {
  /** Is called with the share of the document that the service has processed, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

const VARIABLES = ['AISPM_BASE_URL', 'AISPM_TOKEN', 'AISPM_TENANT', 'AISPM_WORKSPACE'] as const;
/** A large document takes its time to send. In milliseconds. */
const SUBMIT_TIMEOUT = 120_000;
/** How long to wait for the end of a scan, and the first and the longest delay between two looks, in milliseconds. */
const MAX_WAIT = 600_000;
const POLL = { baseDelay: 250, maxDelay: 5_000 };
/** No more findings are read. */
const MAX_FINDINGS = 2_000;

/**
 * Uploads a document, waits for the end of the scan, and reads its findings. Failures that may be temporary are survived, also while the
 * service restarts.
 *
 * @throws {UploadError} when the environment is incomplete, the service rejects the document, or the scan doesn't complete
 */
export async function upload(
  document: ScanDocument,
  environment: NodeJS.ProcessEnv,
  { onProgress }: UploadOptions = {},
): Promise<Uploaded> {
  const client = connect(environment);
  try {
    const { scan_id: id } = await submitScan(client, { body: document }, { timeout: SUBMIT_TIMEOUT });
    const progress = onProgress && { onProgress: (scan: Scan) => onProgress(scan.progress) };
    const scan = await waitForScan(client, { id }, { maxWait: MAX_WAIT, poll: POLL, ...progress });
    if (scan.status !== 'completed') {
      throw new UploadError(`The scan ${id} has ${scan.status}: ${printable(scan.error_message ?? 'no reason given')}`);
    }
    const findings = await readFindings(client, id);
    return { scan, findings, rules: findings.length === 0 ? new Map() : await readRules(client) };
  } catch (error) {
    throw describeFailure(error, client.baseUrl);
  }
}

/** Reads the settings of an upload. A scan takes long; this is done before it. */
export function checkEnvironment(environment: NodeJS.ProcessEnv): void {
  connect(environment);
}

function connect(environment: NodeJS.ProcessEnv): WorkspaceClient {
  const missing = VARIABLES.filter((name) => !environment[name]?.trim());
  if (missing.length > 0) {
    const noun = missing.length === 1 ? 'variable' : 'variables';
    throw new UploadError(`--upload needs the environment ${noun} ${missing.join(', ')}. See aispm-scan --help.`);
  }
  const [baseUrl = '', token = '', tenant = '', workspace = ''] = VARIABLES.map((name) => environment[name]?.trim());
  if (/^bearer\s/i.test(token)) throw new UploadError('AISPM_TOKEN must be the API key without "Bearer".');
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new UploadError('AISPM_TOKEN must be an API key, without spaces and breaks.');
  try {
    return withWorkspace(createClient({ baseUrl, token }), { tenant_id: tenant, workspace_id: workspace });
  } catch {
    // Without its value, which may contain credentials.
    throw new UploadError('AISPM_BASE_URL must be the URL of the API, such as https://aispm.example.com/api/v1.');
  }
}

async function readFindings(client: WorkspaceClient, scanId: string): Promise<FineGrainedIssue[]> {
  const findings: FineGrainedIssue[] = [];
  const params = { result_of_scan_id: [scanId], status: ['open', 'in_progress'] } as const;
  for await (const finding of paginate(client, listFineGrainedIssues, params, { limit: MAX_FINDINGS })) {
    findings.push(finding);
  }
  if (findings.length === 0) return findings;
  // The record of a finding that several targets share has the location in one of them.
  const locations = new Map<string | null, FineGrainedIssue['location']>();
  for await (const result of paginate(client, listScanResults, { id: scanId, result_kind: ['issue'] })) {
    locations.set(result.fine_grained_issue_id, result.location);
  }
  return findings.map((finding) => ({ ...finding, location: locations.get(finding.fine_grained_issue_id) ?? null }));
}

async function readRules(client: WorkspaceClient): Promise<ReadonlyMap<string, Rule>> {
  const rules = new Map<string, Rule>();
  for await (const rule of paginate(client, listRules, {})) rules.set(rule.rule_id, rule);
  return rules;
}
