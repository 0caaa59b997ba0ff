import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Scan, ScanDocument, ScanTrigger } from '@aispm/types';
import { contractSchema } from '../contract/limits.ts';
import { importCycloneDx } from '../scans/import/cyclonedx.ts';
import { ImportError } from '../scans/import/document-part.ts';
import type { ImportContext } from '../scans/import/import-context.ts';
import { importSarif } from '../scans/import/sarif.ts';
import { readOptions, UsageError } from './arguments.ts';

/** The reports that can be imported. One may hold several scans. */
const FORMATS: Readonly<Record<string, (text: string, context: ImportContext) => ScanDocument[]>> = {
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

/** `aispm-service import`: converts a report to scans and hands them in over HTTP. Ends when they are processed. */
export async function importReport(args: string[]): Promise<void> {
  const { values, positionals } = readOptions(args, OPTIONS);
  const [format = '', file] = positionals;
  const convert = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  const { tenant, workspace, target } = values;
  if (!convert || file === undefined || positionals.length > 2) {
    throw new UsageError(`Say what to import: import ${Object.keys(FORMATS).join('|')} <file>.`);
  }
  if (tenant === undefined || workspace === undefined || target === undefined) {
    throw new UsageError('An import needs --tenant, --workspace and --target.');
  }
  const server = serverOf(process.env, tenant, workspace);
  const documents = read(file, convert, { target, ...contextOf(values) });
  for (const document of documents) report(await server.finish(await server.submit(document)));
}

function contextOf({
  asset,
  root,
  repository,
  branch,
  commit,
  trigger,
}: Partial<Record<keyof typeof OPTIONS, string>>) {
  const triggers = contractSchema('ScanTrigger').enum ?? [];
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

function read(file: string, convert: (typeof FORMATS)[string], context: ImportContext): ScanDocument[] {
  try {
    return convert(readFileSync(file, 'utf8'), context);
  } catch (error) {
    const isReport = error instanceof ImportError || (error as NodeJS.ErrnoException).code !== undefined;
    if (isReport) throw new UsageError(`${file} cannot be imported: ${(error as Error).message}`);
    throw error;
  }
}

/** The scans of a workspace on a server. */
function serverOf({ AISPM_URL, AISPM_API_KEY }: NodeJS.ProcessEnv, tenant: string, workspace: string) {
  if (!AISPM_URL || !AISPM_API_KEY) {
    throw new UsageError('An import needs AISPM_URL, such as http://127.0.0.1:4030/api/v1, and AISPM_API_KEY.');
  }
  const scans = `${AISPM_URL.replace(/\/+$/, '')}/scans/tenants/${encodeURIComponent(tenant)}/workspaces/${encodeURIComponent(workspace)}`;
  const ask = async (address: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${AISPM_API_KEY}`, 'content-type': 'application/json' };
    const response = await fetch(address, { ...init, headers });
    const body = (await response.json()) as Scan & { message?: string; details?: object };
    if (!response.ok) {
      const details = body.details ? `\n${JSON.stringify(body.details, null, 2)}` : '';
      throw new UsageError(`The server answered ${response.status}: ${body.message}${details}`);
    }
    return { body, waitSeconds: Number(response.headers.get('retry-after') ?? 1) };
  };
  return {
    submit: async (document: ScanDocument) =>
      (await ask(scans, { method: 'POST', body: JSON.stringify(document) })).body.scan_id,
    async finish(scanId: string): Promise<Scan> {
      for (;;) {
        const { body, waitSeconds } = await ask(`${scans}/${scanId}`);
        if (body.finished_at !== null) return body;
        await pause(waitSeconds * 1000);
      }
    },
  };
}

/** Tells what became of a scan; one that failed makes the command fail. */
function report({
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
