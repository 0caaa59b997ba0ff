/** MCP servers to which code connects. */

import type { Span } from '../../facts/facts.ts';
import type { DetectedObject } from '../../graph/graph.ts';
import { sourceLocation } from '../../graph/locate.ts';
import { entriesOf } from '../../resolve/arguments.ts';
import { dataOf } from '../../resolve/data-files.ts';
import { createdObjects, recordOfSettings } from '../../resolve/records.ts';
import {
  choose,
  type DictionaryEntry,
  type InstanceValue,
  itemsOf,
  optionsOf,
  type StringValue,
  stringsOf,
  type Value,
} from '../../resolve/values.ts';
import { recordApproval } from '../shared/autonomy.ts';
import { hasRole } from '../shared/entry.ts';
import type { Entry, McpClientComponent, Recognizer, Selector } from '../shared/framework.ts';
import { definitionOf, fallbackName } from '../shared/naming.ts';
import { rootOf } from '../shared/usage.ts';
import { passesCredentials, passesOwnCredentials } from './mcp-credentials.ts';
import { serverOfInstance } from './mcp-implementations.ts';
import { addConfiguredServer, impliedName, type ServerSettings } from './mcp-servers.ts';

type Get = (...names: string[]) => Value | undefined;

/** How many clients and transports are followed into each other. */
const MAX_NESTED = 5;

/** Adds the servers to which a call connects. */
export function serversOfClient(
  recognizer: Recognizer,
  instance: InstanceValue,
  { component, framework }: Entry<McpClientComponent>,
  depth = 0,
): readonly DetectedObject<'mcp_server'>[] {
  const { position, call } = instance;
  if (position === undefined || call === undefined || depth > MAX_NESTED) return [];
  const items = createdObjects(recognizer.evaluator, instance);
  if (items.length > 1) {
    const entry = { component, framework };
    return [...new Set(items.flatMap((item) => serversOfClient(recognizer, item, entry, depth + 1)))];
  }
  if (component.connect !== undefined) return serversOfConnection(recognizer, instance, component.connect, depth);
  const location = sourceLocation(position.file, call.span, `a call of ${instance.symbols[0]}`, 1);
  if (component.servers !== undefined) {
    const servers = recognizer.select(instance, component.servers);
    return serversIn(withFiles(recognizer, servers)).map(({ key, value, span, file }) =>
      addConfiguredServer(
        recognizer.graph,
        {
          ...readSettings(getterOf(recognizer, value), key, component.transport),
          isOpen: !passesOwnCredentials(instance) && !passesCredentials(recognizer.evaluator, value),
        },
        span === undefined ? location : sourceLocation(file, span, `an entry for ${instance.symbols[0]}`, 1),
      ),
    );
  }
  const settings = component.settings === undefined ? undefined : recognizer.select(instance, component.settings);
  // A transport that the catalogue knows is the client itself, and a server of this repository needs none.
  for (const given of optionsOf(settings ?? NOTHING)) {
    // A builder returns what it builds: `StdioMcpTransport.builder().command(…).build()`.
    const option = given.kind === 'instance' && recognizer.entryOf(given) === undefined ? rootOf(given) : given;
    const inner = option.kind === 'instance' ? recognizer.entryOf(option) : undefined;
    if (option.kind === 'instance' && hasRole(inner, 'mcpServer')) {
      return serverOfInstance(recognizer, option, inner);
    }
    if (option.kind !== 'instance' || !hasRole(inner, 'mcpClient') || option.call === call) continue;
    return serversOfClient(recognizer, option, inner, depth + 1);
  }
  const get =
    settings === undefined
      ? ownGetter(recognizer, instance)
      : getterOf(recognizer, settings, ownGetter(recognizer, instance));
  const literal = stringsOf(
    recognizer.select(instance, component.name) ?? get('name', 'Name', 'server_label', 'serverLabel') ?? NOTHING,
  )[0]?.value;
  const definition = definitionOf(recognizer.evaluator.project.files.get(position.file), position, call);
  const isOpen = !passesCredentials(recognizer.evaluator, instance);
  const settingsOf = (name: string) => ({ ...readSettings(get, name, component.transport), isOpen });
  const fallback = fallbackName(definition, position.file);
  // Neither the key `transport` nor the file describes the server.
  const isNameless = definition.variable === undefined || /^_?transport$/i.test(fallback);
  const found = recordOfSettings(recognizer.evaluator, instance, !isNameless);
  const implied = isNameless ? impliedName(settingsOf(fallback)) : undefined;
  // The table says what is configured, the call only that something connects to it.
  const { record } = found ?? {};
  const server = addConfiguredServer(
    recognizer.graph,
    settingsOf(literal ?? found?.name ?? implied ?? fallback),
    record === undefined ? location : sourceLocation(record.file, record.span, 'settings of a client'),
  );
  if (record !== undefined) recognizer.graph.locate(server, location);
  recordApproval(server, recognizer.select(instance, component.approval) ?? get('require_approval', 'requireApproval'));
  return [server];
}

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };

