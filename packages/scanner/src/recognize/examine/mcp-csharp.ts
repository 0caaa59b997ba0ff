/** What the table of MCP SDK (C#) can't express. */
import { posix } from 'node:path';
import type { CallExpression, Expression } from '../../facts/facts.ts';
import type { DetectedObject } from '../../graph/graph.ts';
import { type InstanceValue, optionsOf, type SourcePosition, type Value } from '../../resolve/values.ts';
import { programsOf } from '../mcp/mcp-implementations.ts';
import type { Examine, Recognizer } from '../shared/framework.ts';
import { relateReturned } from '../tools/listed-tools.ts';

export const NAMESPACE = 'ModelContextProtocol.Server';

export const attribute = (name: string) => [`${NAMESPACE}:${name}`, `${NAMESPACE}:${name}Attribute`];

/** The SDK names a tool after its method: `GetAlertsAsync` is `get_alerts`. */
export function nameOfMethod(name: string): string {
  return name
    .replace(/(?<=.)Async$/, '')
    .replaceAll(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$&_')
    .toLowerCase();
}

/** `AddMcpServer(options => { options.ServerInfo = new() { Name = … } })`. */
export function serverInfo(recognizer: Recognizer, instance: InstanceValue): InstanceValue | undefined {
  for (const { value, position } of assignmentsIn(recognizer, instance, 'ServerInfo')) {
    const call = constructionOf(value);
    if (call !== undefined) return { kind: 'instance', symbols: [], call, position };
  }
  return undefined;
}

/** What the function that sets a server up assigns to a property of its options. */
function assignmentsIn(
  { evaluator }: Recognizer,
  instance: InstanceValue,
  property: string,
): readonly { readonly value: Expression; readonly position: SourcePosition }[] {
  const setup = evaluator.argument(instance, undefined, 0);
  return (setup === undefined ? [] : optionsOf(setup)).flatMap((option) => {
    if (option.kind !== 'function') return [];
    const { file, scope } = option;
    return (evaluator.project.files.get(file)?.scopes[scope]?.statements ?? []).flatMap((statement, index) => {
      const isOwn =
        statement.kind === 'assign' && statement.target.kind === 'member' && statement.target.name === property;
      return isOwn && statement.value !== undefined
        ? [{ value: statement.value, position: { file, scope, statement: index } }]
        : [];
    });
  });
}

/** `new Implementation { … }` and `new() { … }` as a call with named arguments. */
function constructionOf(value: Expression): CallExpression | undefined {
  if (value.kind === 'call') return value;
  if (value.kind !== 'dictionary') return undefined;
  const args = value.entries.flatMap(({ key, value: inner }) =>
    key?.kind === 'string' ? [{ name: key.value, value: inner }] : [],
  );
  return { kind: 'call', id: 0, callee: { kind: 'unknown', reason: '' }, arguments: args, span: value.span };
}

/** The file of a project whose assembly a call means: of a type, of the program that is started, otherwise of the call itself. */
function fileInAssembly(recognizer: Recognizer, instance: InstanceValue): string {
  const { evaluator } = recognizer;
  const own = instance.position?.file ?? '';
  const [assembly] = instance.call?.arguments ?? [];
  const { value } = assembly ?? {};
  if (value === undefined || instance.position === undefined) return own;
  // `typeof(Tools).Assembly`.
  const type =
    value.kind === 'member' && value.name === 'Assembly'
      ? evaluator.evaluate(value.object, instance.position)
      : undefined;
  if (type?.kind === 'class') return type.file;
  const isEntry = value.kind === 'call' && value.callee.kind === 'member' && value.callee.name === 'GetEntryAssembly';
  const [program] = isEntry ? programsOf(recognizer, instance) : [];
  return program?.position.file ?? own;
}

/** `WithToolsFromAssembly()`: the tools of all classes in the folder of the project. */
export const examineAssembly: Examine = (recognizer, server, instance) => {
  const { evaluator } = recognizer;
  const { project } = evaluator;
  const start = posix.dirname(fileInAssembly(recognizer, instance));
  let folder = start;
  const isProject = (path: string) => project.paths.filesIn(path).some((file) => file.endsWith('.csproj'));
  while (folder !== '.' && !isProject(folder)) folder = posix.dirname(folder);
  // Without a project file, it is the folder of the call.
  if (!isProject(folder)) folder = start;
  for (const [file, facts] of project.files) {
    if (facts.language !== 'csharp' || (folder !== '.' && !file.startsWith(`${folder}/`))) continue;
    facts.scopes.forEach((scope, index) => {
      const isType = scope.decorators.some((decorator) =>
        optionsOf(evaluator.evaluate(decorator, { file, scope: scope.parent ?? 0 })).some((option) => {
          const symbols = option.kind === 'instance' ? option.symbols : option.kind === 'symbol' ? [option.symbol] : [];
          return symbols.some((symbol) => attribute('McpServerToolType').includes(symbol));
        }),
      );
      if (scope.kind === 'class' && isType) recognizer.relateTools(server, { kind: 'class', file, scope: index });
    });
  }
};

/** Where the options of a server have the handler that lists its tools. */
const LIST_HANDLERS = ['.Handlers.ListToolsHandler', '.Capabilities.Tools.ListToolsHandler'];

/** Relates a server to the tools that the handler in its options lists. */
export const examineOptions: Examine = (recognizer, server, instance) =>
  relateHandlers(
    recognizer,
    server,
    recognizer.select(
      instance,
      LIST_HANDLERS.map((path) => `${path}@1`),
    ),
  );

/** `AddMcpServer(options => { options.Handlers.ListToolsHandler = … })`. */
export const examineSetup: Examine = (recognizer, server, instance) => {
  for (const { value, position } of assignmentsIn(recognizer, instance, 'ListToolsHandler'))
    relateHandlers(recognizer, server, recognizer.evaluator.evaluate(value, position));
};

/** `WithListToolsHandler(handler)`. */
export const examineListHandler: Examine = (recognizer, server, instance) =>
  relateHandlers(recognizer, server, recognizer.evaluator.argument(instance, undefined, 0));

function relateHandlers(recognizer: Recognizer, server: DetectedObject, handlers: Value | undefined): void {
  for (const handler of handlers === undefined ? [] : optionsOf(handlers))
    if (handler.kind === 'function') relateReturned(recognizer, server, handler);
}
