/** Asks a server what it offers. Nothing is called: only its lists are read. */
import packageJson from '../../package.json' with { type: 'json' };
import type * as McpClient from '../bundled/mcp-client.ts';
import { clean } from '../text/visible.ts';
import { createBoundedFetch } from './bounded-fetch.ts';
import type { Launch } from './launch.ts';
import { createProcessTransport } from './process-transport.ts';

/** An entry of a list, as the server wrote it. */
export type Listed = Readonly<Record<string, unknown>>;

/** What a server returned, or why it returned nothing. */
export interface Introspection {
  readonly error?: string;
  readonly server?: Listed;
  readonly transport?: 'stdio' | 'streamable-http' | 'sse';
  readonly tools: readonly Listed[];
  readonly resources: readonly Listed[];
  readonly prompts: readonly Listed[];
  /** Lists that aren't complete, and why. */
  readonly problems: readonly string[];
  /** Whether it asked for an OAuth authorization. */
  readonly needsAuthorization: boolean;
}

/** No more entries of one kind, and no more pages, are read. */
const MAX_ENTRIES = 1_000;
const MAX_PAGES = 100;

type Sdk = typeof McpClient;
type Transport = Parameters<InstanceType<Sdk['Client']>['connect']>[0];

/** A connection: how it is made, what explains a failure, and how it ends. */
interface Connection {
  readonly transport: Transport;
  readonly kind: NonNullable<Introspection['transport']>;
  readonly explain: () => string | undefined;
  readonly needsAuthorization: () => boolean;
  /** Ends the query early, because the server has broken a limit. */
  readonly exceeded?: AbortSignal;
}

/**
 * Queries a server. It never throws: what fails is in the result. A program that was started has ended when the result is there.
 *
 * @param timeout - time for everything, in milliseconds
 */
export async function queryServer(launch: Launch, timeout: number): Promise<Introspection> {
  const sdk: Sdk = await import('../bundled/mcp-client.ts');
  const deadline = AbortSignal.timeout(timeout);
  const connections =
    launch.kind === 'program'
      ? [connectToProgram(sdk, launch)]
      : addressesOf(launch).map((kind) => connectToAddress(sdk, launch, kind, deadline));
  let failure: Introspection | undefined;
  for (const connect of connections) {
    const result = await introspect(sdk, connect(), deadline, timeout);
    if (result.error === undefined || deadline.aborted) return result;
    // The first transport is the newer one, and what it says is what helps.
    failure ??= result;
    if (result.needsAuthorization) break;
  }
  return failure ?? nothing('It has no transport.', false);
}

function nothing(error: string, needsAuthorization: boolean): Introspection {
  return { error, tools: [], resources: [], prompts: [], problems: [], needsAuthorization };
}

/** Servers with a URL may only support the older transport. */
function addressesOf({ transport }: Launch & { kind: 'address' }): readonly ('streamable-http' | 'sse')[] {
  return transport === 'unknown' ? ['streamable-http', 'sse'] : [transport];
}

function connectToProgram(sdk: Sdk, launch: Launch & { kind: 'program' }): () => Connection {
  return () => {
    const transport = createProcessTransport(launch, sdk);
    return {
      transport,
      kind: 'stdio',
      needsAuthorization: () => false,
      explain: () => {
        const ending = transport.ending();
        const printed = clean(transport.standardError().replaceAll(/\s+/g, ' ')).slice(-500);
        const invalid = transport.invalidLines();
        const notes = invalid === 0 ? '' : ` It printed ${invalid} lines that aren't messages.`;
        const last = printed === '' ? '' : ` It printed last: ${printed}`;
        return ending === undefined ? `${notes}${last}`.trim() || undefined : `${ending}${last}`;
      },
    };
  };
}

