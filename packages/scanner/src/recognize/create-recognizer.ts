/** Puts the recognizer together. */
import { trimEnd } from '@aispm/openapi/trim';
import type { DetectedObject, Edge, ObjectGraph } from '../graph/graph.ts';
import type { Evaluator } from '../resolve/evaluator.ts';
import { type InstanceValue, instanceId, itemsOf, optionsOf, stringsOf, type Value } from '../resolve/values.ts';
import { addGuardrails, agentsOfInstance, type KnownAgents } from './agents.ts';
import { createHandoffs, type Handoffs, namesOfAgents, recordHandoff } from './handoffs.ts';
import { serversOfAddress, serversOfClient, serversOfSettings } from './mcp/mcp-clients.ts';
import { serverOfInstance } from './mcp/mcp-implementations.ts';
import { modelsOfInstance, modelsOfValue } from './models/models.ts';
import { recordSupervision, recordUnknownTool } from './shared/autonomy.ts';
import type {
  AgentComponent,
  ApprovalComponent,
  Entry,
  Framework,
  HandoffComponent,
  McpClientComponent,
  ModelComponent,
  Recognizer,
  RegistrationComponent,
  ToolComponent,
  WrapperComponent,
} from './shared/framework.ts';
import { select } from './shared/select.ts';
import { relateUsage, rootOf } from './shared/usage.ts';
import { createSymbolIndex } from './symbol-index.ts';
import { recordOpenRegistration } from './tools/described-tools.ts';
import { relateListedTools } from './tools/listed-tools.ts';
import { isLiteralTool, toolOfLiteral } from './tools/literal-tools.ts';
import { toolOfPackage } from './tools/package-tools.ts';
import { isProviderTool, relateProviderTool } from './tools/provider-tools.ts';
import { agentOfLoop } from './tools/tool-loops.ts';
import { asInstance, decoratorOf, keyedItems, toolOfFunction, toolsOfInstance } from './tools/tools.ts';

/** Creates a recognizer, and the function that adds what an instance is, whatever it is. */
export function createRecognizer(
  evaluator: Evaluator,
  graph: ObjectGraph,
  frameworks: readonly Framework[],
): Recognizer & {
  readonly add: (instance: InstanceValue, entry: Entry) => readonly DetectedObject[];
  readonly applyMutation: ApplyMutation;
  /** Relates agents to those of which only the names were known, after all agents were found. */
  readonly relateNamedAgents: () => void;
} {
  const symbols = createSymbolIndex(frameworks);
  const known: KnownAgents = new Map();
  const handoffs = createHandoffs();
  const entryOf = (value: Value): Entry | undefined => {
    if (value.kind === 'symbol') return symbols.find([value.symbol]);
    if (value.kind === 'class') return symbols.find(evaluator.ancestors(value).symbols);
    const instance = asInstance(value);
    if (instance === undefined) return undefined;
    const position = instance.position ?? instance.receiver?.position;
    const language = position && evaluator.project.files.get(position.file)?.language;
    // `create()()` calls what `create()` returned: an entry may be for that only.
    const own = symbols.find(instance.symbols, language);
    if (own !== undefined) return own;
    const called = instance.symbols.filter((symbol) => symbol.endsWith('()'));
    const entry = symbols.find(
      called.map((symbol) => trimEnd(symbol, /[()]/)),
      language,
    );
    // What calls an agent or a server isn't another one.
    return entry?.component.role === 'agent' || entry?.component.role === 'mcpServer' ? undefined : entry;
  };
  const recognizer: Recognizer = {
    evaluator,
    graph,
    symbols,
    entryOf,
    select: (instance, selectors) => select(evaluator, instance, selectors),
    agentsOf: (value) => agentsOf(recognizer, known, value),
    relateTools: (owner, value) => relateTools(recognizer, owner, value),
    relateModels: (owner, value, entry) => relateModels(recognizer, owner, value, entry),
    relateAgents: (owner, value) => {
      relateAll(recognizer, owner, 'sub_agents', recognizer.agentsOf(value));
      handoffs.add(owner, namesOfAgents(recognizer, value));
    },
    relateServers: (owner, value) => relateServers(recognizer, owner, value),
    relateUsage: (agent, value) => relateUsage(recognizer, agent, value, PLAIN),
    relateListedTools: (server, instance) => relateListedTools(recognizer, server, instance),
    toolOfFunction: (value, name) => toolOfFunction(recognizer, value, name),
  };
  return {
    ...recognizer,
    add: (instance, entry) => addInstance(recognizer, known, handoffs, instance, entry),
    relateNamedAgents: () => handoffs.relate(graph, evaluator.project),
    applyMutation: (receiver, attribute, value) => applyMutation(recognizer, receiver, attribute, value),
  };
}

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };

