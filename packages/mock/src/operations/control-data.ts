/** The part of the control API that creates, changes and deletes records. */
import { isJsonObject, type JsonObject, unknownParameter } from '../bundled/openapi.ts';
import { ApiError, invalidRequestError, SettingError } from '../core/errors.ts';
import type { MockResponse } from '../core/exchange.ts';
import type { ParsedRequest } from '../http/request.ts';
import { decodeSegment, encodeSegment } from '../http/router.ts';
import { emptyResponse, jsonResponse } from '../http/serialize.ts';
import type { DataScope, MockData } from '../sample-data/data-types.ts';
import { FACTORIES, type RecordName } from '../sample-data/factories.ts';

/** The methods of a list in {@link MockData}; only lists of objects have relations. */
interface AnyList {
  list(): JsonObject[];
  get(id: string): JsonObject | undefined;
  create(fields: JsonObject, related: JsonObject): JsonObject;
  update(id: string, fields: JsonObject): JsonObject;
  delete(id: string): void;
  relate(from: string, edge: string, to: string): void;
  unrelate(from: string, edge: string, to: string): void;
}

/** Handles a request; `body` is its JSON, undefined when there is none. */
type DataHandler = (request: ParsedRequest, body: unknown) => MockResponse;

const SCOPE: readonly (keyof DataScope)[] = ['tenant_id', 'workspace_id', 'token'];

/**
 * Returns the handlers of a path by method; undefined when there is no such path.
 *
 * @param path `/agents`, `/agents/{id}` or `/agents/{id}/{edge}/{other}`, percent-encoded
 */
export function findDataMethods(prefix: string, path: string, data: MockData): Record<string, DataHandler> | undefined {
  const [name = '', id, edge, other, ...rest] = path.split('/').slice(1).map(decodeSegment);
  if (!Object.hasOwn(FACTORIES, name) || rest.length > 0 || id === '') return undefined;
  const open = (request: ParsedRequest) => data.in(readScope(request))[name as RecordName] as unknown as AnyList;
  const run =
    (handle: DataHandler): DataHandler =>
    (request, body) =>
      asRejection(() => handle(request, body));
  if (id === undefined) {
    return {
      GET: run((request) => jsonResponse(200, { items: open(request).list() })),
      POST: run((request, body) => {
        const { fields, related } = readNewRecord(body);
        const record = open(request).create(fields, related);
        return jsonResponse(201, record, {
          location: `${prefix}/${name}/${encodeSegment(findId(open(request), record))}`,
        });
      }),
    };
  }
  if (edge === undefined) {
    return {
      GET: run((request) => jsonResponse(200, requireRecord(open(request), name, id))),
      PATCH: run((request, body) => {
        requireRecord(open(request), name, id);
        return jsonResponse(200, open(request).update(id, requireObject(body)));
      }),
      DELETE: run((request) => {
        requireRecord(open(request), name, id);
        open(request).delete(id);
        return emptyResponse();
      }),
    };
  }
  if (other === undefined || !('relate' in data[name as RecordName])) return undefined;
  return {
    PUT: run((request) => {
      open(request).relate(id, edge, other);
      return emptyResponse();
    }),
    DELETE: run((request) => {
      open(request).unrelate(id, edge, other);
      return emptyResponse();
    }),
  };
}

/** @throws {ApiError} 400 for a parameter that is unknown or repeated, because ignoring it would change other records */
function readScope({ query }: ParsedRequest): DataScope {
  for (const [name, value] of Object.entries(query)) {
    const location = `query/${name}`;
    if (!(SCOPE as readonly string[]).includes(name))
      throw invalidRequestError([{ location, message: unknownParameter(name, SCOPE) }], 'unknown_parameter');
    if (Array.isArray(value)) throw invalidRequestError([{ location, message: 'must occur once' }]);
  }
  return query as DataScope;
}

function readNewRecord(body: unknown): { fields: JsonObject; related: JsonObject } {
  const { fields = {}, related = {}, ...others } = requireObject(body ?? {});
  const [unknown] = Object.keys(others);
  if (unknown !== undefined || !isJsonObject(fields) || !isJsonObject(related)) {
    const message =
      'The body must be an object with fields and related, such as {"fields":{"asset_name":"night-shift"}}.';
    throw new ApiError(400, 'invalid_body', message);
  }
  return { fields, related };
}

function requireObject(body: unknown): JsonObject {
  if (isJsonObject(body)) return body;
  throw new ApiError(400, 'invalid_body', 'The body must be an object with the properties to change.');
}

function requireRecord(list: AnyList, name: string, id: string): JsonObject {
  const record = list.get(id);
  if (record) return record;
  throw new ApiError(404, 'not_found', `The mock has no record "${id}" in ${name}.`);
}

/** Returns the identifier of a record: the string property by which its list finds it. */
function findId(list: AnyList, record: JsonObject): string {
  const texts = Object.values(record).filter((value) => typeof value === 'string');
  return texts.find((text) => list.get(text) !== undefined) ?? '';
}

/** Calls a function, and converts what is wrong with its arguments to a 400. */
export function asRejection<Result>(call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    throw toRejection(error);
  }
}

/** Converts what is wrong with an argument to a 400. */
export function toRejection(error: unknown): unknown {
  return error instanceof SettingError ? new ApiError(400, 'invalid_body', error.message) : error;
}
