/** Reads sources, in worker threads when there are many. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { readSource, type SourceRequest, type SourceResult } from './read-source.ts';

/** Fewer sources are read faster without threads. */
const MIN_SOURCES = 400;
/** Maximum number of threads that read. */
const MAX_THREADS = 4;
const BATCH = 16;
/** Syntax trees and facts are dropped soon: more memory for young objects saves no time. In megabytes. */
const YOUNG_OBJECTS = 8;

/** Reads sources of one folder. */
export interface SourcePool {
  /** Returns the results in the order of the requests. */
  readonly read: (
    requests: readonly SourceRequest[],
    onProgress?: (done: number) => void,
  ) => Promise<readonly SourceResult[]>;
  readonly close: () => Promise<void>;
}

/** Reads a batch, and returns the results in its order. */
type Reader = (batch: readonly SourceRequest[]) => Promise<readonly SourceResult[]>;

/**
 * Creates a pool for about this number of sources.
 *
 * @param processors that may work at the same time
 */
export function createPool(root: string, count: number, processors = availableParallelism()): SourcePool {
  // Parsers never give memory back. That of threads ends with them; the current one reads only if there are none.
  const size = count < MIN_SOURCES ? 0 : Math.min(processors, MAX_THREADS);
  const threads = Array.from({ length: size }, () => createThread(root));
  const readers: readonly Reader[] = size === 0 ? [(batch) => readHere(root, batch)] : threads.map(({ read }) => read);
  return {
    read: (requests, onProgress) => readInBatches(readers, requests, onProgress),
    close: async () => {
      await Promise.all(threads.map(({ close }) => close()));
    },
  };
}

async function readHere(root: string, batch: readonly SourceRequest[]): Promise<readonly SourceResult[]> {
  const results: SourceResult[] = [];
  for (const each of batch) results.push(await readSource(root, each));
  return results;
}

async function readInBatches(
  readers: readonly Reader[],
  requests: readonly SourceRequest[],
  onProgress: ((done: number) => void) | undefined,
): Promise<readonly SourceResult[]> {
  const results: SourceResult[] = new Array(requests.length);
  let next = 0;
  let done = 0;
  const work = async (read: Reader) => {
    while (next < requests.length) {
      const first = next;
      next += BATCH;
      const batch = requests.slice(first, first + BATCH);
      for (const [offset, result] of (await read(batch)).entries()) results[first + offset] = result;
      done += batch.length;
      onProgress?.(done);
    }
  };
  await Promise.all(readers.map(work));
  return results;
}

function createThread(root: string): { readonly read: Reader; readonly close: () => Promise<unknown> } {
  // The same folder contains this module before and after the build.
  const file = import.meta.url.endsWith('.ts') ? '../worker.ts' : './worker.js';
  const start = () =>
    new Worker(new URL(file, import.meta.url), {
      workerData: { root },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_OBJECTS },
    });
  let worker = start();
  return {
    read: (batch) =>
      request(worker, batch).catch((error: Error) => {
        // A source that ends its thread must not end the scan.
        worker = start();
        return batch.map((each) => unreadable(each, error));
      }),
    close: () => worker.terminate(),
  };
}

function unreadable({ path }: SourceRequest, error: Error): SourceResult {
  const message = `The thread that read this file and others ended: ${error.message}`;
  return { isRelevant: false, diagnostics: [{ kind: 'unreadable', file: path, message }] };
}

function request(worker: Worker, batch: readonly SourceRequest[]): Promise<readonly SourceResult[]> {
  return new Promise((resolve, reject) => {
    const listeners = {
      message: (results: readonly SourceResult[]) => finish(() => resolve(results)),
      error: (error: Error) => finish(() => reject(error)),
      exit: (code: number) => finish(() => reject(new Error(`exit code ${code}`))),
    };
    const finish = (settle: () => void) => {
      worker.off('message', listeners.message).off('error', listeners.error).off('exit', listeners.exit);
      settle();
    };
    worker.on('message', listeners.message).on('error', listeners.error).on('exit', listeners.exit);
    worker.postMessage(batch);
  });
}
