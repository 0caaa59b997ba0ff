import { createConnector, prepareDatabase } from '../composition/database.ts';
import { startWorker } from '../composition/service.ts';
import { readSettings } from '../composition/settings.ts';
import { parseOptions, UsageError } from './arguments.ts';
import { checkAddress, listen, toMetricsAddress } from './listen.ts';
import { closeOnSignal } from './shutdown.ts';

/** Runs `aispm-service worker`. */
export async function runWorker(args: string[]): Promise<void> {
  parseOptions(args, {});
  const settings = readSettings(process.env);
  if (settings.databaseUrl === undefined) {
    throw new UsageError(
      'A worker requires DATABASE_URL: only one process can use the embedded database. Set it to the PostgreSQL server of the service.',
    );
  }
  const { host, workerPort: port } = settings;
  const address = port === undefined ? undefined : ({ host, port, settings: 'HOST and WORKER_PORT' } as const);
  const metricsAddress = toMetricsAddress(settings);
  for (const used of [address, metricsAddress]) if (used) await checkAddress(used);
  const worker = await startWorker(settings, await prepareDatabase(createConnector(settings)));
  closeOnSignal(() => worker.close(), settings.shutdownTimeoutMs);
  const origin = address && (await listen(worker, address));
  const { metricsServer: server, close } = worker;
  const metrics = metricsAddress && (await listen({ server, close }, metricsAddress));
  process.stdout.write(
    `The AISPM worker waits for jobs.${origin === undefined ? '' : ` Its probes are at ${origin}`}\n` +
      `${metrics === undefined ? '' : `Its metrics are at ${metrics}/metrics\n`}`,
  );
}
