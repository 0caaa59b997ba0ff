import { BASE_PATH } from '../contract/contract.ts';
import { prepareDemo } from '../demo/first-start.ts';
import { STORY_WORKSPACE } from '../demo/story.ts';
import { connectorOf, createService, prepareDatabase, type Service } from '../service.ts';
import { readSettings, type Settings } from '../settings.ts';
import { startTracing } from '../tracing/tracing.ts';
import { readOptions, UsageError } from './arguments.ts';
import { closeOnSignal } from './shutdown.ts';

/** `aispm-service serve`. */
export async function serve(args: string[]): Promise<void> {
  readOptions(args, {});
  const settings = readSettings(process.env);
  const stopTracing = await startTracing(process.env);
  const database = await prepareDatabase(connectorOf(settings));
  const service = await createService(settings, database);
  closeOnSignal(async () => {
    await service.close();
    await stopTracing();
  }, settings.shutdownTimeoutMs);
  const origin = await listen(service, settings);
  // Not before it is sure that the key can be shown.
  const demoKey = settings.seedsDemo ? await prepareDemo(database) : undefined;
  // In one piece: who waits for the address, has the key as well.
  process.stdout.write(announcement(`${origin}${BASE_PATH}`, demoKey));
}

function announcement(baseUrl: string, demoKey: string | undefined): string {
  const address = `The AISPM service answers at ${baseUrl}\n`;
  if (demoKey === undefined) return address;
  const { tenantId, workspaceId } = STORY_WORKSPACE;
  return `${address}There was no API key, so here is one for a demo, which is shown only now:
  ${demoKey}
Try it:
  curl -H 'Authorization: Bearer ${demoKey}' ${baseUrl}/issues/tenants/${tenantId}/workspaces/${workspaceId}
`;
}

/** @throws {UsageError} when the address cannot be had */
async function listen(service: Service, { host, port }: Settings): Promise<string> {
  try {
    return await service.server.listen({ host, port });
  } catch (error) {
    await service.close();
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'another process has it' : message;
    throw new UsageError(`Cannot listen on ${host}, port ${port}: ${reason}. Set HOST and PORT to a free address.`);
  }
}
