/** Relates servers and agents to the tools, sub-agents and MCP servers in a list of tools. */
import type { DetectedObject } from '../graph/graph.ts';
import { type InstanceValue, instanceId, type Value } from '../resolve/values.ts';
import { serversOfClient, serversOfSettings } from './mcp/mcp-clients.ts';
import { serverOfInstance } from './mcp/mcp-implementations.ts';
import { recordUnknownTool } from './shared/autonomy.ts';
import { hasRole, PLAIN, wrappedBy } from './shared/entry.ts';
import type { Entry, Recognizer, ToolComponent } from './shared/framework.ts';
import { relateAll } from './shared/relate-all.ts';
import { rootOf } from './shared/usage.ts';
import { toolsWithOwner } from './tool-owners.ts';
import { recordOpenRegistration } from './tools/described-tools.ts';
import { isLiteralTool, toolOfLiteral } from './tools/literal-tools.ts';
import { toolOfPackage } from './tools/package-tools.ts';
import { isProviderTool, relateProviderTool } from './tools/provider-tools.ts';
import { asInstance, decoratorOf, keyedItems, toolsOfInstance } from './tools/tools.ts';

/** The maximum number of diagnostics. */
const MAX_DIAGNOSTICS = 2_000;

/** Relates an owner to what a list of tools contains. */
export function relateTools(recognizer: Recognizer, owner: DetectedObject, value: Value): void {
  for (const { value: item, key } of keyedItems(value)) relateTool(recognizer, owner, item, key);
}

function relateTool(recognizer: Recognizer, owner: DetectedObject, item: Value, key: string | undefined): void {
  const { graph } = recognizer;
  // The description of a tool stands for it: `[tool.schema for tool in tools]`.
  if (item.kind === 'method' && item.name === 'schema') {
    relateTool(recognizer, owner, item.receiver, key);
    return;
  }
  const entry = recognizer.entryOf(item);
  const instance = asInstance(item);
  if (item.kind === 'dictionary' && isProviderTool(item)) {
    relateProviderTool(graph, owner, item);
    return;
  }
  if (item.kind === 'dictionary' && isLiteralTool(item)) {
    const tool = toolOfLiteral(recognizer, item, key);
    if (tool !== undefined) graph.relate(owner, 'tools', tool);
    return;
  }
  if (item.kind === 'function') {
    // A function of Go accompanies the tool, resource or prompt that it handles.
    if (recognizer.evaluator.project.files.get(item.file)?.language === 'go') return;
    graph.relate(owner, 'tools', recognizer.toolOfFunction(item, key));
    return;
  }
  if (item.kind === 'class') {
    const decorated = decoratorOf(recognizer, item);
    const used = decorated?.entry ?? (hasRole(entry, 'tool') ? entry : schemaEntry(recognizer, item));
    if (used === undefined) {
      relateMethods(recognizer, owner, { kind: 'instance', symbols: [], class: item });
      return;
    }
    const created: InstanceValue = {
      kind: 'instance',
      symbols: recognizer.evaluator.ancestors(item).symbols,
      class: item,
    };
    relateAll(recognizer, owner, 'tools', toolsOfInstance(recognizer, created, used, key));
    return;
  }
  const isObject = instance?.class !== undefined && !hasRole(entry, 'tool');
  if (isObject && relateMethods(recognizer, owner, instance) && entry === undefined) return;
  if (entry === undefined || instance === undefined) {
    relateRoot(recognizer, owner, item, instance);
    return;
  }
  if (hasRole(entry, 'tool')) {
    const tools = toolsWithOwner(recognizer, instance, entry, key);
    relateAll(recognizer, owner, 'tools', tools);
    const { handsOverTo } = entry.component;
    const target = handsOverTo === undefined ? undefined : recognizer.select(instance, handsOverTo.agent);
    if (owner.kind === 'agent' && target !== undefined)
      recognizer.relateAgents(owner as DetectedObject<'agent'>, target);
    // Something of a library that a list names is where the list is.
    const [location] = owner.locations;
    if (instance.call === undefined && location !== undefined) for (const tool of tools) graph.locate(tool, location);
  } else if (hasRole(entry, 'mcpClient'))
    relateAll(recognizer, owner, 'mcp_servers', serversOfClient(recognizer, instance, entry));
  else if (hasRole(entry, 'mcpServer'))
    relateAll(recognizer, owner, 'mcp_servers', serverOfInstance(recognizer, instance, entry));
  else if (owner.kind === 'agent') relateWrapped(recognizer, owner as DetectedObject<'agent'>, instance, entry);
  else if (hasRole(entry, 'wrapper')) {
    const wrapped = wrappedBy(recognizer, instance, entry);
    if (wrapped !== undefined) relateTools(recognizer, owner, wrapped);
  }
}

