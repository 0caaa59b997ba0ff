/** Tools of servers whose handler returns the list of them: `@server.list_tools()`, `Server(on_list_tools=…)`. */
import type { Expression } from '../../facts/facts.ts';
import type { DetectedObject } from '../../graph/graph.ts';
import { entriesOf } from '../../resolve/arguments.ts';
import type { Project } from '../../resolve/project.ts';
import {
  creationId,
  type FunctionValue,
  type InstanceValue,
  optionsOf,
  type SourcePosition,
  type Value,
} from '../../resolve/values.ts';
import type { Recognizer } from '../shared/framework.ts';
import { recordOpenList } from './described-tools.ts';

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };

/** Relates a server to the tools in the lists that its handlers return. */
export function relateListedTools(recognizer: Recognizer, server: DetectedObject, instance: InstanceValue): void {
  const { evaluator } = recognizer;
  const id = creationId(instance);
  for (const handler of optionsOf(recognizer.select(instance, ['on_list_tools']) ?? NOTHING)) {
    if (handler.kind === 'function') relateReturned(recognizer, server, handler);
  }
  for (const { decorator, position, handler } of handlersOf(evaluator.project)) {
    if (isListHandler(evaluator.evaluate(decorator, position), id)) relateReturned(recognizer, server, handler);
  }
}

/** A function with a decorator of the name that handlers have, whatever server it belongs to. */
interface Handler {
  readonly decorator: Expression;
  readonly position: SourcePosition;
  readonly handler: FunctionValue;
}

const handlersByProject = new WeakMap<Project, readonly Handler[]>();

/** Lists the functions that may be handlers. They are searched once, not for each server. */
function handlersOf(project: Project): readonly Handler[] {
  const known = handlersByProject.get(project);
  if (known !== undefined) return known;
  const found = [...project.files.values()].flatMap((facts) =>
    facts.scopes.flatMap((scope, index) =>
      scope.decorators.filter(isNamedListTools).map((decorator) => ({
        decorator,
        position: { file: facts.path, scope: scope.parent ?? 0 },
        handler: { kind: 'function', file: facts.path, scope: index } as const,
      })),
    ),
  );
  handlersByProject.set(project, found);
  return found;
}

function isNamedListTools(decorator: Expression): boolean {
  return decorator.kind === 'call' && decorator.callee.kind === 'member' && decorator.callee.name === 'list_tools';
}

/** A handler returns the list, or an object with it: `ListToolsResult(tools=[…])`, `new ListToolsResult { Tools = … }`. */
export function relateReturned(recognizer: Recognizer, server: DetectedObject, handler: FunctionValue): void {
  for (const option of optionsOf(recognizer.evaluator.returned(handler)).flatMap((each) =>
    finished(recognizer, each),
  )) {
    const list =
      option.kind === 'instance' ? recognizer.select(option, ['tools', 'Tools']) : entriesOf(option, 'Tools');
    recordOpenList(recognizer, handler.file, list ?? option);
    recognizer.relateTools(server, list ?? option);
  }
}

/** `ValueTask.FromResult(result)` is the result. */
function finished({ evaluator }: Recognizer, value: Value): readonly Value[] {
  const isFinished = value.kind === 'instance' && value.symbols.some((symbol) => symbol.endsWith('.FromResult'));
  return isFinished ? optionsOf(evaluator.argument(value, undefined, 0) ?? NOTHING) : [value];
}

function isListHandler(decorator: Value, id: string): boolean {
  return optionsOf(decorator).some((option) => {
    const isMethod = option.kind === 'instance' && option.symbols.some((symbol) => symbol.endsWith('.list_tools'));
    return isMethod && option.receiver !== undefined && creationId(option.receiver) === id;
  });
}
