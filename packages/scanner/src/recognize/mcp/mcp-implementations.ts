/** MCP servers that the repository implements. */

import type { DetectedObject } from '../../graph/graph.ts';
import { sourceLocation } from '../../graph/locate.ts';
import type { Evaluator } from '../../resolve/evaluator.ts';
import { type Frame, type InstanceValue, type SourcePosition, stringsOf } from '../../resolve/values.ts';
import type { Entry, McpServerComponent, Recognizer } from '../shared/framework.ts';
import { definitionOf, identityOf, nameOfFile } from '../shared/naming.ts';

const NOTHING = { kind: 'unknown', reason: 'nothing' } as const;

/** Adds the servers that a call creates: several when its name is one of several values. */
export function serverOfInstance(
  recognizer: Recognizer,
  instance: InstanceValue,
  entry: Entry,
): readonly DetectedObject<'mcp_server'>[] {
  const { call, position } = instance;
  if (position === undefined || call === undefined) return [];
  const { isNamedByProgram } = entry.component as McpServerComponent;
  const calls = isNamedByProgram ? programsOf(recognizer, instance) : [{ call, position }];
  return calls.flatMap((each) => serversOfCall(recognizer, instance, entry, each));
}

function serversOfCall(
  recognizer: Recognizer,
  instance: InstanceValue,
  entry: Entry,
  { call, position }: Call,
): readonly DetectedObject<'mcp_server'>[] {
  const component = entry.component as McpServerComponent;
  const settings = component.settings?.(recognizer, instance) ?? instance;
  const own = namesOf(recognizer, settings, component);
  // A caller that doesn't say the name creates no other server than those that say it.
  const { frame: _, ...unframed } = settings;
  const names = own.length > 0 ? own : namesOf(recognizer, unframed, component);
  const { path, variable } = definitionOf(recognizer.evaluator.project.files.get(position.file), position, call);
  const fallback = (component.isNamedByProgram ? undefined : variable) ?? nameOfFile(position.file);
  return (names.length > 0 ? names : [fallback]).map((name) => {
    const server = recognizer.graph.add('mcp_server', `implemented:${identityOf(position.file, path, name)}`, name);
    server.fields.transport ??= 'stdio';
    server.fields.url ??= null;
    const [version] = stringsOf(recognizer.select(settings, component.version) ?? NOTHING);
    if (version !== undefined) server.fields.server_version = version.value.slice(0, 255);
    recognizer.graph.locate(server, sourceLocation(position.file, call.span, `a call of ${instance.symbols[0]}`, 1));
    const isNew = !server.labels.has('implemented');
    server.labels.set('implemented', 'true');
    const tools = isNew ? recognizer.select(instance, component.tools) : undefined;
    if (tools !== undefined) recognizer.relateTools(server, tools);
    if (isNew) component.examine?.(recognizer, server, instance, entry);
    return server;
  });
}

function namesOf(recognizer: Recognizer, settings: InstanceValue, { name }: McpServerComponent): readonly string[] {
  const literals = stringsOf(recognizer.select(settings, name) ?? NOTHING).map(({ value }) => value.trim());
  return literals.filter((literal) => literal !== '');
}

/**
 * The calls of programs that create an object, through extension methods that several programs share. Without any, it is the call that
 * created the object.
 */
export function programsOf({ evaluator }: Recognizer, instance: InstanceValue): readonly Call[] {
  const { call, position, frame } = instance;
  if (call === undefined || position === undefined) return [];
  let calls: readonly Call[] = [frame?.caller ?? { call, position }];
  for (let depth = 0; depth < MAX_EXTENSIONS; depth += 1) {
    const next = calls.flatMap((each) => {
      const { frame: outer, position: at } = each;
      const callers = outer?.caller === undefined ? callersOfExtension(evaluator, at) : [outer.caller];
      return callers.length === 0 ? [each] : callers;
    });
    calls = [...new Map(next.map((each) => [`${each.call.id} ${each.position.file}`, each])).values()];
  }
  return calls;
}

type Call = NonNullable<Frame['caller']>;

/** No more extension methods that call each other are followed. */
const MAX_EXTENSIONS = 4;

/** Lists the calls of the extension method around a position. */
function callersOfExtension(evaluator: Evaluator, { file, scope: start }: SourcePosition): readonly Call[] {
  const scopes = evaluator.project.files.get(file)?.scopes ?? [];
  for (let index: number | undefined = start; index !== undefined; index = scopes[index]?.parent) {
    if (scopes[index]?.parameters[0]?.isReceiver)
      return evaluator.callers(file, index).map(({ call, position }) => ({ call, position }));
  }
  return [];
}
