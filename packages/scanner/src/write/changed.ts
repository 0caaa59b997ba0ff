/** The part of a report that concerns some files. */
import type { ScanDocument } from '@aispm/types';
import type { ScanReport } from '../assemble/report.ts';

/**
 * Returns what was found in files, with the relations of these objects. Its document serves other outputs; it isn't complete, and must
 * not be uploaded.
 *
 * @param files paths from the scanned folder
 * @param prefix the scanned folder below the root of the repository, with a trailing `/`; empty for the root
 */
export function changedOnly(report: ScanReport, files: ReadonlySet<string>, prefix: string): ScanReport {
  const objects = report.objects.filter(({ locations }) => locations.some(({ file }) => files.has(file)));
  const changed = new Set(objects);
  const paths = new Set([...files].map((file) => `${prefix}${file}`));
  const document = changedDocument(report.document, paths);
  const keys = new Set(document.objects.map(({ key }) => key));
  return {
    ...report,
    document,
    objects,
    relations: report.relations.filter(({ from, to }) => changed.has(from) || changed.has(to)),
    findings: report.findings.filter(({ object, locations }) =>
      locations.length === 0 ? keys.has(object.key) : locations.some(({ file_path: path }) => path && paths.has(path)),
    ),
    diagnostics: report.diagnostics.filter(({ file }) => file === undefined || files.has(file)),
  };
}

function changedDocument(document: ScanDocument, paths: ReadonlySet<string>): ScanDocument {
  const locations = new Set(
    document.locations.filter(({ file_path: path }) => path && paths.has(path)).map(({ key }) => key),
  );
  const located = new Set(
    document.edges.filter(({ to_key: to }) => locations.has(to)).map(({ from_key: from }) => from),
  );
  const isIncluded = (key: string) => located.has(key) || locations.has(key);
  return {
    ...document,
    objects: document.objects.filter(({ key, object_type: type }) => type === 'asset' || located.has(key)),
    edges: document.edges.filter(({ from_key: from, to_key: to }) => isIncluded(from) && isIncluded(to)),
    locations: document.locations.filter(({ key }) => locations.has(key)),
    occurrences: document.occurrences.filter(({ object_key: object, location_key: location }) =>
      location === undefined ? object !== undefined && located.has(object) : locations.has(location),
    ),
  };
}
