/** The routes of the contract; computed by the build, since validating the contract takes long at a start. */
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

/** Members of a route that only documentation needs. */
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
    // Fastify adds HEAD for every GET, here as in the service.
    if (method === 'HEAD') return;
    const kept = Object.entries(schema).filter(([name]) => !DOCUMENTATION.includes(name));
    const { operationId } = schema as { operationId: string };
    routes.push({ operationId, method: String(method), url, schema: Object.fromEntries(kept) });
  });
  await server.register(openapiGlue, {
    specification: withoutOtherBodies(contract),
    // Instead of the path of the contract's server, which the service adds.
    prefix: '/',
    operationResolver: () => async () => {},
  });
  return routes;
}

/** Removes bodies that are not JSON: handlers write them without a schema. */
function withoutOtherBodies(contract: Document): Document {
  return mapNodes(contract, ({ content, ...node }) => {
    if (content === undefined) return node;
    const isJson = Object.keys(content as object).every(isJsonMediaType);
    return { ...node, content: isJson ? content : {} };
  });
}
