import type { ReportFormat } from '../../../../src/domains/scans/index.ts';
import type { Schemas } from './schemas.ts';
import type { FileResult } from './types.ts';

/** Determines the version of a report, and whether it's valid, without the code of the import. */
export function describeReport(
  format: ReportFormat,
  content: Buffer,
  schemas: Schemas,
): Pick<FileResult, 'version' | 'validity'> {
  const isUtf16 = content[0] === 0xff && content[1] === 0xfe;
  const text = content.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
  if (text.trimStart().startsWith('<')) {
    return {
      version: `${/cyclonedx\.org\/schema\/bom\/([^"']+)/.exec(text)?.[1] ?? 'unknown'} XML`,
      validity: 'unchecked',
    };
  }
  const report = parse(text);
  const stated = report?.[format === 'sarif' ? 'version' : 'specVersion'];
  const version = typeof stated === 'string' ? stated : 'unknown';
  const validate = schemas.get(`${format} ${version}`);
  if (report === undefined) return { version, validity: 'invalid' };
  return { version, validity: validate === undefined ? 'unchecked' : validate(report) ? 'valid' : 'invalid' };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
