/** The part of a report that concerns some files. */
import type { ScanReport } from '../scan.ts';

/** Returns what was found in files, with the relations of these objects. The document stays complete. */
export function changedOnly(report: ScanReport, files: ReadonlySet<string>): ScanReport {
  const objects = report.objects.filter(({ locations }) => locations.some(({ file }) => files.has(file)));
  const kept = new Set(objects);
  return {
    ...report,
    objects,
    relations: report.relations.filter(({ from, to }) => kept.has(from) || kept.has(to)),
    findings: report.findings.filter(({ found, location }) =>
      location === undefined ? kept.has(found) : files.has(location.file),
    ),
    diagnostics: report.diagnostics.filter(({ file }) => file === undefined || files.has(file)),
  };
}
