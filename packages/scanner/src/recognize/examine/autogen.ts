/** What the table of AutoGen can't express. */
import type { DetectedObject } from '../../graph/graph.ts';
import { contextsAround } from '../../resolve/contexts.ts';
import { optionsOf, type Value } from '../../resolve/values.ts';
import type { Examine } from '../shared/framework.ts';

/** An agent that is registered with a runtime uses what its methods use. */
export const examineMethods: Examine = (recognizer, found, { class: type }) => {
  const facts = type && recognizer.evaluator.project.files.get(type.file);
  if (found.kind !== 'agent' || type === undefined || facts === undefined) return;
  facts.scopes.forEach(({ kind, parent }, scope) => {
    if (kind !== 'function' || parent !== type.scope) return;
    recognizer.relateUsage(found as DetectedObject<'agent'>, { kind: 'function', file: type.file, scope });
  });
};

/** An agent without its own settings has those of the context around it: `with LLMConfig(model="gpt-5"):`. */
export const examineSettings: Examine = (recognizer, found, instance, entry) => {
  if (found.kind !== 'agent') return;
  const own = recognizer.select(instance, ['llm_config']);
  const settings = own === undefined ? contextsAround(recognizer.evaluator, instance) : optionsOf(own);
  const isSettings = (value: Value) =>
    value.kind === 'instance' &&
    value.symbols.some((symbol) => /^(?:autogen|ag2)\b/.test(symbol) && /[:.]LLMConfig$/.test(symbol));
  const models = settings.filter(isSettings);
  const effective = own === undefined ? models.slice(0, 1) : models;
  for (const model of effective) recognizer.relateModels(found as DetectedObject<'agent'>, model, entry);
};
