import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Scan, ScanDocument, ScanTrigger } from '@aispm/types';
import { type ImportContext, ImportError, importCycloneDx, importSarif } from '../domains/scans/index.ts';
import { getSchemaAt } from '../platform/contract/limits.ts';
import { parseOptions, UsageError } from './arguments.ts';

/** Converters by format. A SARIF report may contain several scans. */
const CONVERTERS: Readonly<Record<string, (text: string, context: ImportContext) => ScanDocument[]>> = {
  sarif: importSarif,
  cyclonedx: (text, context) => [importCycloneDx(text, context)],
};

const OPTIONS = {
  tenant: { type: 'string' },
  workspace: { type: 'string' },
  target: { type: 'string' },
  asset: { type: 'string' },
  root: { type: 'string' },
  repository: { type: 'string' },
  branch: { type: 'string' },
  commit: { type: 'string' },
  trigger: { type: 'string' },
} as const;

/** Runs `aispm-service import`: converts a report to scans, submits them over HTTP, and waits until they are processed. */
export async function runImport(args: string[]): Promise<void> {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const [format = '', file] = positionals;
  const convert = Object.hasOwn(CONVERTERS, format) ? CONVERTERS[format] : undefined;
  const { tenant, workspace, target } = values;
  if (!convert || file === undefined || positionals.length > 2) {
    throw new UsageError(`Name a format and a file: import ${Object.keys(CONVERTERS).join('|')} <file>.`);
  }
  if (tenant === undefined || workspace === undefined || target === undefined) {
    throw new UsageError('An import needs --tenant, --workspace and --target.');
  }
  const scans = createScanClient(process.env, tenant, workspace);
  const documents = convertFile(file, convert, { target, ...toContext(values) });
  for (const document of documents) printOutcome(await scans.waitForEnd(await scans.submit(document)));
}

function toContext({
  asset,
  root,
  repository,
  branch,
  commit,
  trigger,
}: Partial<Record<keyof typeof OPTIONS, string>>) {
  const triggers = getSchemaAt('ScanTrigger').enum ?? [];
  if (trigger !== undefined && !triggers.includes(trigger)) {
    throw new UsageError(`--trigger must be one of ${triggers.join(', ')}.`);
  }
  return {
    ...(asset !== undefined && { assetId: asset }),
    ...(root !== undefined && { root }),
    ...(repository !== undefined && { repositoryUrl: repository }),
    ...(branch !== undefined && { branch }),
    ...(commit !== undefined && { commitSha: commit }),
    ...(trigger !== undefined && { trigger: trigger as ScanTrigger }),
  };
}

function convertFile(file: string, convert: (typeof CONVERTERS)[string], context: ImportContext): ScanDocument[] {
  try {
    return convert(readFileSync(file, 'utf8'), context);
  } catch (error) {
    const isFileError = error instanceof ImportError || (error as NodeJS.ErrnoException).code !== undefined;
    if (isFileError) throw new UsageError(`${file} cannot be imported: ${(error as Error).message}`);
    throw error;
  }
}

/** Calls the operations on the scans of a workspace. */
function createScanClient({ AISPM_URL, AISPM_API_KEY }: NodeJS.ProcessEnv, tenant: string, workspace: string) {
  if (!AISPM_URL || !AISPM_API_KEY) {
    throw new UsageError('An import needs AISPM_URL, such as http://127.0.0.1:4030/api/v1, and AISPM_API_KEY.');
  }
  const scansUrl = `${AISPM_URL.replace(/\/+$/, '')}/scans/tenants/${encodeURIComponent(tenant)}/workspaces/${encodeURIComponent(workspace)}`;
  const request = async (url: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${AISPM_API_KEY}`, 'content-type': 'application/json' };
    const response = await fetch(url, { ...init, headers });
    const body = (await response.json()) as Scan & { message?: string; details?: object };
    if (!response.ok) {
      const details = body.details ? `\n${JSON.stringify(body.details, null, 2)}` : '';
      throw new UsageError(`The server returned ${response.status}: ${body.message}${details}`);
    }
    return { body, waitSeconds: Number(response.headers.get('retry-after') ?? 1) };
  };
  return {
    submit: async (document: ScanDocument) =>
      (await request(scansUrl, { method: 'POST', body: JSON.stringify(document) })).body.scan_id,
    async waitForEnd(scanId: string): Promise<Scan> {
      for (;;) {
        const { body, waitSeconds } = await request(`${scansUrl}/${scanId}`);
        if (body.finished_at !== null) return body;
        await setTimeout(waitSeconds * 1000);
      }
    },
  };
}

/** Prints the outcome of a scan; the command fails when a scan has failed. */
function printOutcome({
  scan_id,
  status,
  tool_name,
  ai_object_count,
  num_detections,
  num_resolutions,
  error_message,
}: Scan): void {
  if (status !== 'completed') process.exitCode = 1;
  const outcome =
    error_message ?? `${ai_object_count} objects, ${num_detections} findings, ${num_resolutions} resolved`;
  process.stdout.write(`${scan_id} ${tool_name} ${status}: ${outcome}\n`);
}
