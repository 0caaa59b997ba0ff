import type { ScanDocument } from '@aispm/client';
import {
  type IgnoredItems,
  type ImportContext,
  ImportError,
  type ImportViolation,
  importReport,
  type ReportFormat,
} from '@aispm/report-import';

/** What a file contains. */
export interface Upload {
  name: string;
  format: ReportFormat | 'scan document';
  documents: readonly ScanDocument[];
  /** Items of a report that cannot be imported. */
  rejected: readonly ImportViolation[];
  /** Values that were omitted or replaced. */
  incomplete: readonly ImportViolation[];
  /** Items that are left out on purpose, by what they are. */
  ignored: readonly IgnoredItems[];
}

/** Lists that only scan documents have. */
const DOCUMENT_LISTS = ['objects', 'edges', 'locations', 'occurrences'] as const;

/**
 * Reads a scan document, a SARIF log, a CycloneDX bill of materials or an SPDX 3 document, with or without gzip.
 *
 * @param context what reports do not contain; scan documents contain it themselves
 * @throws {ImportError} with location, reason and remedy, when the file is none of these
 */
export async function readUpload(file: File, context: ImportContext): Promise<Upload> {
  const bytes = await decompress(file, await readBytes(file));
  const value = parseObject(bytes);
  if (value !== undefined && DOCUMENT_LISTS.every((name) => Array.isArray(value[name]))) {
    // The API validates the rest of it.
    const documents = [value as unknown as ScanDocument];
    return { name: file.name, format: 'scan document', documents, rejected: [], incomplete: [], ignored: [] };
  }
  const format = formatOf(bytes, value);
  if (format === undefined) {
    throw new ImportError({
      pointer: '',
      reason: 'is neither a scan document, nor SARIF, nor CycloneDX, nor SPDX 3',
      remedy: `Choose a file that a scanner wrote. Scan documents have the lists ${DOCUMENT_LISTS.join(', ')}`,
    });
  }
  return { name: file.name, format, ...importReport(format, bytes, context) };
}

/** Returns the format of a report by what all reports of the format have: SARIF and SPDX are JSON, CycloneDX is JSON or XML. */
function formatOf(bytes: Uint8Array, value: Record<string, unknown> | undefined): ReportFormat | undefined {
  if (value === undefined) return new TextDecoder().decode(bytes).trimStart().startsWith('<') ? 'cyclonedx' : undefined;
  if ('runs' in value) return 'sarif';
  if ('@context' in value) return 'spdx';
  return 'bomFormat' in value ? 'cyclonedx' : undefined;
}

/** Reads a file. The browser rejects folders, and files that were moved or changed after they had been chosen. */
async function readBytes(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new ImportError({
      pointer: '',
      reason: 'cannot be read',
      remedy: 'Choose files, not folders, and choose a file again after it was moved or changed',
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
      remedy: 'Compress it again, or upload it without compression',
    });
  }
}

/** Parses JSON in UTF-8; undefined for anything else. */
function parseObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
