/** Tools of servers whose handler returns the list of them: `@server.list_tools()`, `Server(on_list_tools=…)`. */
import type { Recognizer } from '../frameworks/framework.ts';
import { type FunctionValue, type InstanceValue, instanceId, optionsOf, type Value } from '../resolve/values.ts';
import type { Found } from './graph.ts';

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };

/** Relates a server to the tools in the lists that its handlers return. */
export function relateListedTools(recognizer: Recognizer, server: Found, instance: InstanceValue): void {
  const { evaluator } = recognizer;
  const id = instanceId(instance);
  for (const handler of optionsOf(recognizer.select(instance, ['on_list_tools']) ?? NOTHING)) {
    if (handler.kind === 'function') relateReturned(recognizer, server, handler);
  }
  for (const facts of evaluator.project.files.values()) {
    facts.scopes.forEach((scope, index) => {
      const place = { file: facts.path, scope: scope.parent ?? 0 };
      for (const decorator of scope.decorators) {
        if (!isListHandler(evaluator.evaluate(decorator, place), id)) continue;
        const handler = { kind: 'function', file: facts.path, scope: index } as const;
        relateReturned(recognizer, server, handler);
      }
    });
  }
}

/** A handler returns the list, or an object with it: `ListToolsResult(tools=[…])`. */
function relateReturned(recognizer: Recognizer, server: Found, handler: FunctionValue): void {
  for (const option of optionsOf(recognizer.evaluator.returned(handler))) {
    const list = option.kind === 'instance' ? recognizer.select(option, ['tools']) : undefined;
    recognizer.relateTools(server, list ?? option);
  }
}

function isListHandler(decorator: Value, id: string): boolean {
  return optionsOf(decorator).some((option) => {
    const isMethod = option.kind === 'instance' && option.symbols.some((symbol) => symbol.endsWith('.list_tools'));
    return isMethod && option.receiver !== undefined && instanceId(option.receiver) === id;
  });
}
