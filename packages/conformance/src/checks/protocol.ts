/** Checks of what every operation rejects: methods, media types, unknown parameters, preconditions. */
import { randomUUID } from 'node:crypto';
import { closestName, PRECONDITION_HEADERS } from '@aispm/openapi';
import { findList } from '../contract/lists.ts';
import {
  exampleBody,
  findParameter,
  getSuccess,
  isRead,
  type Operation,
  placeholderNames,
  readsBody,
  returnsOnlyJson,
} from '../contract/operation.ts';
import type { RequestParts } from '../contract/request-parts.ts';
import { findPathValues } from '../session/path-values.ts';
import type { CheckedResponse } from '../session/sender.ts';
import type { Session } from '../session/session.ts';
import { wrongValue } from '../session/violations.ts';
import { deleteCreated } from './responses.ts';

/** The methods that a path may not have. */
const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE', 'POST'];
/** Property names that JavaScript objects inherit. */
const INHERITED_NAMES = ['constructor', '__proto__', 'toString'];
/** A media type that no server returns or reads. */
const OTHER_MEDIA_TYPE = 'application/x-conformance';
/** A value of each precondition. */
const PRECONDITIONS: Record<string, string> = {
  'If-Match': '"no-such-version"',
  'If-None-Match': '"no-such-version"',
  'If-Modified-Since': 'Tue, 01 Jan 2030 00:00:00 GMT',
  'If-Unmodified-Since': 'Sat, 01 Jan 2000 00:00:00 GMT',
};

/** Requests each path with an unsupported method. The identifiers are unknown, so that no record is affected. */
export async function checkMethods(session: Session, operations: readonly Operation[]): Promise<void> {
  await session.forEach(operations, async (operation) => {
    const cell = session.cell(operation.id, 'method');
    await checkHead(session, operation);
    const methods = session.operations.filter(({ path }) => path === operation.path).map((other) => other.method);
    const method = METHODS.find((name) => !methods.includes(name));
    if (method === undefined) return cell.skip('excluded', 'its path has all methods');
    if (method !== 'GET' && !session.options.write) return cell.skip('excluded', 'needs --write');
    const getValue = (name: string) =>
      session.scope[name] ?? findParameter(operation, 'path', name)?.schema.enum?.[0] ?? randomUUID();
    const path = Object.fromEntries(placeholderNames(operation.path).map((name) => [name, getValue(name)]));
    const options = { statuses: [405], method, isInvalid: true };
    const response = await session.send(cell, operation, { path, query: {}, headers: {} }, options);
    if (!response.isValid) return;
    const { allow = '' } = response.headers;
    const allowed = allow.split(',').map((name) => name.trim());
    response.assert(methods.every((name) => allowed.includes(name)) && !allowed.includes(method), () =>
      wrongValue('header', 'Allow', methods.join(', '), allow),
    );
  });
}

/** Requests a list with HEAD, which a server supports wherever it supports GET, or rejects with 405. */
async function checkHead(session: Session, operation: Operation): Promise<void> {
  if (!findList(operation)) return;
  const { sets } = await findPathValues(session, operation);
  const [path] = sets;
  if (!path) return;
  const options = { statuses: [getSuccess(operation).status, 405], method: 'HEAD' };
  await session.send(session.cell(operation.id, 'method'), operation, session.buildRequest(operation, path), options);
}

/** Accepts only a media type that the operation doesn't return, and sends one that it doesn't read. */
export async function checkMediaTypes(session: Session, operations: readonly Operation[]): Promise<void> {
  await forEachRequest(session, operations, 'media-type', async (operation, request, reject) => {
    if (returnsOnlyJson(operation)) {
      await reject({ ...request, headers: { accept: OTHER_MEDIA_TYPE } }, 406, `Accept is ${OTHER_MEDIA_TYPE}`);
    }
    if (readsBody(operation)) {
      const headers = { 'content-type': OTHER_MEDIA_TYPE };
      await reject({ ...request, headers }, 415, `Content-Type is ${OTHER_MEDIA_TYPE}`);
    }
  });
}

/** Minimum length of a misspelled name that still tells which name was meant. */
const MIN_MISSPELLED = 3;

/** Sends query parameters that the operation does not have: a misspelled one, and names that objects inherit. */
export async function checkUnknownParameters(session: Session, operations: readonly Operation[]): Promise<void> {
  await forEachRequest(session, operations, 'unknown-parameter', async (operation, request, reject) => {
    const known = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    const misspelled = known.flatMap((name) => misspell(name, known));
    for (const name of [...misspelled.slice(0, 1), ...INHERITED_NAMES]) {
      // A computed key, because `__proto__` has another meaning as a name.
      const query = Object.fromEntries([...Object.entries(request.query), [name, '1']]);
      const response = await reject({ ...request, query }, 400, `query/${name} is unknown`);
      assertDetail(response, 'unknown_parameter', `query/${name}`, closestName(name, known));
    }
  });
}

/** Returns a name without its last character; none for a short name, or when another known name is closer to the result. */
function misspell(name: string, known: readonly string[]): string[] {
  const misspelled = name.slice(0, -1);
  if (misspelled.length < MIN_MISSPELLED) return [];
  return !known.includes(misspelled) && closestName(misspelled, known) === name ? [misspelled] : [];
}

/** Sends each precondition that a write does not declare. */
export async function checkUnsupportedPreconditions(session: Session, operations: readonly Operation[]): Promise<void> {
  await forEachRequest(session, operations, 'preconditions', async (operation, request, reject) => {
    const supported = operation.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
    for (const name of PRECONDITION_HEADERS.filter((header) => !supported.includes(header))) {
      const response = await reject({ ...request, headers: { [name]: PRECONDITIONS[name] } }, 400, name);
      assertDetail(response, 'invalid_parameter', `header/${name}`);
    }
  });
}

/** Sends a request that the server must reject with a status. */
type Reject = (request: RequestParts, status: number, note: string) => Promise<CheckedResponse>;

/** Calls a function with a valid request to each operation, if the options allow it and the server has the data. */
async function forEachRequest(
  session: Session,
  operations: readonly Operation[],
  check: string,
  callback: (operation: Operation, request: RequestParts, reject: Reject) => Promise<void>,
): Promise<void> {
  await session.forEach(operations, async (operation) => {
    const cell = session.cell(operation.id, check);
    if (!isRead(operation) && !session.options.write) return cell.skip('excluded', 'needs --write');
    const { sets, reason } = await findPathValues(session, operation);
    if (reason) return cell.skip(reason.kind, reason.text);
    const valid = session.buildRequest(operation, sets[0], exampleBody(operation));
    await callback(operation, valid, async (request, status, note) => {
      const response = await session.send(cell, operation, request, { statuses: [status], note, isInvalid: true });
      if (response.status === 201) {
        session.onCleanup(() => deleteCreated(session, operation, { path: valid.path, record: response.json, check }));
      }
      return response;
    });
  });
}

/** Asserts that an error has a reason, and a detail about a location that mentions a text. */
function assertDetail(response: CheckedResponse, reason: string, location: string, text = ''): void {
  if (!response.isValid) return;
  const { json } = response;
  response.assert(json.reason === reason, () => wrongValue('body', '/reason', reason, json.reason));
  const details = new Map(Object.entries(json.details ?? {}));
  const detail = details.get(location);
  response.assert(detail !== undefined && String(detail).includes(text), () =>
    wrongValue('body', '/details', `${location}${text && `, with ${text}`}`, json.details),
  );
}
