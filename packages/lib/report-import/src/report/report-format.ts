import type { ImportError } from './import-log.ts';
import type { JsonNode } from './json-node.ts';

/** Properties by which formats are recognized, and what the user can do with a report in the format. */
const FORMATS: readonly (readonly [property: string, name: string, remedy: string])[] = [
  ['bomFormat', 'a CycloneDX bill of materials', 'Import it with the format cyclonedx'],
  ['runs', 'a SARIF log', 'Import it with the format sarif'],
  ['spdxVersion', 'an SPDX 2 document', 'Convert it to CycloneDX, for example with: syft convert'],
  ['@context', 'a JSON-LD document, such as SPDX 3', 'Import an SPDX 3 document with the format spdx'],
];

/** Creates the error for a report that isn't in the expected format: it names the format that the report has. */
export function wrongFormat(root: JsonNode, expected: string, remedy: string): ImportError {
  const names = new Set(root.names());
  const [, name, otherRemedy] = FORMATS.find(([property]) => names.has(property)) ?? [];
  if (name === undefined) return root.error(`is not ${expected}`, remedy);
  return root.error(`is ${name}, not ${expected}`, otherRemedy);
}
