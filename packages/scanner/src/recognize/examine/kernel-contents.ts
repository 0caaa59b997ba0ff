/** What agents of Semantic Kernel have through their kernel: the services and plugins that it was created with, or given later. */
import type { DetectedObject } from '../../graph/graph.ts';
import { creationId, type InstanceValue, optionsOf, stringsOf, type Value } from '../../resolve/values.ts';
import type { Examine, Recognizer } from '../shared/framework.ts';

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };

/** Methods that give a kernel something, and the argument with it. */
const SERVICES = { add_service: 'service@0' };
const PLUGINS = {
  add_plugin: 'plugin@0',
  add_plugins: 'plugins@0',
  add_function: 'function',
  add_functions: 'functions',
};

/** Relates an agent to the models and tools of its kernel. A service that is passed to the agent itself comes before those. */
export const examineKernel: Examine = (recognizer, found, instance, entry) => {
  if (found.kind !== 'agent') return;
  const agent = found as DetectedObject<'agent'>;
  for (const kernel of optionsOf(recognizer.select(instance, ['kernel']) ?? NOTHING)) {
    if (kernel.kind !== 'instance' || kernel.call === undefined) continue;
    const plugins = [recognizer.select(kernel, ['plugins']), ...given(recognizer, kernel, PLUGINS)];
    for (const plugin of plugins) if (plugin !== undefined) recognizer.relateTools(agent, plugin);
    if (recognizer.select(instance, ['service']) !== undefined) continue;
    const services = [recognizer.select(kernel, ['services']), ...given(recognizer, kernel, SERVICES)];
    const wanted = stringsOf(recognizer.select(instance, ['service_id']) ?? NOTHING).map(({ value }) => value);
    for (const service of selected(recognizer, services, wanted)) recognizer.relateModels(agent, service, entry);
  }
};

/** The arguments of all calls of methods of a kernel. */
function given({ evaluator, select }: Recognizer, kernel: InstanceValue, methods: Record<string, string>): Value[] {
  return Object.entries(methods).flatMap(([method, argument]) =>
    (evaluator.project.callsByName.get(method) ?? []).flatMap(({ file, call, context }) => {
      const position = { file, ...context };
      const receiver = call.callee.kind === 'member' ? evaluator.evaluate(call.callee.object, position) : NOTHING;
      const isOwn = optionsOf(receiver).some((option) => option.kind === 'instance' && isSame(option, kernel));
      const value = isOwn ? select({ kind: 'instance', symbols: [], call, position }, [argument]) : undefined;
      return value === undefined ? [] : [value];
    }),
  );
}

/** One call in a function creates several kernels: which one is only known outside of it. */
function isSame(one: InstanceValue, other: InstanceValue): boolean {
  const isOneFrame = one.frame === undefined || other.frame === undefined || one.frame.id === other.frame.id;
  return isOneFrame && creationId(one) === creationId(other);
}

/** The services with the identifiers that an agent asks for; all, if it asks for none, or none has such an identifier. */
function selected(
  { select }: Recognizer,
  services: readonly (Value | undefined)[],
  wanted: readonly string[],
): Value[] {
  const all = services.flatMap((service) => (service === undefined ? [] : optionsOf(service)));
  const named = all.filter(
    (service) =>
      service.kind === 'instance' &&
      stringsOf(select(service, ['service_id']) ?? NOTHING).some(({ value }) => wanted.includes(value)),
  );
  return named.length > 0 ? named : all;
}
