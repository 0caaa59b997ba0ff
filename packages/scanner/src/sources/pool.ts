/** Reads sources, in worker threads when there are many. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { readSource, type SourceRequest, type SourceResult } from './read-source.ts';

/** Fewer sources are read faster without threads. */
const MIN_SOURCES = 400;
const MAX_THREADS = 4;
const BATCH = 16;

/** Reads sources of one folder. */
export interface SourcePool {
  /** Returns the results in the order of the requests. */
  readonly read: (
    requests: readonly SourceRequest[],
    onProgress?: (done: number) => void,
  ) => Promise<readonly SourceResult[]>;
  readonly close: () => Promise<void>;
}

/** Creates a pool for about as many sources. */
export function createPool(root: string, count: number): SourcePool {
  const threads = count < MIN_SOURCES ? 0 : Math.min(availableParallelism(), MAX_THREADS);
  if (threads < 2)
    return { read: (requests, onProgress) => readHere(root, requests, onProgress), close: async () => {} };
  // The same folder contains this module before and after the build.
  const file = import.meta.url.endsWith('.ts') ? '../worker.ts' : './worker.js';
  const start = () => new Worker(new URL(file, import.meta.url), { workerData: { root } });
  const workers = Array.from({ length: threads }, start);
  return {
    read: (requests, onProgress) => readInThreads(workers, start, requests, onProgress),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

async function readHere(
  root: string,
  requests: readonly SourceRequest[],
  onProgress: ((done: number) => void) | undefined,
): Promise<readonly SourceResult[]> {
  const results: SourceResult[] = [];
  for (const request of requests) {
    results.push(await readSource(root, request));
    onProgress?.(results.length);
  }
  return results;
}

async function readInThreads(
  workers: Worker[],
  start: () => Worker,
  requests: readonly SourceRequest[],
  onProgress: ((done: number) => void) | undefined,
): Promise<readonly SourceResult[]> {
  const results: SourceResult[] = new Array(requests.length);
  let next = 0;
  let done = 0;
  const work = async (index: number) => {
    while (next < requests.length) {
      const first = next;
      next += BATCH;
      const batch = requests.slice(first, first + BATCH);
      const worker = workers[index] ?? start();
      const read = await request(worker, batch).catch((error: Error) => {
        // A source that ends its thread must not end the scan.
        workers[index] = start();
        return batch.map((each) => unreadable(each, error));
      });
      for (const [offset, result] of read.entries()) results[first + offset] = result;
      done += batch.length;
      onProgress?.(done);
    }
  };
  await Promise.all(workers.map((_, index) => work(index)));
  return results;
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
