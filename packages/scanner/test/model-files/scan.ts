/** Scans model files that a test writes. */
import { scanModels } from '../../src/model-files/scan-models.ts';
import { withFiles } from '../scan-sources.ts';

/** Scans a folder with files; only small ones get a digest. */
export function scanFiles(files: Readonly<Record<string, string | Uint8Array>>) {
  return withFiles(files, (folder) => scanModels([folder], { target: 'example.com/models', digestLimit: 10_000_000 }));
}

/** Scans one file, and returns its model, what was reported, and the rules with findings. */
export async function scanFile(name: string, content: string | Uint8Array) {
  const { document, diagnostics } = await scanFiles({ [name]: content });
  const models = document.objects.filter(({ object_type }) => object_type === 'model');
  return {
    model: models[0],
    labels: models[0]?.labels ?? {},
    problems: diagnostics.map(({ message }) => message),
    rules: document.occurrences.map(({ rule_id }) => rule_id),
    evidence: document.occurrences.flatMap(({ evidence }) => (evidence ?? []).map(({ value }) => value)),
  };
}
