import type { ScanDocument } from '@aispm/client';
import {
  type IgnoredItems,
  type ImportContext,
  ImportError,
  type ImportViolation,
  importReport,
  type ReportFormat,
} from '@aispm/report-import';

/** The content of an uploaded file. */
export interface Upload {
  name: string;
  format: ReportFormat | 'scan document';
  documents: readonly ScanDocument[];
  /** Items of a report that cannot be imported. */
  rejected: readonly ImportViolation[];
  /** Items that were imported without some of their values. */
  incomplete: readonly ImportViolation[];
  /** Items that are skipped on purpose, by type. */
  ignored: readonly IgnoredItems[];
}

/** Properties that identify scan documents. */
const DOCUMENT_LISTS = ['objects', 'edges', 'locations', 'occurrences'] as const;

/**
 * Reads a scan document, SARIF log, CycloneDX BOM or SPDX 3 document, optionally gzipped.
 *
 * @param context information that reports lack; scan documents contain it themselves
 * @throws {ImportError} with location, reason and remedy, if the file has another format
 */
export async function readUpload(file: File, context: ImportContext): Promise<Upload> {
  const bytes = await decompress(file, await readBytes(file));
  const value = parseObject(bytes);
  if (value !== undefined && DOCUMENT_LISTS.every((name) => Array.isArray(value[name]))) {
    // The API validates the rest.
    const documents = [value as unknown as ScanDocument];
    return { name: file.name, format: 'scan document', documents, rejected: [], incomplete: [], ignored: [] };
  }
  const format = formatOf(bytes, value);
  if (format === undefined) {
    throw new ImportError({
      pointer: '',
      reason: 'is not a scan document, SARIF, CycloneDX or SPDX 3',
      remedy: `Choose the output of a scanner. Scan documents have the lists ${DOCUMENT_LISTS.join(', ')}`,
    });
  }
  return { name: file.name, format, ...importReport(format, bytes, context) };
}

/** Detects the format of a report by its required properties. SARIF and SPDX are JSON, CycloneDX is JSON or XML. */
function formatOf(bytes: Uint8Array, value: Record<string, unknown> | undefined): ReportFormat | undefined {
  if (value === undefined) return new TextDecoder().decode(bytes).trimStart().startsWith('<') ? 'cyclonedx' : undefined;
  if ('runs' in value) return 'sarif';
  if ('@context' in value) return 'spdx';
  return 'bomFormat' in value ? 'cyclonedx' : undefined;
}

/** Reads a file. Browsers reject folders, and files that were moved or changed after they were chosen. */
async function readBytes(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new ImportError({
      pointer: '',
      reason: 'cannot be read',
      remedy: 'Choose files, not folders. If a file was moved or changed, choose it again',
    });
  }
}

async function decompress(file: File, bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    const stream = file.stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new ImportError({
      pointer: '',
      reason: 'is not valid gzip',
      remedy: 'Compress it again, or upload it uncompressed',
    });
  }
}

/** Parses a JSON object; undefined for anything else. */
function parseObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
