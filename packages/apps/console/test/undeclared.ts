/** What requests of the console contain that the contract doesn't declare. */
import {
  type Document,
  foldComposition,
  isJsonObject,
  jsonSchema,
  listOperations,
  type Operation,
  type Schema,
} from '@aispm/openapi';
import contract from '@aispm/spec/strict.json' with { type: 'json' };

const document = contract as unknown as Document;
const operations = listOperations(document);

/** A request to the API. */
export interface SentRequest {
  method: string;
  /** Below the base path, with the query. */
  path: string;
  /** The JSON body; null if there is none. */
  body: string | null;
}

/** Lists the parameters and the properties of a request's body that its operation doesn't have, and requests without an operation. */
export function listUndeclared({ method, path, body }: SentRequest): string[] {
  const { pathname, searchParams } = new URL(path, 'http://api');
  const operation = findOperation(method, pathname);
  if (!operation) return [`${method} ${pathname}`];
  const declared = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const unknown = [...new Set(searchParams.keys())].filter((name) => !declared.includes(name));
  const schema = jsonSchema(operation.requestBody);
  const properties = body === null ? [] : listUnknown(schema, JSON.parse(body), 'body');
  return [...unknown.map((name) => `query/${name}`), ...properties].map(
    (location) => `${operation.operationId}: ${location}`,
  );
}

/** Returns the operation with the method and path; the one with the fewest parameters if several match. */
function findOperation(method: string, pathname: string): Operation | undefined {
  const segments = pathname.split('/');
  const isParameter = (segment: string) => segment.startsWith('{');
  const matching = operations.filter((operation) => {
    const own = operation.path.split('/');
    const isSame = own.every(
      (segment, index) => segment === segments[index] || (isParameter(segment) && segments[index]),
    );
    return isSame && own.length === segments.length && operation.method === method.toLowerCase();
  });
  const count = ({ path }: Operation) => path.split('/').filter(isParameter).length;
  return matching.sort((a, b) => count(a) - count(b))[0];
}

/** Lists the properties of a value that a schema doesn't have, as pointers. A schema without properties accepts any. */
function listUnknown(schema: Schema | undefined, value: unknown, pointer: string): string[] {
  const { items, properties } = readParts(schema ?? {});
  if (Array.isArray(value)) return value.flatMap((item, index) => listUnknown(items, item, `${pointer}/${index}`));
  if (!isJsonObject(value) || Object.keys(properties).length === 0) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    Object.hasOwn(properties, name)
      ? listUnknown(properties[name], member, `${pointer}/${name}`)
      : [`${pointer}/${name}`],
  );
}

/** The parts of a schema and of all of its alternatives. */
interface Parts {
  properties: Record<string, Schema>;
  items: Schema | undefined;
}

function readParts(schema: Schema): Parts {
  return foldComposition<Parts>(
    document,
    schema,
    ({ properties = {}, items, allOf = [], anyOf = [], oneOf = [] }, readMember) => {
      const members = [...allOf, ...anyOf, ...oneOf].map(readMember);
      return {
        properties: Object.assign({}, ...members.map((member) => member.properties), properties),
        items: (items as Schema | undefined) ?? members.find((member) => member.items)?.items,
      };
    },
    { properties: {}, items: undefined },
  );
}