/** An entry without information about models. */
const PLAIN: Entry = {
  framework: { id: '', title: '', language: 'python', documentation: '', modules: [], packages: [], components: [] },
  component: { role: 'guardrail', symbols: [], direction: 'both' },
};

/** Takes over what is assigned to, or added to, a field of an object after its creation. */
export type ApplyMutation = (receiver: Value, attribute: string, value: Value) => void;

function addInstance(
  recognizer: Recognizer,
  known: KnownAgents,
  handoffs: Handoffs,
  instance: InstanceValue,
  entry: Entry,
): readonly DetectedObject[] {
  switch (entry.component.role) {
    case 'agent':
      return agentsOfInstance(recognizer, known, instance, entry as Entry<AgentComponent>);
    case 'tool':
      return toolsWithOwner(recognizer, instance, entry as Entry<ToolComponent>);
    case 'model': {
      const agent = agentOfLoop(recognizer, instance, entry as Entry<ModelComponent>);
      const models = modelsOfInstance(recognizer, instance, entry as Entry<ModelComponent>);
      return agent === undefined ? models : [...models, agent];
    }
    case 'mcpServer':
      return serverOfInstance(recognizer, instance, entry);
    case 'mcpClient':
      return serversOfClient(recognizer, instance, entry as Entry<McpClientComponent>);
    case 'registration':
      return registerTools(recognizer, instance, entry as Entry<RegistrationComponent>);
    case 'handoff':
      recordHandoff(recognizer, handoffs, instance, entry as Entry<HandoffComponent>);
      return [];
    case 'approval':
      return superviseAgents(recognizer, instance, entry as Entry<ApprovalComponent>);
    default:
      return [];
  }
}

/** A call that says that a human confirms what agents do, or that gives them tools for a task. */
function superviseAgents(
  recognizer: Recognizer,
  instance: InstanceValue,
  { component }: Entry<ApprovalComponent>,
): readonly DetectedObject[] {
  const condition = recognizer.select(instance, component.condition);
  const agents = recognizer.select(instance, component.agents);
  if (agents === undefined) return [];
  const isTrue = condition?.kind === 'constant' && condition.value === true;
  const found = recognizer.agentsOf(agents);
  if (isTrue) for (const agent of found) recordSupervision(agent);
  giveTools(recognizer, found, recognizer.select(instance, component.tools));
  return [];
}

