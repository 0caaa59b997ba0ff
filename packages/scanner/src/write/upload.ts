/** Sends scan documents to the service. It is the only part of the package that opens connections. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Client,
  createClient,
  getScan,
  isApiError,
  listFineGrainedIssues,
  paginate,
  submitScan,
} from '@aispm/client';
import type { FineGrainedIssue, Scan, ScanDocument } from '@aispm/types';
import { printable } from '../text/terminal.ts';

/** The upload failed; the message says why, and what to do. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
}

/** What the service made of a scan document. */
export interface Uploaded {
  readonly scan: Scan;
  /** Unresolved occurrences that this scan saw, the most severe first. */
  readonly findings: readonly FineGrainedIssue[];
}

const VARIABLES = ['AISPM_BASE_URL', 'AISPM_TOKEN', 'AISPM_TENANT', 'AISPM_WORKSPACE'] as const;
/** How long to wait for the end of a scan, and between two looks, in milliseconds. */
const MAX_WAIT = 600_000;
const INTERVAL = 1_000;
/** No more findings are listed. */
const MAX_FINDINGS = 2_000;

/**
 * Uploads a document, waits for the scan, and reads its findings.
 *
 * @throws {UploadError} when the environment is incomplete, the service refuses the document, or the scan does not complete
 */
export async function upload(document: ScanDocument, environment: NodeJS.ProcessEnv): Promise<Uploaded> {
  const [baseUrl = '', token = '', tenant = '', workspace = ''] = VARIABLES.map((name) => environment[name]);
  const missing = VARIABLES.filter((name) => !environment[name]);
  if (missing.length > 0) throw new UploadError(`--upload needs the environment variables ${missing.join(', ')}.`);
  if (!URL.canParse(baseUrl))
    throw new UploadError('AISPM_BASE_URL is no address, such as https://aispm.example.com/api/v1.');
  const client = createClient({ baseUrl, token });
  const scope = { tenant_id: tenant, workspace_id: workspace };
  try {
    const submitted = await submitScan(client, { ...scope, body: document });
    const scan = await waitForEnd(client, scope, submitted);
    if (scan.status !== 'completed') {
      throw new UploadError(
        `The scan ${scan.scan_id} ended as ${scan.status}: ${printable(scan.error_message ?? 'no reason given')}`,
      );
    }
    return { scan, findings: await readFindings(client, scope, scan.scan_id) };
  } catch (error) {
    if (error instanceof UploadError) throw error;
    throw new UploadError(describe(error, baseUrl));
  }
}

type Scope = { tenant_id: string; workspace_id: string };

async function waitForEnd(client: Client, scope: Scope, submitted: Scan): Promise<Scan> {
  let scan = submitted;
  for (let waited = 0; scan.status === 'queued' || scan.status === 'running'; waited += INTERVAL) {
    if (waited >= MAX_WAIT)
      throw new UploadError(`The scan ${scan.scan_id} did not end within ${MAX_WAIT / 1000} seconds.`);
    await delay(INTERVAL);
    scan = await getScan(client, { ...scope, id: scan.scan_id });
  }
  return scan;
}

async function readFindings(client: Client, scope: Scope, scanId: string): Promise<FineGrainedIssue[]> {
  const findings: FineGrainedIssue[] = [];
  const params = { ...scope, scan_id: [scanId] };
  for await (const finding of paginate(client, listFineGrainedIssues, params, { limit: MAX_FINDINGS })) {
    if (finding.resolved_at === null) findings.push(finding);
  }
  return findings;
}

function describe(error: unknown, baseUrl: string): string {
  if (isApiError(error)) return `The service responded with ${error.status}: ${printable(error.message)}`;
  return `The service at ${new URL(baseUrl).origin} cannot be used: ${printable((error as Error).message)}`;
}

/** Formats findings for people. */
export function findingsText({ scan, findings }: Uploaded): string {
  const lines = findings.map(({ definitive_severity, rule_id, message, location }) => {
    const where = location?.file_path
      ? `${printable(location.file_path)}${location.start_line ? `:${location.start_line}` : ''}  `
      : '';
    return `  ${definitive_severity.padEnd(8)}  ${where}${printable(message)} (${printable(rule_id)})`;
  });
  const heading = findings.length === 0 ? 'No findings' : `Findings: ${findings.length}`;
  return `\n${[heading, ...lines].join('\n')}\n\nUploaded as scan ${scan.scan_id}: ${scan.ai_object_count} objects, ${scan.num_resolutions} findings resolved.\n`;
}
