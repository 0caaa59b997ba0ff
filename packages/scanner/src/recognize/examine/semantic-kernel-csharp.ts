/** What the table of Semantic Kernel (C#) can't express. */

import type { DetectedObject } from '../../graph/graph.ts';
import { creationId, type InstanceValue, optionsOf, type Value } from '../../resolve/values.ts';
import { hasRole } from '../shared/entry.ts';
import type { Examine, Recognizer } from '../shared/framework.ts';
import { rootOf } from '../shared/usage.ts';

export const KERNEL = 'Microsoft.SemanticKernel';

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };

/** The methods that give a kernel or its builder something. */
export interface KernelMethods {
  /** Where calls have the functions of a class, of an object or of a plugin. */
  readonly plugins: Readonly<Record<string, readonly string[]>>;
  /** Methods that add a model. */
  readonly models: readonly string[];
}

/** Relates an agent to the models and plugins of its kernel. */
export const examineKernel =
  (methods: KernelMethods): Examine =>
  (recognizer, found, instance, entry) => {
    const { plugins } = methods;
    const agent = found as DetectedObject<'agent'>;
    for (const kernel of optionsOf(recognizer.select(instance, ['Kernel', 'kernel']) ?? NOTHING)) {
      if (kernel.kind !== 'instance') continue;
      recognizer.relateModels(agent, kernel, entry);
      for (const call of callsOn(recognizer, kernel, methods)) {
        const method = call.symbols[0] ?? '';
        if (hasRole(recognizer.entryOf(call), 'model')) recognizer.relateModels(agent, call, entry);
        const plugin = Object.hasOwn(plugins, method) ? recognizer.select(call, plugins[method]) : undefined;
        if (plugin !== undefined) recognizer.relateTools(agent, plugin);
      }
    }
  };

/** The calls of methods that give a kernel, or the builder that creates it, something. */
function callsOn(
  { evaluator }: Recognizer,
  kernel: InstanceValue,
  { plugins, models }: KernelMethods,
): readonly InstanceValue[] {
  const own = new Set([creationId(kernel), creationId(rootOf(kernel))]);
  return [...Object.keys(plugins), ...models].flatMap((method) =>
    (evaluator.project.callsByName.get(method) ?? []).flatMap(({ file, call, context }): readonly InstanceValue[] => {
      const position = { file, ...context };
      if (call.callee.kind !== 'member' || !evaluator.project.areConnected(file, kernel.position?.file ?? ''))
        return [];
      const isOwn = optionsOf(evaluator.evaluate(call.callee.object, position)).some((option) => {
        const object = option.kind === 'method' ? option.receiver : option;
        return object.kind === 'instance' && (own.has(creationId(object)) || own.has(creationId(rootOf(object))));
      });
      const isPlugin = Object.hasOwn(plugins, method);
      return isOwn ? [{ kind: 'instance', symbols: [isPlugin ? method : `${KERNEL}:${method}`], call, position }] : [];
    }),
  );
}