/** Relates the server or agent whose method is called to the tools that it is given. */
function registerTools(
  recognizer: Recognizer,
  instance: InstanceValue,
  entry: Entry<RegistrationComponent>,
): readonly DetectedObject[] {
  const { tools, examine } = entry.component;
  const { call, position, frame } = instance;
  // Builders return themselves: `server.withTools(a).withTools(b)`.
  let server = instance.receiver;
  while (server?.receiver !== undefined && recognizer.entryOf(server)?.component.role !== 'mcpServer')
    server = server.receiver;
  const given = instance.receiver === undefined ? [] : recognizer.agentsOf(instance.receiver);
  if (given.length > 0)
    return giveTools(recognizer, given, recognizer.select(instance, tools === 'arguments' ? [] : tools));
  const owner = server && recognizer.entryOf(server);
  if (server === undefined || owner?.component.role !== 'mcpServer' || call === undefined || position === undefined)
    return [];
  const missing = { kind: 'unknown', reason: 'an argument that is missing' } as const;
  const selected = tools.length === 0 ? [] : [missing];
  const values =
    tools === 'arguments'
      ? call.arguments.map(({ value }) => recognizer.evaluator.evaluate(value, position, frame))
      : selected.map((otherwise) => recognizer.select(instance, tools) ?? otherwise);
  const servers = serverOfInstance(recognizer, server, owner);
  for (const found of servers) {
    for (const value of values) recognizer.relateTools(found, value);
    examine?.(recognizer, found, instance, entry);
  }
  return servers;
}

function giveTools(
  recognizer: Recognizer,
  agents: readonly DetectedObject<'agent'>[],
  tools: Value | undefined,
): readonly DetectedObject[] {
  if (tools !== undefined) for (const agent of agents) recognizer.relateTools(agent, tools);
  return agents;
}

/** Tools that a method of a server or an agent registers belong to it. */
export function toolsWithOwner(
  recognizer: Recognizer,
  instance: InstanceValue,
  entry: Entry<ToolComponent>,
  key?: string,
): readonly DetectedObject<'tool'>[] {
  const tools = toolsOfInstance(recognizer, instance, entry, key);
  const owners = recognizer.select(instance, entry.component.owner);
  for (const tool of tools) {
    relateOwner(recognizer, instance, tool);
    for (const receiver of owners === undefined ? [] : optionsOf(owners))
      if (receiver.kind === 'instance') relateOwner(recognizer, { ...instance, receiver }, tool);
  }
  return tools;
}

/** Relates a tool to the object whose method registers it. */
export function relateOwner(recognizer: Recognizer, { receiver }: InstanceValue, tool: DetectedObject<'tool'>): void {
  if (receiver === undefined) return;
  const owner = recognizer.entryOf(receiver);
  if (owner?.component.role === 'tool') relateOwner(recognizer, receiver, tool);
  if (owner?.component.role === 'mcpServer') {
    for (const server of serverOfInstance(recognizer, receiver, owner)) {
      tool.fields.tool_source = 'mcp';
      recognizer.graph.relate(server, 'tools', tool);
    }
  }
  for (const agent of owner?.component.role === 'agent' ? recognizer.agentsOf(receiver) : []) {
    recognizer.graph.relate(agent, 'tools', tool);
  }
}

function agentsOf(
  recognizer: Recognizer,
  known: KnownAgents,
  value: Value,
  depth = 0,
): readonly DetectedObject<'agent'>[] {
  if (depth > 8) return [];
  const found = itemsOf(value).flatMap((item): readonly DetectedObject<'agent'>[] => {
    // `agent.name` means the agent where an agent is expected.
    if (item.kind === 'method' && item.name === 'name') return agentsOf(recognizer, known, item.receiver, depth + 1);
    if (item.kind !== 'instance') return [];
    const entry = recognizer.entryOf(item);
    if (entry?.component.role === 'agent')
      return agentsOfInstance(recognizer, known, item, entry as Entry<AgentComponent>);
    if (entry?.component.role === 'wrapper') {
      const { value: inner } = entry.component;
      const wrapped = inner === 'receiver' ? item.receiver : recognizer.select(item, inner);
      return wrapped === undefined ? [] : agentsOf(recognizer, known, wrapped, depth + 1);
    }
    // What a builder builds: `AgenticServices.agentBuilder(…).chatModel(…).build()`.
    const isBuilt = entry === undefined && item.symbols.some((symbol) => symbol.endsWith('.build'));
    return isBuilt && item.receiver !== undefined ? agentsOf(recognizer, known, rootOf(item), depth + 1) : [];
  });
  return [...new Set(found)];
}

