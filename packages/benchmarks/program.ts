/** Programs that use a client, as source text. */
import type { Call } from './calls.ts';
import type { Peer } from './peers.ts';

function idsOf(calls: Call[]): string[] {
  return calls.map(({ id }) => id);
}

/** A module with a function `connect(baseUrl, fetch)`, which returns a function for each call. */
export function connecting(peer: Peer, calls: Call[]): string {
  return `${peer.imports(idsOf(calls), peer.module)}
export function connect(baseUrl: string, fetch: typeof globalThis.fetch) {
  ${peer.setup}
  return { ${calls.map((call) => `${call.id}: () => ${peer.call(call)}`).join(',\n')} };
}
`;
}

/** A module that has of a client what these calls need, and nothing else; for bare `fetch`, the calls by hand. */
export function needed(peer: Peer, calls: Call[]): string {
  const imports = peer.imports(idsOf(calls), peer.module);
  if (!imports) return connecting(peer, calls);
  return imports
    .replaceAll(/^import (\w+) from/gm, 'export { default as $1 } from')
    .replaceAll(/^import /gm, 'export ');
}

/** A module that makes each call once and keeps its result in a variable. */
export function calling(peer: Peer, calls: Call[], module: string): string {
  return `${peer.imports(idsOf(calls), module)}
export async function main(baseUrl: string, fetch: typeof globalThis.fetch): Promise<void> {
  ${peer.setup}
  ${calls.map((call, index) => `const result${index} = await ${peer.call(call)};\n  void result${index};`).join('\n  ')}
}
`;
}
