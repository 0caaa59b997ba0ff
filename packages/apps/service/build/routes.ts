/** The routes of the contract, computed by the build because validating the contract would slow down the start. */
import { type Document, isJsonMediaType, mapNodes } from '@aispm/openapi';
import fastify from 'fastify';
import openapiGlue from 'fastify-openapi-glue';

/** An operation as the server registers it. */
interface Route {
  operationId: string;
  method: string;
  url: string;
  schema: object;
}

/** Properties of a route that only documentation needs. */
const DOCUMENTATION = ['tags', 'summary', 'description', 'operationId'];

/**
 * Returns the routes of all operations, without the base path, references resolved.
 *
 * @param contract a valid document
 */
export async function createRoutes(contract: Document): Promise<Route[]> {
  const server = fastify();
  const routes: Route[] = [];
  server.addHook('onRoute', ({ method, url, schema = {} }) => {
    // Fastify adds HEAD for every GET, both here and in the service.
    if (method === 'HEAD') return;
    const kept = Object.entries(schema).filter(([name]) => !DOCUMENTATION.includes(name));
    const { operationId } = schema as { operationId: string };
    routes.push({ operationId, method: String(method), url, schema: Object.fromEntries(kept) });
  });
  await server.register(openapiGlue, {
    specification: withoutOtherBodies(contract),
    // Omits the path of the contract's server, which the service adds.
    prefix: '/',
    operationResolver: () => async () => {},
  });
  return routes;
}

/** Removes non-JSON bodies, which handlers write without a schema. */
function withoutOtherBodies(contract: Document): Document {
  return mapNodes(contract, ({ content, ...node }) => {
    if (content === undefined) return node;
    const isJson = Object.keys(content as object).every(isJsonMediaType);
    return { ...node, content: isJson ? content : {} };
  });
}
