/** What the table of MCP SDK and FastMCP can't express. */
import type { CallExpression } from '../../facts/facts.ts';
import type { DetectedObject } from '../../graph/graph.ts';
import { creationId, itemsOf, optionsOf, stringsOf, type Value } from '../../resolve/values.ts';
import type { Examine, Recognizer } from '../shared/framework.ts';

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };

/** Adds the OAuth scopes that FastMCP requires of the callers of a tool: `auth=require_scopes("orders:read")`. */
export const addScopes: Examine = (recognizer, tool, instance) => {
  const auth = recognizer.select(instance, ['auth']);
  const scopes = (auth === undefined ? [] : itemsOf(auth)).flatMap((check) => {
    const isCheck =
      check.kind === 'instance' && check.symbols.some((symbol) => /^fastmcp.*:require_scopes$/.test(symbol));
    if (!isCheck) return [];
    return (check.call?.arguments ?? []).flatMap((_, argumentIndex) => {
      const scope = recognizer.evaluator.argument(check, undefined, argumentIndex);
      return scope === undefined ? [] : stringsOf(scope).map(({ value }) => value.slice(0, 255));
    });
  });
  if (scopes.length > 0) (tool as DetectedObject<'tool'>).fields.permissions = [...new Set(scopes)].slice(0, 100);
};

/** Relates a server to the tools that are registered with its providers: `FastMCP(providers=[components])`. */
export const examineProviders: Examine = (recognizer, server, instance) => {
  const { evaluator } = recognizer;
  const providers = itemsOf(recognizer.select(instance, ['providers']) ?? NOTHING);
  const ids = new Set(providers.flatMap((each) => (each.kind === 'instance' ? [creationId(each)] : [])));
  if (ids.size === 0) return;
  for (const { file, call, context } of evaluator.project.callsByName.get('tool') ?? []) {
    const position = { file, ...context };
    const isOwn = optionsOf(evaluator.evaluate(call, position)).some(
      (option) => option.kind === 'instance' && option.receiver !== undefined && ids.has(creationId(option.receiver)),
    );
    if (isOwn) relateDecorated(recognizer, server, call, file);
  }
};

/** The functions that a call decorates. */
function relateDecorated(recognizer: Recognizer, server: DetectedObject, call: CallExpression, file: string): void {
  recognizer.evaluator.project.files.get(file)?.scopes.forEach(({ decorators }, scope) => {
    if (decorators.includes(call)) recognizer.relateTools(server, { kind: 'function', file, scope });
  });
}

/** Says that the tools of a server are made at run time, from a specification, an application or another server. */
export const reportDerivedTools: Examine = ({ graph }, server, { call, position, symbols }) => {
  if (call === undefined || position === undefined) return;
  const source = symbols.some((symbol) => symbol.endsWith('.from_openapi'))
    ? 'an OpenAPI specification'
    : symbols.some((symbol) => symbol.endsWith('.as_proxy'))
      ? 'another server'
      : 'the routes of an application';
  graph.diagnostics.push({
    kind: 'unresolved',
    file: position.file,
    line: call.span[0],
    message: `The tools of ${server.name} are made from ${source} at run time, and are not known.`,
  });
};

/** Relates a server to the tools that its handler lists. */
export const examineListing: Examine = (recognizer, server, instance) => recognizer.relateListedTools(server, instance);
