import { createConnector, prepareDatabase } from '../composition/database.ts';
import { createService } from '../composition/service.ts';
import { readSettings } from '../composition/settings.ts';
import { registerDemoAgents, startDemoAgents } from '../demo/agents.ts';
import { isDemo, prepareDemo } from '../demo/first-start.ts';
import { SAMPLE_WORKSPACE } from '../demo/sample-data.ts';
import { BASE_PATH } from '../platform/contract/contract.ts';
import { startTracing } from '../platform/tracing/tracing.ts';
import { parseOptions } from './arguments.ts';
import { checkAddress, listen, toMetricsAddress } from './listen.ts';
import { closeOnSignal } from './shutdown.ts';

/** Runs `aispm-service serve`. */
export async function runServe(args: string[]): Promise<void> {
  parseOptions(args, {});
  const settings = readSettings(process.env);
  // Before opening the database, which would needlessly create the embedded one.
  const address = { host: settings.host, port: settings.port, settings: 'HOST and PORT' } as const;
  await checkAddress(address);
  const metricsAddress = toMetricsAddress(settings);
  if (metricsAddress) await checkAddress(metricsAddress);
  const stopTracing = await startTracing(process.env);
  const database = await prepareDatabase(createConnector(settings));
  // The process that executes the demo's jobs also runs its agents.
  const hasAgents = settings.seedsDemo && settings.runsWorker && (await isDemo(database));
  const agents = hasAgents ? await startDemoAgents() : undefined;
  const outgoingHosts = [...settings.outgoingHosts, ...(agents ? [agents.host] : [])];
  const service = await createService({ ...settings, outgoingHosts }, database);
  closeOnSignal(async () => {
    await service.close();
    await stopTracing();
  }, settings.shutdownTimeoutMs);
  const origin = await listen(service, address);
  const { metricsServer: server, close } = service;
  const metrics = metricsAddress && (await listen({ server, close }, metricsAddress));
  // Only once the address is known to be free, because the demo key can only be shown once.
  const demoKey = settings.seedsDemo ? await prepareDemo(database) : undefined;
  if (agents) await registerDemoAgents(database, agents.host);
  // A single write, so a reader that has the URL also has the key.
  process.stdout.write(formatAnnouncement(origin, metrics, demoKey));
}

function formatAnnouncement(origin: string, metrics: string | undefined, demoKey: string | undefined): string {
  const baseUrl = `${origin}${BASE_PATH}`;
  const address = `The AISPM service listens at ${baseUrl}\nIts console is at ${origin}/\n${metrics === undefined ? '' : `Its metrics are at ${metrics}/metrics\n`}`;
  if (demoKey === undefined) return address;
  const { tenantId, workspaceId } = SAMPLE_WORKSPACE;
  return `${address}There was no API key, so this one was created for a demo. It won't be shown again:
  ${demoKey}
Try it:
  curl -H 'Authorization: Bearer ${demoKey}' ${baseUrl}/issues/tenants/${tenantId}/workspaces/${workspaceId}
`;
}
