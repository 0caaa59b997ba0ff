/** Names of models that stand in catalogues, mappings and settings, without a call that selects them. */
import type { Expression, FileFacts, Span, StringExpression } from '../../facts/facts.ts';
import { visitScope, visitStrings } from '../../facts/visit.ts';
import type { ObjectGraph } from '../../graph/graph.ts';
import { sourceLocation } from '../../graph/locate.ts';
import { looksLikeModelName, readModelName } from './model-names.ts';

/** The confidence of a name that nothing selects, from 0 to 1, as a label of the model. */
const CONFIDENCE = '0.5';

/** Adds names that are certainly model names, if no call selects them. */
export function addCatalogueModels(graph: ObjectGraph, files: readonly FileFacts[]): void {
  const selected = new Set<string>();
  for (const { kind, locations } of graph.objects()) {
    if (kind === 'model') for (const { file, span } of locations) selected.add(locationKey(file, span));
  }
  for (const facts of files) {
    const titles = titlesIn(facts);
    visitStrings(facts, (text, isListed) => {
      // A model that a call selects has this name already, perhaps with another provider.
      if (isListed && !titles.has(text) && !selected.has(locationKey(facts.path, text.span)))
        addName(graph, facts, text);
    });
  }
}

const IDS = new Set(['id', 'modelId', 'model_id', 'model', 'value', 'slug']);
const TITLES = new Set(['name', 'label', 'title', 'displayName', 'display_name', 'shortName', 'description']);

/** The display name of a model whose identifier is next to it: `{ id: 'openai/gpt-5', name: 'GPT-5' }`. */
function titlesIn(facts: FileFacts): ReadonlySet<Expression> {
  const titles = new Set<Expression>();
  facts.scopes.forEach((_, scope) => {
    visitScope(facts, scope, (expression) => {
      if (expression.kind !== 'dictionary') return;
      const fields = expression.entries.flatMap(({ key, value }) =>
        key?.kind === 'string' && value.kind === 'string' ? [{ key: key.value, text: value }] : [],
      );
      if (!fields.some(({ key, text }) => IDS.has(key) && looksLikeModelName(text.value))) return;
      for (const { key, text } of fields) if (TITLES.has(key)) titles.add(text);
    });
  });
  return titles;
}

function locationKey(file: string, span: Span): string {
  return `${span.join()} ${file}`;
}

function addName(graph: ObjectGraph, facts: FileFacts, text: StringExpression): void {
  if (text.digest !== undefined || !looksLikeModelName(text.value)) return;
  const read = readModelName(text.value);
  if (read === undefined || read.provider === 'unknown') return;
  const identity = `${read.provider}/${read.name}`;
  const isKnown = graph.has('model', identity);
  const model = graph.add('model', identity, read.name);
  if (!isKnown) {
    model.publicKey = identity;
    Object.assign(model.fields, { model_name: read.name, provider_name: read.provider });
    model.labels.set('confidence', CONFIDENCE);
  }
  if (model.labels.has('confidence') || !model.locations.some(({ file }) => file === facts.path)) {
    graph.locate(model, sourceLocation(facts.path, text.span, 'a name of a model that nothing selects here', 1));
  }
}
