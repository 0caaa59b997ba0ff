import { connectorOf, prepareDatabase, startWorker } from '../service.ts';
import { readSettings } from '../settings.ts';
import { readOptions, UsageError } from './arguments.ts';
import { closeOnSignal } from './shutdown.ts';

/** `aispm-service worker`. */
export async function work(args: string[]): Promise<void> {
  readOptions(args, {});
  const settings = readSettings(process.env);
  if (settings.databaseUrl === undefined) {
    throw new UsageError('A worker beside the service needs DATABASE_URL: the embedded database takes one process.');
  }
  const worker = await startWorker(settings, await prepareDatabase(connectorOf(settings)));
  closeOnSignal(() => worker.close(), settings.shutdownTimeoutMs);
  process.stdout.write('The AISPM worker waits for jobs.\n');
}
