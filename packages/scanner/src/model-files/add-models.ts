/** Adds models to what was found: one for each file, or for each set of files that contain one model in parts. */
import { posix } from 'node:path';
import { groupBy } from '@aispm/domain';
import { modelFileImportsUnlistedCode } from '../external-rules/model-file-imports-unlisted-code.ts';
import { modelFileRunsCode } from '../external-rules/model-file-runs-code.ts';
import type { DetectedObject, ObjectGraph } from '../graph/graph.ts';
import { clean } from '../text/visible.ts';
import { spdxLicense } from './licenses.ts';
import type { ModelHeader } from './model-header.ts';
import type { PickleImport } from './pickle-imports.ts';

/** A file that was read. */
export interface ReadFile {
  /** Path from the root, separated by `/`. */
  readonly path: string;
  readonly size: number;
  readonly header: ModelHeader;
  /** SHA-256 digest; undefined when it wasn't computed. */
  readonly digest?: string;
}

/** The contract limits the values of labels. */
const MAX_LABEL = 255;
/** How many imports are listed as evidence. */
const MAX_EVIDENCE = 20;

/** Adds the models of files. */
export function addModels(graph: ObjectGraph, files: readonly ReadFile[]): void {
  const sets = groupBy(files, ({ path }) => setOf(path));
  for (const [path, parts] of sets) addModel(graph, path, parts);
}

/** The path of the whole model: `model-00002-of-00004.safetensors` is a part of `model.safetensors`. */
function setOf(path: string): string {
  return path.replace(/-\d{5}-of-\d{5}(?=\.[a-z]+$)/i, '');
}

function addModel(graph: ObjectGraph, path: string, parts: readonly ReadFile[]): void {
  const [first] = parts;
  if (first === undefined) return;
  const { header } = first;
  const stem = posix.basename(path).replace(/\.[^.]+$/, '');
  const folder = posix.basename(posix.dirname(path));
  // Most files of a folder with one model have the same name everywhere.
  const isGeneric = /^(?:model|pytorch_model|adapter_model|diffusion_pytorch_model|weights|checkpoint)$/i.test(stem);
  const fileName = isGeneric && folder !== '.' && folder !== '' ? folder : stem;
  const name = clean(header.name ?? fileName).slice(0, 255) || 'model';
  const model = graph.add('model', path, name);
  Object.assign(model.fields, {
    model_name: name,
    provider_name: textOf(header.author ?? 'unknown', 100),
    ...(header.version !== undefined && { model_version: textOf(header.version, 100) }),
    ...(header.architecture !== undefined && { architecture_family: textOf(header.architecture, 100) }),
    ...(header.library !== undefined && { library: textOf(header.library, 100) }),
    ...(header.contextWindow !== undefined && header.contextWindow <= 1e9 && { context_window: header.contextWindow }),
    ...(isWebAddress(header.sourceUrl) && { source_url: clean(header.sourceUrl) }),
  });
  const license = header.license === undefined ? undefined : spdxLicense(header.license);
  if (license !== undefined) model.fields.license = license.slice(0, 255);
  // The digest of one file pins its weights. The parts of a set have one each, in their labels.
  if (parts.length === 1 && first.digest !== undefined) model.fields.revision = `sha256:${first.digest}`;
  addLabels(model, parts);
  for (const part of parts) {
    graph.locate(model, {
      file: part.path,
      span: [1, 1, 1, 1],
      type: 'file',
      reason: `a file in the format ${part.header.format}`,
      lines: 0,
      isWhole: true,
    });
    for (const message of part.header.problems)
      graph.diagnostics.push({ kind: 'unreadable', file: part.path, message });
  }
  addFindings(graph, model, parts);
}

/** A string of a header as a field of the document, which must not be empty. */
function textOf(text: string, maximum: number): string {
  return clean(text).slice(0, maximum) || 'unknown';
}

function isWebAddress(text: string | undefined): text is string {
  return text !== undefined && text.length <= 2048 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function addLabels(model: DetectedObject<'model'>, parts: readonly ReadFile[]): void {
  const set = (name: string, value: string | undefined) => {
    if (value !== undefined && value !== '') model.labels.set(name, value.slice(0, MAX_LABEL));
  };
  const [first] = parts;
  set('format', first?.header.format);
  set('bytes', String(parts.reduce((sum, { size }) => sum + size, 0)));
  set('quantization', first?.header.quantization);
  const counts = parts.map(({ header }) => header.parameters);
  if (counts.every((count) => count !== undefined))
    set('parameters', String(counts.reduce((sum, count) => sum + count, 0)));
  if (parts.length > 1) set('files', String(parts.length));
  parts.forEach(({ digest }, index) => {
    set(parts.length === 1 ? 'sha256' : `sha256.${index + 1}`, digest);
  });
  const imports = importsOf(parts).map(nameOf);
  if (imports.length > 0) set('imports', imports.join(' '));
}

function importsOf(parts: readonly ReadFile[]): readonly PickleImport[] {
  return parts.flatMap(({ header }) => header.imports ?? []);
}

function nameOf({ module, name }: PickleImport): string {
  return `${module}.${name}`;
}

function addFindings(graph: ObjectGraph, model: DetectedObject<'model'>, parts: readonly ReadFile[]): void {
  const imports = importsOf(parts);
  const layers = parts.flatMap(({ header }) => header.codeLayers ?? []);
  const dangerous = [...imports.filter(({ risk }) => risk === 'runs_code').map(nameOf), ...layers];
  if (dangerous.length > 0) {
    const list = dangerous.slice(0, 5).join(', ');
    graph.findings.push({
      rule: modelFileRunsCode,
      found: model,
      message: `Loading ${model.name} can run code: it uses ${list}${dangerous.length > 5 ? ` and ${dangerous.length - 5} more` : ''}.`,
      evidence: dangerous.slice(0, MAX_EVIDENCE).map((value) => ({ kind: 'metadata', value, redacted: false })),
      confidence: 0.95,
    });
  }
  const others = imports.filter(({ risk }) => risk === 'other').map(nameOf);
  if (others.length > 0) {
    graph.findings.push({
      rule: modelFileImportsUnlistedCode,
      found: model,
      message: `Loading ${model.name} imports ${others.slice(0, 5).join(', ')}${others.length > 5 ? ` and ${others.length - 5} more` : ''}.`,
      evidence: others.slice(0, MAX_EVIDENCE).map((value) => ({ kind: 'metadata', value, redacted: false })),
      confidence: 0.9,
    });
  }
}