/** The servers to which a method of a client connects it: `await client.connect(transport)`. */
function serversOfConnection(
  recognizer: Recognizer,
  { position, call, frame }: InstanceValue,
  method: string,
  depth: number,
): readonly DetectedObject<'mcp_server'>[] {
  const { evaluator } = recognizer;
  return (evaluator.project.callsByName.get(method) ?? []).flatMap((site) => {
    const { callee, arguments: args } = site.call;
    const [transport] = args;
    if (site.file !== position?.file || callee.kind !== 'member' || transport === undefined) return [];
    const at = { file: site.file, ...site.context };
    const isOwn = optionsOf(evaluator.evaluate(callee.object, at, frame)).some(
      (option) => option.kind === 'instance' && option.call === call,
    );
    if (!isOwn) return [];
    return optionsOf(evaluator.evaluate(transport.value, at, frame)).flatMap((option) => {
      const entry = option.kind === 'instance' && option.call !== call ? recognizer.entryOf(option) : undefined;
      return option.kind === 'instance' && hasRole(entry, 'mcpClient')
        ? serversOfClient(recognizer, option, entry, depth + 1)
        : [];
    });
  });
}

/** Adds the servers whose settings are dictionaries that a call takes, alone or in a list: `MCPClient({"url": "…"})`. */
export function serversOfSettings(
  recognizer: Recognizer,
  { position, call, symbols }: InstanceValue,
  value: Value,
): readonly DetectedObject<'mcp_server'>[] {
  if (position === undefined || call === undefined) return [];
  const location = sourceLocation(position.file, call.span, `a call of ${symbols[0]}`, 1);
  const variable = fallbackName(
    definitionOf(recognizer.evaluator.project.files.get(position.file), position, call),
    position.file,
  );
  return itemsOfSettings(value).flatMap((item) => {
    if (item.kind !== 'dictionary') return [];
    const settings = readSettings(getterOf(recognizer, item), variable, undefined);
    if (settings.url === undefined && settings.command === undefined) return [];
    return [addConfiguredServer(recognizer.graph, { ...settings, name: impliedName(settings) ?? variable }, location)];
  });
}