function relateAll(recognizer: Recognizer, owner: DetectedObject, edge: Edge, found: readonly DetectedObject[]): void {
  for (const each of found) recognizer.graph.relate(owner, edge, each);
}

function relateTools(recognizer: Recognizer, owner: DetectedObject, value: Value): void {
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
    const used = decorated?.entry ?? (entry?.component.role === 'tool' ? entry : schemaEntry(recognizer, item));
    if (used === undefined) {
      relateMethods(recognizer, owner, { kind: 'instance', symbols: [], class: item });
      return;
    }
    const created: InstanceValue = {
      kind: 'instance',
      symbols: recognizer.evaluator.ancestors(item).symbols,
      class: item,
    };
    relateAll(recognizer, owner, 'tools', toolsOfInstance(recognizer, created, used as Entry<ToolComponent>, key));
    return;
  }
  const isObject = instance?.class !== undefined && entry?.component.role !== 'tool';
  if (isObject && relateMethods(recognizer, owner, instance) && entry === undefined) return;
  if (entry === undefined || instance === undefined) {
    relateRoot(recognizer, owner, item, instance);
    return;
  }
  const { role } = entry.component;
  if (role === 'tool') {
    const tools = toolsWithOwner(recognizer, instance, entry as Entry<ToolComponent>, key);
    relateAll(recognizer, owner, 'tools', tools);
    const { handsOverTo } = entry.component;
    const target = handsOverTo === undefined ? undefined : recognizer.select(instance, handsOverTo.agent);
    if (owner.kind === 'agent' && target !== undefined)
      recognizer.relateAgents(owner as DetectedObject<'agent'>, target);
    // Something of a library that a list names is where the list is.
    const [location] = owner.locations;
    if (instance.call === undefined && location !== undefined) for (const tool of tools) graph.locate(tool, location);
  } else if (role === 'mcpClient')
    relateAll(
      recognizer,
      owner,
      'mcp_servers',
      serversOfClient(recognizer, instance, entry as Entry<McpClientComponent>),
    );
  else if (role === 'mcpServer')
    relateAll(recognizer, owner, 'mcp_servers', serverOfInstance(recognizer, instance, entry));
  else if (owner.kind === 'agent') relateWrapped(recognizer, owner as DetectedObject<'agent'>, instance, entry);
  else if (entry.component.role === 'wrapper') {
    const { value } = entry.component;
    const wrapped = value === 'receiver' ? instance.receiver : recognizer.select(instance, value);
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
    if (recognizer.entryOf(built)?.component.role !== 'tool') continue;
    relateTool(recognizer, owner, built, undefined);
    return;
  }
  const root = instance === undefined ? undefined : rootOf(instance);
  const entry = root === undefined || root === instance ? undefined : recognizer.entryOf(root);
  if (root !== undefined && entry !== undefined && /^(mcpClient|wrapper)$/.test(entry.component.role)) {
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

/** The maximum number of diagnostics. */
const MAX_DIAGNOSTICS = 2_000;

/** A wrapper in a list of tools: an agent inside is a sub-agent, everything else is what it is. */
function relateWrapped(
  recognizer: Recognizer,
  owner: DetectedObject<'agent'>,
  instance: InstanceValue,
  entry: Entry,
): void {
  const agents = recognizer.agentsOf(instance);
  relateAll(recognizer, owner, 'sub_agents', agents);
  if (agents.length > 0 || entry.component.role !== 'wrapper') return;
  const { value } = entry.component;
  const wrapped = value === 'receiver' ? instance.receiver : recognizer.select(instance, value);
  if (wrapped === undefined || (wrapped.kind === 'instance' && instanceId(wrapped) === instanceId(instance))) return;
  const servers = serversOfSettings(recognizer, instance, wrapped);
  relateAll(recognizer, owner, 'mcp_servers', servers);
  if (servers.length === 0) relateTools(recognizer, owner, wrapped);
}

function relateModels(recognizer: Recognizer, owner: DetectedObject<'agent'>, value: Value, entry: Entry): void {
  const provider = entry.component.role === 'agent' ? entry.component.provider : undefined;
  const models = modelsOfValue(recognizer, value, provider === undefined ? {} : { provider });
  relateAll(recognizer, owner, 'models', models);
  // Tools that are bound to the model are tools of the agent that uses it.
  for (const item of itemsOf(value)) relateBoundTools(recognizer, owner, item, 0);
}

function relateBoundTools(recognizer: Recognizer, owner: DetectedObject<'agent'>, value: Value, depth: number): void {
  if (value.kind !== 'instance' || depth > 6) return;
  const { component } = recognizer.entryOf(value) ?? {};
  if (component?.role === 'wrapper' || component?.role === 'model') {
    const tools = recognizer.select(value, component.tools);
    if (tools !== undefined) relateTools(recognizer, owner, callableTools(recognizer, value, component, tools));
  }
  if (value.receiver !== undefined) relateBoundTools(recognizer, owner, value.receiver, depth + 1);
}

/** Bound tools without the plain descriptions of which one has to be called: that one is the schema of a structured response. */
function callableTools(
  recognizer: Recognizer,
  instance: InstanceValue,
  component: ModelComponent | WrapperComponent,
  tools: Value,
): Value {
  const forced = component.role === 'wrapper' ? recognizer.select(instance, component.forcedTool) : undefined;
  const isForced = stringsOf(forced ?? NOTHING).some(({ value }) => !/^(?:auto|any|required|none)$/.test(value));
  if (!isForced) return tools;
  const items = optionsOf(tools)
    .flatMap((option) => (option.kind === 'list' ? option.items.flatMap(optionsOf) : [option]))
    .filter(({ kind }) => kind !== 'dictionary');
  return { kind: 'list', items, isComplete: true };
}

function relateServers(recognizer: Recognizer, owner: DetectedObject<'agent'>, value: Value): void {
  for (const { value: item } of keyedItems(value)) {
    const entry = recognizer.entryOf(item);
    const instance = asInstance(item);
    if (item.kind === 'string') relateAll(recognizer, owner, 'mcp_servers', serversOfAddress(recognizer, item));
    if (entry === undefined || instance === undefined) continue;
    if (entry.component.role === 'wrapper') {
      const { value: inner } = entry.component;
      const wrapped = inner === 'receiver' ? instance.receiver : recognizer.select(instance, inner);
      if (wrapped === undefined) continue;
      relateAll(recognizer, owner, 'mcp_servers', serversOfSettings(recognizer, instance, wrapped));
      relateServers(recognizer, owner, wrapped);
    }
    if (entry.component.role === 'mcpClient') {
      relateAll(
        recognizer,
        owner,
        'mcp_servers',
        serversOfClient(recognizer, instance, entry as Entry<McpClientComponent>),
      );
    } else if (entry.component.role === 'mcpServer') {
      relateAll(recognizer, owner, 'mcp_servers', serverOfInstance(recognizer, instance, entry));
    }
  }
}

function applyMutation(recognizer: Recognizer, receiver: Value, attribute: string, value: Value): void {
  for (const item of itemsOf(receiver)) {
    const entry = recognizer.entryOf(item);
    if (entry?.component.role !== 'agent') continue;
    const { component } = entry;
    const names = (selectors: readonly string[] | undefined) =>
      selectors?.some((each) => each.replace(/@\d+$/, '') === attribute);
    for (const agent of recognizer.agentsOf(item)) {
      if (names(component.tools)) recognizer.relateTools(agent, value);
      if (names(component.subAgents)) recognizer.relateAgents(agent, value);
      if (names(component.mcpServers)) recognizer.relateServers(agent, value);
      if (names(component.model)) recognizer.relateModels(agent, value, entry);
      for (const { argument, direction } of component.guardrails ?? []) {
        if (argument === attribute) addGuardrails(recognizer, agent, value, direction);
      }
    }
  }
}
