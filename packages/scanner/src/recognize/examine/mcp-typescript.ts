/** What the table of MCP SDK and FastMCP (TypeScript) can't express. */
import { visitCalls } from '../../facts/visit.ts';
import { instanceId, optionsOf, type Value } from '../../resolve/values.ts';
import type { Examine } from '../shared/framework.ts';
import { recordOpenList } from '../tools/described-tools.ts';

export const MODULES = ['@modelcontextprotocol/sdk', '@modelcontextprotocol/server', '@modelcontextprotocol/client'];

/** Relates a server to the tools that its handler for `tools/list` returns. */
export const examineServer: Examine = (recognizer, server, instance) => {
  const { evaluator } = recognizer;
  const own = originOf(instance);
  for (const { file, call, context } of evaluator.project.callsByName.get('setRequestHandler') ?? []) {
    const position = { file, ...context };
    const callees = optionsOf(evaluator.evaluate(call.callee, position));
    if (!callees.some((callee) => callee.kind === 'method' && originOf(callee.receiver) === own)) continue;
    // The handler of a server that a function creates has access to what its caller passes.
    const frame = instance.frame;
    const handler = { kind: 'instance', symbols: [], call, position, ...(frame !== undefined && { frame }) } as const;
    const request = evaluator.argument(handler, undefined, 0);
    if (request === undefined || !isToolList(request)) continue;
    for (const option of optionsOf(evaluator.argument(handler, undefined, 1) ?? request)) {
      if (option.kind !== 'function') continue;
      const tools = evaluator.member(evaluator.returned(option), 'tools');
      recordOpenList(recognizer, file, tools);
      if (tools.kind !== 'unknown') recognizer.relateTools(server, tools);
    }
  }
};

/** The call that created an object, no matter what called the function around it. */
function originOf(instance: Value & { kind: 'instance' }): string {
  const { call, position } = instance;
  return call === undefined ? instanceId(instance) : `${position?.file} ${call.id}`;
}

function isToolList(request: Value): boolean {
  return optionsOf(request).some(
    (option) =>
      (option.kind === 'symbol' && option.symbol.endsWith(':ListToolsRequestSchema')) ||
      (option.kind === 'string' && option.value === 'tools/list'),
  );
}

/** Relates a server to the tools that the function that sets it up registers: `createMcpHandler((server) => …)`. */
export const examineHandler: Examine = (recognizer, server, instance) => {
  const { evaluator } = recognizer;
  for (const setup of optionsOf(evaluator.argument(instance, undefined, 0) ?? { kind: 'unknown', reason: '' })) {
    if (setup.kind !== 'function') continue;
    const facts = evaluator.project.files.get(setup.file);
    const parameter = facts?.scopes[setup.scope]?.parameters[0]?.name;
    if (facts === undefined || parameter === undefined) continue;
    visitCalls(facts, (call, context) => {
      const { callee } = call;
      if (context.scope !== setup.scope || callee.kind !== 'member' || callee.object.kind !== 'name') return;
      if (callee.object.name !== parameter) return;
      const symbol = `${MODULES[0]}:McpServer.${callee.name}`;
      recognizer.relateTools(server, {
        kind: 'instance',
        symbols: [symbol],
        call,
        position: { file: setup.file, ...context },
      });
    });
  }
};
