/** Archives of Keras 3: a configuration in JSON, whose layers may contain code. Source: https://keras.io/guides/serialization_and_saving/ */
import { type JSONVisitor, visit } from 'jsonc-parser';
import type { ModelHeader } from './model-header.ts';
import type { ZipEntry } from './zip.ts';

/** Layers and functions whose configuration is code that loading may execute. */
const CODE = /^(?:Lambda|__lambda__|TFOpLambda|SlicingOpLambda)$/;
/** Configurations of models are nested a few dozen deep. */
const MAX_DEPTH = 200;
const MAX_LAYERS = 100;

/** Reads the entries of an archive. */
export function readKeras(entries: readonly ZipEntry[], problems: string[]): ModelHeader {
  const config = entries.find(({ name }) => name === 'config.json')?.content.toString('utf8');
  const layers = new Set<string>();
  let version: string | undefined;
  let architecture: string | undefined;
  const read = (text: string, onValue: (key: string, value: unknown) => void) => {
    if (depthOf(text) > MAX_DEPTH) {
      problems.push(`Its configuration is nested deeper than ${MAX_DEPTH} levels.`);
      return;
    }
    let key = '';
    const visitor: JSONVisitor = {
      onObjectProperty: (name) => {
        key = name;
      },
      onLiteralValue: (value) => onValue(key, value),
    };
    visit(text, visitor);
  };
  if (config === undefined) problems.push('The archive has no config.json.');
  else {
    read(config, (key, value) => {
      if (key !== 'class_name' || typeof value !== 'string') return;
      architecture ??= value;
      if (CODE.test(value) && layers.size < MAX_LAYERS) layers.add(value);
    });
  }
  const metadata = entries.find(({ name }) => name === 'metadata.json')?.content.toString('utf8');
  if (metadata !== undefined) {
    read(metadata, (key, value) => {
      if (key === 'keras_version' && typeof value === 'string') version = value.slice(0, 50);
    });
  }
  return {
    format: 'keras',
    ...(architecture !== undefined && { architecture: architecture.slice(0, 100) }),
    ...(version !== undefined && { library: `keras ${version}` }),
    codeLayers: [...layers],
    problems,
  };
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
