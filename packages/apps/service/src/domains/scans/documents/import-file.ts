/** Imports report files, with or without gzip. */
import { gunzipSync } from 'node:zlib';
import {
  type ImportContext,
  ImportError,
  type ImportedReport,
  importReport as importDecompressed,
  MAX_BYTES,
  type ReportFormat,
} from '@aispm/report-import';

/**
 * Converts a scanner's report to scan documents. Doesn't read files or send requests.
 *
 * @param content the report as a string, or its bytes: UTF-8 or UTF-16, with or without gzip
 * @param context properties that the report doesn't contain
 * @returns the documents, and what they omit: a defective item doesn't affect others
 * @throws {ImportError} with location, reason and remedy, if the report as a whole isn't in the format
 */
export function importReport(
  format: ReportFormat,
  content: string | Uint8Array,
  context: ImportContext,
): ImportedReport {
  const isCompressed = typeof content !== 'string' && content[0] === 0x1f && content[1] === 0x8b;
  return importDecompressed(format, isCompressed ? decompress(content) : content, context);
}

function decompress(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      const reason = `is larger than ${MAX_BYTES} bytes`;
      throw new ImportError({ pointer: '', reason, remedy: 'Scan parts separately, each with its own target' });
    }
    const reason = `is not valid gzip (${(error as Error).message})`;
    throw new ImportError({ pointer: '', reason, remedy: 'Compress it again, or provide it without compression' });
  }
}