function connectToAddress(
  sdk: Sdk,
  { url, headers }: Launch & { kind: 'address' },
  kind: 'streamable-http' | 'sse',
  deadline: AbortSignal,
): () => Connection {
  return () => {
    const bounded = createBoundedFetch(deadline);
    const options = { requestInit: { headers: { ...headers } }, fetch: bounded.fetch };
    const transport =
      kind === 'sse'
        ? new sdk.SSEClientTransport(new URL(url), options)
        : new sdk.StreamableHTTPClientTransport(new URL(url), {
            ...options,
            reconnectionOptions: {
              maxRetries: 0,
              initialReconnectionDelay: 1_000,
              maxReconnectionDelay: 1_000,
              reconnectionDelayGrowFactor: 1,
            },
          });
    return {
      transport: transport as Transport,
      kind,
      explain: bounded.problem,
      needsAuthorization: bounded.needsAuthorization,
      exceeded: bounded.exceeded,
    };
  };
}

async function introspect(
  sdk: Sdk,
  { transport, kind, explain, needsAuthorization, exceeded }: Connection,
  deadline: AbortSignal,
  timeout: number,
): Promise<Introspection> {
  // Results are read with a loose schema: a list with one entry that isn't valid is still worth reading.
  const client = new sdk.Client({ name: 'aispm-scan', version: packageJson.version }, { capabilities: {} });
  const options = { timeout, maxTotalTimeout: timeout, signal: deadline };
  const end = exceeded === undefined ? deadline : AbortSignal.any([deadline, exceeded]);
  try {
    await untilEnd(client.connect(transport, options), end);
    const capabilities = client.getServerCapabilities() ?? {};
    const problems: string[] = [];
    const list = async (method: string, key: string, isOffered: boolean) => {
      if (!isOffered) return [];
      const request = (cursor: string | undefined) =>
        untilEnd(
          client.request({ method, ...(cursor !== undefined && { params: { cursor } }) }, sdk.ResultSchema, options),
          end,
        );
      return listPages(request, key, problems);
    };
    return {
      server: (client.getServerVersion() ?? {}) as Listed,
      transport: kind,
      tools: await list('tools/list', 'tools', capabilities.tools !== undefined),
      resources: await list('resources/list', 'resources', capabilities.resources !== undefined),
      prompts: await list('prompts/list', 'prompts', capabilities.prompts !== undefined),
      problems,
      needsAuthorization: false,
    };
  } catch (error) {
    const isLate = deadline.aborted;
    const message = isLate
      ? `It didn't respond within ${timeout / 1_000} seconds. ${explain() ?? ''}`
      : (explain() ?? messageOf(error));
    return nothing(clean(message).slice(0, 1_000), needsAuthorization());
  } finally {
    await client.close().catch(() => {});
    await transport.close().catch(() => {});
  }
}

function messageOf(error: unknown): string {
  const text = (error as Error).message.split('\n')[0] ?? '';
  return `It returned an error: ${text.slice(0, 500)}`;
}

/** A transport that hangs ignores signals. */
async function untilEnd<T>(promise: Promise<T>, end: AbortSignal): Promise<T> {
  end.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(end.reason);
    end.addEventListener('abort', stop, { once: true });
  });
  promise.catch(() => {});
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    end.removeEventListener('abort', stop);
  }
}

/** Reads the pages of a list. */
async function listPages(
  request: (cursor: string | undefined) => Promise<unknown>,
  key: string,
  problems: string[],
): Promise<readonly Listed[]> {
  const entries: Listed[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const result = (await request(cursor)) as Record<string, unknown>;
    const items = result[key];
    if (!Array.isArray(items)) {
      problems.push(`Its response doesn't contain a list of ${key}.`);
      return entries;
    }
    for (const item of items) {
      if (entries.length >= MAX_ENTRIES) {
        problems.push(`It offers more than ${MAX_ENTRIES} ${key}; the rest wasn't read.`);
        return entries;
      }
      if (typeof item === 'object' && item !== null && !Array.isArray(item)) entries.push(item as Listed);
      else problems.push(`An entry of ${key} isn't an object.`);
    }
    const next = result.nextCursor;
    if (typeof next !== 'string') return entries;
    if (seen.has(next)) {
      problems.push(`Its pages of ${key} repeat; each was read once.`);
      return entries;
    }
    seen.add(next);
    cursor = next;
  }
  problems.push(`It has more than ${MAX_PAGES} pages of ${key}; the rest wasn't read.`);
  return entries;
}
