/** The entry point of Node.js, Bun and Deno: requests tell the service which client sends them. Browsers do that themselves. */
import { type Client, createClient as createAnyClient } from './call/client.ts';
import type { ClientOptions } from './call/options.ts';
import { version } from './generated/version.ts';

export * from './index.ts';

/** The part of `process` that tells Node.js from a browser, in which a bundle may use this file by mistake. */
type Runtime = { readonly process?: { readonly versions?: { readonly node?: string } } };

/** {@link createAnyClient}, with the headers `Accept` and `User-Agent`. */
export function createClient({ headers, ...options }: ClientOptions): Client {
  const isNode = (globalThis as Runtime).process?.versions?.node;
  const own = isNode ? { accept: 'application/json, */*;q=0.9', 'user-agent': `aispm-client/${version}` } : undefined;
  return createAnyClient({ ...options, headers: { ...own, ...headers } });
}
