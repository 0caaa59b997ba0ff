import { checkShared } from '../call/check-options.ts';
import type { Client } from '../call/client.ts';
import { mergeHeaders } from '../call/headers.ts';
import type { CallOptions, SharedOptions } from '../call/options.ts';
import { readSettings } from '../call/settings.ts';

// As in `operation`.
declare const process: { readonly env: { readonly NODE_ENV?: string } } | undefined;
declare const Deno: unknown;

/**
 * Creates a client whose calls have other defaults, such as a longer timeout. Options that are `undefined` change nothing, headers are added
 * to those of the client, and options of a call override both.
 *
 * @param client is not changed. The new client shares its token, hooks and workspace.
 * @throws TypeError when an option or a header is invalid.
 * @example
 * const patient = withOptions(client, { timeout: 120_000, retry: { maxRetries: 5 } });
 * console.log((await listRules(patient, { tenant_id: 'halden-freight', workspace_id: 'production' })).items.length);
 */
export function withOptions<Derived extends Client>(client: Derived, options: SharedOptions): Derived {
  if (typeof process === 'undefined' || typeof Deno !== 'undefined' ? false : process.env.NODE_ENV !== 'production') {
    checkShared('withOptions', options);
  }
  readSettings('withOptions', options);
  mergeHeaders('withOptions', options.headers);
  return {
    ...client,
    fetch: options.fetch ?? client.fetch,
    send: (operation, request, call) => client.send(operation, request, mergeOptions(operation.id, options, call)),
  };
}

/** Returns the options of a call with defaults. */
function mergeOptions(id: string, defaults: SharedOptions, call: CallOptions): CallOptions {
  const given = Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined));
  const retry = call.retry && defaults.retry ? { ...defaults.retry, ...call.retry } : (call.retry ?? defaults.retry);
  return { ...defaults, ...given, retry, headers: mergeHeaders(id, defaults.headers, call.headers) };
}