/** A class that describes arguments is a tool without a function. */
function schemaEntry(recognizer: Recognizer, value: Value & { kind: 'class' }): Entry<ToolComponent> | undefined {
  const isSchema = recognizer.evaluator
    .ancestors(value)
    .symbols.some((symbol) => /:(?:BaseModel|TypedDict)$/.test(symbol));
  return isSchema ? { framework: PLAIN.framework, component: { role: 'tool', symbols: [] } } : undefined;
}

/** The decorated methods of an object of the repository are tools. Returns whether there are any. */
function relateMethods(recognizer: Recognizer, owner: DetectedObject, { class: type }: InstanceValue): boolean {
  let hasTools = false;
  for (const each of type === undefined ? [] : recognizer.evaluator.ancestors(type).classes) {
    const scopes = recognizer.evaluator.project.files.get(each.file)?.scopes ?? [];
    scopes.forEach((scope, index) => {
      if (scope.parent !== each.scope || scope.kind !== 'function') return;
      const method = { kind: 'function', file: each.file, scope: index } as const;
      if (decoratorOf(recognizer, method) === undefined) return;
      hasTools = true;
      recognizer.graph.relate(owner, 'tools', recognizer.toolOfFunction(method));
    });
  }
  return hasTools;
}

/** The tools of a client are those of its servers: `await client.get_tools()`. What is unknown is reported. */
function relateRoot(
  recognizer: Recognizer,
  owner: DetectedObject,
  item: Value,
  instance: InstanceValue | undefined,
): void {
  // A builder returns itself: `Tool.builder().name("x").build()`.
  for (let built = instance?.receiver; built !== undefined; built = built.receiver) {
    if (!hasRole(recognizer.entryOf(built), 'tool')) continue;
    relateTool(recognizer, owner, built, undefined);
    return;
  }
  const root = instance === undefined ? undefined : rootOf(instance);
  const entry = root === undefined || root === instance ? undefined : recognizer.entryOf(root);
  if (root !== undefined && (hasRole(entry, 'mcpClient') || hasRole(entry, 'wrapper'))) {
    relateTool(recognizer, owner, root, undefined);
    return;
  }
  const tool = toolOfPackage(recognizer, owner, item);
  if (tool !== undefined) {
    recognizer.graph.relate(owner, 'tools', tool);
    return;
  }
  const what =
    item.kind === 'unknown' ? item.reason : item.kind === 'symbol' ? item.symbol : (instance?.symbols[0] ?? item.kind);
  recordUnknownTool(owner);
  const [location] = owner.locations;
  if (owner.kind === 'mcp_server' && location !== undefined) recordOpenRegistration(recognizer.graph, location.file);
  if (item.kind === 'constant' || recognizer.graph.diagnostics.length >= MAX_DIAGNOSTICS) return;
  recognizer.graph.diagnostics.push({
    kind: 'unresolved',
    ...(location !== undefined && { file: location.file, line: location.span[0] }),
    message: `A tool of ${owner.name} is not known: ${what}.`,
  });
}

/** A wrapper in a list of tools: an agent inside is a sub-agent, everything else is what it is. */
function relateWrapped(
  recognizer: Recognizer,
  owner: DetectedObject<'agent'>,
  instance: InstanceValue,
  entry: Entry,
): void {
  const agents = recognizer.agentsOf(instance);
  relateAll(recognizer, owner, 'sub_agents', agents);
  if (agents.length > 0 || !hasRole(entry, 'wrapper')) return;
  const wrapped = wrappedBy(recognizer, instance, entry);
  if (wrapped === undefined || (wrapped.kind === 'instance' && instanceId(wrapped) === instanceId(instance))) return;
  const servers = serversOfSettings(recognizer, instance, wrapped);
  relateAll(recognizer, owner, 'mcp_servers', servers);
  if (servers.length === 0) relateTools(recognizer, owner, wrapped);
}
