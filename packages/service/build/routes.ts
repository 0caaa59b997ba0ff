/** The routes that the contract asks for; worked out here, since validating the whole contract takes long at a start. */
import fastify from 'fastify';
import openapiGlue from 'fastify-openapi-glue';

/** An operation as the server takes it. */
interface Route {
  operationId: string;
  method: string;
  url: string;
  schema: object;
}

/** What only readers of a route would need. */
const FOR_READERS = ['tags', 'summary', 'description', 'operationId'];

/**
 * The routes of all operations, without the base path, their references followed.
 *
 * @param contract a valid document
 */
export async function routesOf(contract: object): Promise<Route[]> {
  const server = fastify();
  const routes: Route[] = [];
  server.addHook('onRoute', ({ method, url, schema = {}, config }) => {
    // Fastify adds HEAD to GET by itself, there as here.
    if (method === 'HEAD') return;
    const kept = Object.entries(schema).filter(([name]) => !FOR_READERS.includes(name));
    const { operationId } = config as unknown as { operationId: string };
    routes.push({ operationId, method: String(method), url, schema: Object.fromEntries(kept) });
  });
  await server.register(openapiGlue, {
    specification: onlyJson(contract),
    // Not that of the servers: it is the business of the service.
    prefix: '/',
    operationResolver: (operationId: string) => ({ config: { operationId }, handler: async () => {} }) as never,
  });
  return routes;
}

/** The contract without bodies that are not JSON: those are written by their handlers, by no schema. */
function onlyJson(contract: object): object {
  return JSON.parse(JSON.stringify(contract), (_, value) =>
    value?.['text/csv'] || value?.['application/x-ndjson'] ? {} : value,
  );
}
