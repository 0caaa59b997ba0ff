/** Reads large bodies: each one is stored in a file while it arrives, and they're processed one after the other. */
import { randomUUID } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DEFAULT_MAX_BODY_BYTES } from '../../contract/contract.ts';
import type { Mutex } from '../../core/mutex.ts';
import { unavailable } from '../errors/errors.ts';
import { readDecoded } from './decode-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the lock of a request with a large body; undefined for others. */
    releaseLock: (() => void) | undefined;
  }
}

/** Maximum number of large bodies that arrive or wait at the same time. Each one needs as much disk space as its size. */
const MAX_WAITING = 32;
/** How long a request waits for the lock, in milliseconds. Clients wait for a response for at least a minute. */
const LOCK_TIMEOUT_MS = 45_000;
/** When a client should retry a request that couldn't wait, in seconds. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Reads the bodies of operations with a limit above the default. A body in memory, decoded and parsed, needs several times its
 * size, so only one request at a time loads it. The others wait with their bodies on disk.
 */
export class LargeBodies {
  readonly #mutex: Mutex;
  #present = 0;

  /** @param mutex shared by all tasks that need a lot of memory */
  constructor(mutex: Mutex) {
    this.#mutex = mutex;
  }

  /** Releases the lock of each request once it has been processed. */
  attach(server: FastifyInstance): void {
    server.decorateRequest('releaseLock', undefined);
    // Called for all responses, after the handler has ended, even if the client disconnected.
    server.addHook('onSend', async (request, _, payload) => {
      request.releaseLock?.();
      return payload;
    });
  }

  /**
   * Reads a body.
   *
   * @returns a body of normal size immediately; a larger one once the request has the lock
   * @throws {ApiError} 503 if too many large bodies are waiting, or this one waits too long
   */
  async read(request: FastifyRequest, message: IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    const body = new SpooledBody();
    let isCounted = false;
    try {
      await readDecoded(message, maxBytes, async (chunk) => {
        if (!isCounted && body.size + chunk.byteLength > DEFAULT_MAX_BODY_BYTES) {
          if (this.#present === MAX_WAITING) throw tooMany();
          this.#present += 1;
          isCounted = true;
        }
        await body.write(chunk);
      });
      if (body.size > DEFAULT_MAX_BODY_BYTES) {
        request.releaseLock = await this.#mutex.acquire(AbortSignal.timeout(LOCK_TIMEOUT_MS));
        if (!request.releaseLock) throw tooMany();
      }
      return await body.read();
    } finally {
      if (isCounted) this.#present -= 1;
      await body.delete();
    }
  }
}

function tooMany() {
  return unavailable('The service processes other large bodies', RETRY_AFTER_SECONDS);
}

/** A body that is kept in memory up to the default limit, and in a temporary file beyond it. */
class SpooledBody {
  size = 0;
  #chunks: Buffer[] = [];
  #file: { path: string; handle: Awaited<ReturnType<typeof open>> } | undefined;

  async write(chunk: Buffer): Promise<void> {
    this.size += chunk.byteLength;
    this.#chunks.push(chunk);
    if (this.size <= DEFAULT_MAX_BODY_BYTES) return;
    if (!this.#file) {
      const path = join(tmpdir(), `aispm-body-${randomUUID()}`);
      // Bodies may be confidential.
      this.#file = { path, handle: await open(path, 'wx', 0o600) };
    }
    await this.#file.handle.writev(this.#chunks.splice(0));
  }

  async read(): Promise<Uint8Array<ArrayBuffer>> {
    if (!this.#file) return Buffer.concat(this.#chunks);
    return readFile(this.#file.path);
  }

  /** Deletes the file, if there's one. */
  async delete(): Promise<void> {
    await this.#file?.handle.close();
    if (this.#file) await rm(this.#file.path, { force: true });
  }
}
