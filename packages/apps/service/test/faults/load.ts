/** Writers that record which writes were acknowledged. */
import { vi } from 'vitest';
import { TIMEOUT_MS } from '../timeouts.ts';

/** A response of the service, or the failure of the connection. */
export interface Outcome {
  status: number | undefined;
  retryAfter: string | null;
  /** Undefined when it isn't JSON. */
  body: { code?: unknown; message?: unknown; reason?: unknown } | undefined;
  /** Duration, in milliseconds. */
  ms: number;
}

/** Sends a request and waits for the complete response. */
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

/** Path of the entries of the writers, after the base path. */
export const ENTRIES = '/client-storage/users/faults/load';

/** Returns the value of an entry: large enough that a half-written one would be noticed. */
export function createContent(key: string): { key: string; text: string } {
  return { key, text: key.repeat(200) };
}

/** Writes one entry. */
export function put(baseUrl: string, token: string, key: string): Promise<Outcome> {
  return send(`${baseUrl}${ENTRIES}/${key}`, token, {
    method: 'PUT',
    body: JSON.stringify({ value: createContent(key) }),
  });
}

/** Several concurrent writers; each entry has a new name. */
export class Writers {
  readonly acknowledged: string[] = [];
  /** All other outcomes, including failures of the connection. */
  readonly failed: Outcome[] = [];
  #isStopped = false;
  readonly #done: Promise<unknown>;
  readonly #failures: number[];

  /**
   * @param prefix start of the names of the entries
   * @param pauseMs how long each writer waits after a failure
   */
  constructor(baseUrl: string, token: string, { prefix = '', count = 8, pauseMs = 20 } = {}) {
    this.#failures = Array(count).fill(0);
    const write = async (writer: number) => {
      for (let index = 0; !this.#isStopped; index += 1) {
        const key = `${prefix}w${writer}-${index}`;
        const outcome = await put(baseUrl, token, key);
        if (outcome.status === 201) this.acknowledged.push(key);
        else {
          this.failed.push(outcome);
          this.#failures[writer] = (this.#failures[writer] ?? 0) + 1;
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
        }
      }
    };
    this.#done = Promise.all(Array.from({ length: count }, (_, writer) => write(writer)));
  }

  /** Waits until this many further writes were acknowledged. */
  async acknowledge(more: number, limitMs = TIMEOUT_MS): Promise<void> {
    const wanted = this.acknowledged.length + more;
    await vi.waitUntil(() => this.acknowledged.length >= wanted, { timeout: limitMs });
  }

  /** Waits until this many further writes of each writer have failed. */
  async fail(more: number): Promise<void> {
    const before = [...this.#failures];
    const hasFailed = (failures: number, writer: number) => failures >= (before[writer] ?? 0) + more;
    await vi.waitUntil(() => this.#failures.every(hasFailed), { timeout: TIMEOUT_MS });
  }

  /** Waits until every writer has finished its current write. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#done;
  }
}

/** Reads all entries with their values. */
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
