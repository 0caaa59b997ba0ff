/** Models: literals in constructors and in fields for models, and defaults that reach them. */

import { createHash } from 'node:crypto';
import type { DetectedObject } from '../../graph/graph.ts';
import { sourceLocation } from '../../graph/locate.ts';
import { entriesOf } from '../../resolve/arguments.ts';
import { choose, type InstanceValue, itemsOf, type StringValue, stringsOf, type Value } from '../../resolve/values.ts';
import { hasRole } from '../shared/entry.ts';
import type { Entry, ModelComponent, Recognizer, WrapperComponent } from '../shared/framework.ts';
import { isExample } from '../shared/relevance.ts';
import { isHostedOnly, isImpossible, isOfOtherProvider, readModelName } from './model-names.ts';

/** How the models of a library run and what it is called. */
interface ModelContext {
  readonly provider?: string;
  readonly library?: string;
  readonly deployment?: 'hosted_api' | 'self_hosted' | 'embedded';
  readonly task?: string;
  /** Undefined: not known; null: looked, and there is none. */
  readonly revision?: string | null;
}

/** Adds the models that a value stands for. */
export function modelsOfValue(
  recognizer: Recognizer,
  value: Value,
  context: ModelContext,
): readonly DetectedObject<'model'>[] {
  return settingsOf(value).flatMap((item): readonly DetectedObject<'model'>[] => {
    if (item.kind === 'string') return modelOfString(recognizer, item, context);
    if (item.kind !== 'instance') return [];
    const entry = recognizer.entryOf(item);
    // A call that names no model is one of the object whose method it is.
    const isOfReceiver = hasRole(entry, 'model') && entry.component.model.length === 0;
    if (hasRole(entry, 'model') && !isOfReceiver) return modelsOfInstance(recognizer, item, entry);
    if (hasRole(entry, 'wrapper')) {
      const inner = wrappedModel(recognizer, item, entry.component);
      return inner === undefined ? [] : modelsOfValue(recognizer, inner, context);
    }
    // `model.with_config(…)` is still the model.
    return item.receiver === undefined ? [] : modelsOfValue(recognizer, item.receiver, context);
  });
}

/** The items of a settings object that name a model, if it has other items as well; otherwise all items. */
const MODEL_KEYS = ['model', 'modelId', 'model_id', 'modelName', 'model_name', 'id'];

/** Each value once: lists that contain the same ones again and again have any number of items. */
function settingsOf(value: Value, seen = new Set<Value>()): readonly Value[] {
  if (seen.has(value)) return [];
  seen.add(value);
  if (value.kind === 'choice') return value.options.flatMap((option) => settingsOf(option, seen));
  if (value.kind === 'list') return value.items.flatMap((item) => settingsOf(item, seen));
  if (value.kind === 'dictionary') {
    const selected = MODEL_KEYS.map((key) => entriesOf(value, key)).find((entry) => entry !== undefined);
    if (selected !== undefined) return settingsOf(selected, seen);
  }
  return itemsOf(value);
}

/** The model that a wrapper stands for. One with a table selects it by a key, and stands for all models if that is unknown. */
function wrappedModel(
  recognizer: Recognizer,
  instance: InstanceValue,
  { value, table }: WrapperComponent,
): Value | undefined {
  if (table === undefined) return value === 'receiver' ? instance.receiver : recognizer.select(instance, value);
  const models = instance.receiver && recognizer.select(instance.receiver, table);
  const keys = stringsOf(recognizer.evaluator.argument(instance, undefined, 0) ?? { kind: 'unknown', reason: '' });
  const selected = keys.flatMap((key) => (models && entriesOf(models, key.value)) ?? []);
  return selected.length === 0 ? models : choose(selected);
}

/** Adds the models that a constructor selects. */
export function modelsOfInstance(
  recognizer: Recognizer,
  instance: InstanceValue,
  entry: Entry<ModelComponent>,
): readonly DetectedObject<'model'>[] {
  const { component } = entry;
  const value = recognizer.select(instance, component.model);
  if (value === undefined) return [];
  const revision = component.revision === undefined ? undefined : recognizer.select(instance, component.revision);
  const [pinned] = revision === undefined ? [] : stringsOf(revision);
  const found = modelsOfValue(recognizer, value, {
    ...(component.provider !== undefined && { provider: component.provider }),
    ...(component.library !== undefined && { library: component.library }),
    ...(component.deployment !== undefined && { deployment: component.deployment }),
    ...(component.task !== undefined && { task: component.task }),
    ...(component.revision !== undefined && revision === undefined && { revision: null }),
    ...(pinned !== undefined && { revision: pinned.value }),
  });
  const { call, position } = instance;
  if (call !== undefined && position !== undefined) {
    const symbol = instance.symbols[0] ?? '';
    for (const model of found) {
      recognizer.graph.locate(model, sourceLocation(position.file, call.span, `${symbol} selects the model`, 1));
      component.examine?.(recognizer, model, instance, entry);
    }
  }
  return found;
}

function modelOfString(
  recognizer: Recognizer,
  text: StringValue,
  context: ModelContext,
): readonly DetectedObject<'model'>[] {
  // A model that stands in a test runs nowhere else.
  if (isExample(text.file)) return [];
  if (isOfOtherProvider(text.after, context.provider) || isImpossible(text.value, context.provider)) return [];
  const read = text.digest === undefined ? readModelName(text.value, context.provider) : undefined;
  if (read === undefined) return [];
  const isHub = read.provider === 'huggingface' && /^[\w.-]+\/[\w.-]+$/.test(read.name);
  const provider = isHub ? (read.name.split('/')[0] ?? read.provider) : read.provider;
  const model = recognizer.graph.add('model', `${isHub ? 'huggingface' : provider}/${read.name}`, read.name);
  model.publicKey = isHub ? `pkg:huggingface/${read.name}` : `${provider}/${safeKey(read.name)}`;
  model.fields.model_name = read.name;
  model.fields.provider_name = provider;
  if (isHub) model.fields.purl = `pkg:huggingface/${read.name}`;
  if (context.library !== undefined) model.fields.library ??= context.library;
  if (context.task !== undefined) model.fields.task ??= context.task;
  const deployment = context.deployment ?? (isHostedOnly(read) ? 'hosted_api' : undefined);
  if (deployment !== undefined) model.fields.deployment ??= deployment;
  if (context.revision !== undefined) model.fields.revision ??= context.revision;
  recognizer.graph.locate(
    model,
    sourceLocation(text.file, text.span, `"${text.value}" is the model that is selected`, 1),
  );
  return [model];
}

/** A stable key has visible ASCII characters only. */
function safeKey(text: string): string {
  return /^[\x21-\x7e]+$/.test(text) ? text : createHash('sha256').update(text).digest('hex');
}
