/** A worker thread that reads sources. It gets batches, and returns what it read in the same order. */
import { parentPort, workerData } from 'node:worker_threads';
import { readSource, type SourceRequest } from './sources/read-source.ts';

const { root } = workerData as { root: string };

parentPort?.on('message', async (batch: readonly SourceRequest[]) => {
  const results = [];
  for (const request of batch) results.push(await readSource(root, request));
  // The bytes move: a copy would double them.
  parentPort?.postMessage(
    results,
    results.flatMap(({ packed }) => (packed === undefined ? [] : [packed.buffer as ArrayBuffer])),
  );
});
