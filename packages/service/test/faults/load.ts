/** Writers that keep account of what was acknowledged. */
import { until } from '../until.ts';

/** An answer of the service, or the failure of the connection. */
export interface Outcome {
  status: number | undefined;
  retryAfter: string | null;
  /** Undefined when it is not JSON. */
  body: { code?: unknown; message?: unknown } | undefined;
  /** How long it took, in milliseconds. */
  ms: number;
}

/** Sends a request and waits for the whole answer. */
export async function send(url: string, token: string, init: RequestInit = {}): Promise<Outcome> {
  const startedAt = performance.now();
  try {
    const response = await fetch(url, {
      ...init,
      headers: {
        authorization: `Bearer ${token}`,
        ...(init.body !== undefined && { 'content-type': 'application/json' }),
        ...(init.headers as object),
      },
    });
    const text = await response.text();
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: parse(text),
      ms: performance.now() - startedAt,
    };
  } catch {
    return { status: undefined, retryAfter: null, body: undefined, ms: performance.now() - startedAt };
  }
}

function parse(text: string): Outcome['body'] {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where the entries of the writers are, below the base path. */
export const ENTRIES = '/client-storage/users/faults/load';

/** What the entry of this name holds: large enough that half of it would be seen. */
export function contentOf(key: string): { key: string; text: string } {
  return { key, text: key.repeat(200) };
}

/** Writes one entry. */
export function put(baseUrl: string, token: string, key: string): Promise<Outcome> {
  return send(`${baseUrl}${ENTRIES}/${key}`, token, { method: 'PUT', body: JSON.stringify({ value: contentOf(key) }) });
}

/** Several writers at once, each entry under a new name. */
export class Writers {
  readonly acknowledged: string[] = [];
  /** All that was not a success, failures of the connection too. */
  readonly failed: Outcome[] = [];
  #isStopped = false;
  readonly #done: Promise<unknown>;

  /**
   * @param prefix begins the names of the entries
   * @param pauseMs how long each writer waits after a failure
   */
  constructor(baseUrl: string, token: string, { prefix = '', count = 8, pauseMs = 20 } = {}) {
    const write = async (writer: number) => {
      for (let index = 0; !this.#isStopped; index += 1) {
        const key = `${prefix}w${writer}-${index}`;
        const outcome = await put(baseUrl, token, key);
        if (outcome.status === 201) this.acknowledged.push(key);
        else {
          this.failed.push(outcome);
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
        }
      }
    };
    this.#done = Promise.all(Array.from({ length: count }, (_, writer) => write(writer)));
  }

  /** Waits until so many writes were acknowledged from now on. */
  async acknowledge(more: number, limitMs = 60_000): Promise<void> {
    const wanted = this.acknowledged.length + more;
    await until(() => this.acknowledged.length >= wanted, limitMs);
  }

  /** Lets every writer finish what it has begun. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#done;
  }
}

/** Reads every entry that there is, page by page, with its value. */
export async function readAll(baseUrl: string, token: string): Promise<Map<string, { size: number; value: unknown }>> {
  const entries = new Map<string, { size: number; value: unknown }>();
  const get = async (path: string) =>
    (await (await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } })).json()) as never;
  let cursor = '';
  do {
    const page: { items: { key: string; size_bytes: number }[]; cursor: string } = await get(
      `${ENTRIES}?page_size=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    await Promise.all(
      page.items.map(async ({ key, size_bytes }) => {
        const { value }: { value: unknown } = await get(`${ENTRIES}/${key}`);
        entries.set(key, { size: size_bytes, value });
      }),
    );
    cursor = page.cursor;
  } while (cursor);
  return entries;
}