/** Adds the server with a URL in a list of servers: `mcps=["https://mcp.example.com/mcp"]`. The name of a tool may follow it. */
export function serversOfAddress(
  { graph }: Recognizer,
  { value, file, span }: StringValue,
): readonly DetectedObject<'mcp_server'>[] {
  if (!/^https?:\/\//i.test(value)) return [];
  const [url = value] = value.split('#', 1);
  const settings = { name: '', args: [], url };
  const name = impliedName(settings) ?? value;
  return [
    addConfiguredServer(graph, { ...settings, name }, sourceLocation(file, span, 'a URL in a list of servers', 1)),
  ];
}

/** The settings of the servers in a dictionary, with their positions. */
export function readServerEntries(
  recognizer: Recognizer,
  value: Value,
): readonly { settings: ServerSettings; span?: Span; file?: string }[] {
  return optionsOf(withFiles(recognizer, value)).flatMap((option) =>
    serversIn(option)
      .filter((entry) => optionsOf(entry.value).some(({ kind }) => kind === 'dictionary'))
      .map((entry) => ({
        settings: {
          ...readSettings(getterOf(recognizer, entry.value), entry.key, undefined),
          isOpen: !passesCredentials(recognizer.evaluator, entry.value),
        },
        ...(entry.span !== undefined && { span: entry.span, file: entry.file }),
      })),
  );
}

/** A path of a file with settings stands for what it contains. */
function withFiles({ evaluator }: Recognizer, value: Value | undefined): Value {
  return choose(
    optionsOf(value ?? NOTHING).map((option) =>
      option.kind === 'string' ? (dataOf(evaluator, option) ?? option) : option,
    ),
  );
}

/** The entries of a dictionary of servers, also below `mcpServers`, with the file that contains them. */
function serversIn(value: Value | undefined): readonly (DictionaryEntry & { readonly file: string })[] {
  return optionsOf(value ?? NOTHING).flatMap((option) => {
    if (option.kind !== 'dictionary') return [];
    const inner = entriesOf(option, 'mcpServers') ?? entriesOf(option, 'servers');
    if (inner !== undefined) return serversIn(inner);
    return option.entries.filter(({ key }) => !key.startsWith('?')).map((entry) => ({ ...entry, file: option.file }));
  });
}

function ownGetter(recognizer: Recognizer, instance: InstanceValue): Get {
  return (...names) => recognizer.select(instance, names as Selector[]);
}

/** Reads entries of a dictionary, or arguments of the call that created an object of settings. */
function getterOf(recognizer: Recognizer, value: Value, otherwise?: Get): Get {
  return (...names) => {
    for (const option of itemsOfSettings(value)) {
      for (const name of names) {
        const found = option.kind === 'instance' ? recognizer.select(option, [name]) : entriesOf(option, name);
        if (found !== undefined) return found;
      }
      const nested =
        option.kind === 'instance'
          ? recognizer.select(option, ['server_params', 'connection_params', 'params'])
          : undefined;
      const inner = nested === undefined ? undefined : getterOf(recognizer, nested)(...names);
      if (inner !== undefined) return inner;
    }
    const text = optionsOf(value).find(({ kind }) => kind === 'string');
    if (text !== undefined && names.includes('url')) return text;
    return otherwise?.(...names);
  };
}

function itemsOfSettings(value: Value): readonly Value[] {
  return optionsOf(value).flatMap((option) => (option.kind === 'list' ? option.items : [option]));
}

function readSettings(get: Get, name: string, transport: string | undefined): ServerSettings {
  const text = (...names: string[]) => stringsOf(get(...names) ?? NOTHING)[0]?.value;
  // In Java, the command is a list with its arguments.
  const [program, ...words] = optionsOf(get('command') ?? NOTHING).flatMap((option) =>
    option.kind === 'list' ? option.items.flatMap(stringsOf).map(({ value }) => value) : [],
  );
  const command = program ?? text('command', 'Command', 'executable', 'fullCommand');
  const url = text('url', 'server_url', 'serverUrl', 'endpoint', 'Endpoint', 'uri', 'sseUrl');
  const declared = text('transport', 'type') ?? transport;
  const environment = get('env', 'EnvironmentVariables');
  const headers = get('headers', 'AdditionalHeaders');
  const keys = (value: Value | undefined) =>
    optionsOf(value ?? NOTHING).flatMap((option) => (option.kind === 'dictionary' ? option.entries : []));
  return {
    name,
    ...(command !== undefined && { command }),
    args: [
      ...words,
      ...itemsOf(get('args', 'Arguments') ?? NOTHING).flatMap((each) => (each.kind === 'string' ? [each.value] : [])),
    ],
    ...(url !== undefined && { url }),
    ...(declared !== undefined && declared !== 'mcp' && { transport: declared }),
    environment: keys(environment)
      .filter(({ key }) => /^[A-Za-z_]\w*$/.test(key))
      .map(({ key, value }) => ({ name: key, isPlain: value.kind === 'string' })),
    headers: keys(headers).map(({ key }) => key),
  };
}
