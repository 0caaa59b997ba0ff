/** MCP servers that the repository implements. */
import type { Entry, McpServerComponent, Recognizer } from '../frameworks/framework.ts';
import { type InstanceValue, textsOf } from '../resolve/values.ts';
import type { Found } from './graph.ts';
import { sourceLocation } from './locate.ts';
import { definitionOf, identityOf, nameOfFile } from './naming.ts';

const NOTHING = { kind: 'unknown', reason: 'nothing' } as const;

/** Adds the servers that a call creates: several when its name is one of several values. */
export function serverOfInstance(
  recognizer: Recognizer,
  instance: InstanceValue,
  entry: Entry,
): readonly Found<'mcp_server'>[] {
  const component = entry.component as McpServerComponent;
  const { place, call } = instance;
  if (place === undefined || call === undefined) return [];
  const settings = component.settings?.(recognizer, instance) ?? instance;
  const literals = textsOf(recognizer.select(settings, component.name) ?? NOTHING).map(({ value }) => value.trim());
  const names = literals.filter((name) => name !== '');
  const { path, variable } = definitionOf(recognizer.evaluator.project.files.get(place.file), place, call);
  const fallback = (component.isNamedByProgram ? undefined : variable) ?? nameOfFile(place.file);
  return (names.length > 0 ? names : [fallback]).map((name) => {
    const server = recognizer.graph.add('mcp_server', `implemented:${identityOf(place.file, path, name)}`, name);
    server.fields.transport ??= 'stdio';
    server.fields.url ??= null;
    const [version] = textsOf(recognizer.select(settings, component.version) ?? NOTHING);
    if (version !== undefined) server.fields.server_version = version.value.slice(0, 255);
    recognizer.graph.locate(server, sourceLocation(place.file, call.span, `a call of ${instance.symbols[0]}`, 1));
    const isNew = !server.labels.has('implemented');
    server.labels.set('implemented', 'true');
    const tools = isNew ? recognizer.select(instance, component.tools) : undefined;
    if (tools !== undefined) recognizer.relateTools(server, tools);
    if (isNew) component.examine?.(recognizer, server, instance, entry);
    return server;
  });
}
