/** Writes the source of programs that use a client. */
import type { Call } from './measured-calls.ts';
import type { Peer } from './peers.ts';

function operationIds(calls: Call[]): string[] {
  return calls.map(({ id }) => id);
}

/** Returns a module with a function `connect(baseUrl, fetch)`, which returns a function for each call. */
export function connectModule(peer: Peer, calls: Call[]): string {
  return `${peer.imports(operationIds(calls), peer.module)}
export function connect(baseUrl: string, fetch: typeof globalThis.fetch) {
  ${peer.setup}
  return { ${calls.map((call) => `${call.id}: () => ${peer.call(call)}`).join(',\n')} };
}
`;
}

/** Returns a module with only those exports of a client that these calls need; for `fetch`, with the calls. */
export function exportModule(peer: Peer, calls: Call[]): string {
  const imports = peer.imports(operationIds(calls), peer.module);
  if (!imports) return connectModule(peer, calls);
  return imports
    .replaceAll(/^import (\w+) from/gm, 'export { default as $1 } from')
    .replaceAll(/^import /gm, 'export ');
}

/** Returns a module that makes each call once and assigns its result to a variable. */
export function callModule(peer: Peer, calls: Call[], module: string): string {
  return `${peer.imports(operationIds(calls), module)}
export async function main(baseUrl: string, fetch: typeof globalThis.fetch): Promise<void> {
  ${peer.setup}
  ${calls.map((call, index) => `const result${index} = await ${peer.call(call)};\n  void result${index};`).join('\n  ')}
}
`;
}
