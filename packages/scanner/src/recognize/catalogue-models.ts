/** Names of models that stand in catalogues, mappings and settings, without a call that selects them. */
import type { FileFacts, Span } from '../facts/facts.ts';
import { visitTexts } from '../facts/visit.ts';
import type { FoundGraph } from './graph.ts';
import { sourceLocation } from './locate.ts';
import { looksLikeModelName, readModelName } from './model-names.ts';

/** The confidence of a name that nothing selects, from 0 to 1, as a label of the model. */
const CONFIDENCE = '0.5';

/** Whether a model was found that this text is the name of, perhaps of another provider. */
function isSelected(graph: FoundGraph, file: string, span: Span): boolean {
  return graph
    .objects()
    .some(
      ({ kind, locations }) =>
        kind === 'model' && locations.some((each) => each.file === file && each.span.join() === span.join()),
    );
}

/** Adds names that are certainly those of models, where no call was found that selects them. */
export function addCatalogueModels(graph: FoundGraph, facts: FileFacts): void {
  visitTexts(facts, (text, isListed) => {
    if (!isListed || text.digest !== undefined || !looksLikeModelName(text.value)) return;
    const read = readModelName(text.value);
    if (read === undefined || read.provider === 'unknown') return;
    if (isSelected(graph, facts.path, text.span)) return;
    const identity = `${read.provider}/${read.name}`;
    const isKnown = graph.objects().some((found) => found.kind === 'model' && found.identity === identity);
    const model = graph.add('model', identity, read.name);
    if (!isKnown) {
      model.publicKey = identity;
      Object.assign(model.fields, { model_name: read.name, provider_name: read.provider });
      model.labels.set('confidence', CONFIDENCE);
    }
    if (model.labels.has('confidence') || !model.locations.some(({ file }) => file === facts.path)) {
      graph.locate(model, sourceLocation(facts.path, text.span, 'a name of a model that nothing selects here', 1));
    }
  });
}
