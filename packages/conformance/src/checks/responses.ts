/** Checks of single responses: their schema, the API key, invalid requests, unknown identifiers. */
import { randomUUID } from 'node:crypto';
import { findList, getRowId, getRows } from '../contract/lists.ts';
import {
  exampleBody,
  findParameter,
  getSuccess,
  isRead,
  type Json,
  type Operation,
  placeholderNames,
  splitRecordPath,
} from '../contract/operation.ts';
import { listInvalidRequests } from '../invalid/invalid-requests.ts';
import { findPathValues } from '../session/path-values.ts';
import type { CheckedResponse } from '../session/sender.ts';
import type { Session } from '../session/session.ts';
import { wrongValue } from '../session/violations.ts';
import { assertRetryAfter } from './records/jobs.ts';

/** Maximum number of records that an operation is called for. */
const MAX_RECORDS = 3;

/** Calls every operation that reads, also with each value of its optional flags and enumerations. */
export async function checkResponses(session: Session, operations: readonly Operation[]): Promise<void> {
  await session.forEach(operations.filter(isRead), async (operation) => {
    const cell = session.cell(operation.id, 'response');
    const { sets, reason } = await findPathValues(session, operation, MAX_RECORDS);
    if (reason) return cell.skip(reason.kind, reason.text);
    if (findList(operation)) {
      for (const path of sets) await session.getFirstPage(operation, path);
      return;
    }
    const statuses = [getSuccess(operation).status];
    for (const path of sets) {
      const response = await session.send(cell, operation, session.buildRequest(operation, path), { statuses });
      if (response.isValid) assertIdentifier(session, operation, path, response);
    }
    for (const [name, value] of listOptionalValues(operation)) {
      const request = session.buildRequest(operation, sets[0], { query: { [name]: value } });
      await session.send(cell, operation, request, { statuses });
    }
  });
}

/** Requests jobs, which have `Retry-After` until they have ended. */
export async function checkJobs(session: Session, operations: readonly Operation[]): Promise<void> {
  await session.forEach(operations.filter(isRead), async (operation) => {
    const { status, response } = getSuccess(operation);
    if (!response.headers.includes('retry-after') || !response.schema?.properties?.finished_at) return;
    const cell = session.cell(operation.id, 'states');
    const { sets, reason } = await findPathValues(session, operation, MAX_RECORDS);
    if (reason) return cell.skip(reason.kind, reason.text);
    for (const path of sets) {
      const request = session.buildRequest(operation, path);
      const job = await session.send(cell, operation, request, { statuses: [status] });
      if (job.isValid) assertRetryAfter(job, job.json.finished_at !== null);
    }
  });
}

/** Asserts that a record has the requested identifier. */
function assertIdentifier(session: Session, operation: Operation, path: Json, response: CheckedResponse): void {
  const { parent, name } = splitRecordPath(operation.path) ?? {};
  const source = parent === undefined ? undefined : session.findOperation('GET', parent);
  const list = source && findList(source);
  if (!list || name === undefined) return;
  const isTable = list.field === 'rows';
  const record = isTable ? getRows(response.body, list)[0] : (response.body as Json);
  const names = Object.keys(list.row?.properties ?? {});
  const field = [name, 'id', ...names.filter((candidate) => candidate.endsWith('_id'))].find((candidate) =>
    names.includes(candidate),
  );
  // The path alone identifies some records.
  if (!record || (!isTable && (field === undefined || !(field in record)))) return;
  const id = isTable ? getRowId(record, list, name) : String(record[field as string]);
  response.assert(id === path[name], () =>
    wrongValue('body', isTable ? '/rows/0' : `/${field}`, String(path[name]), id),
  );
}

/** Lists the values of optional query parameters that are flags or enumerations. */
function listOptionalValues({ parameters }: Operation): [name: string, value: unknown][] {
  return parameters
    .filter((parameter) => parameter.in === 'query' && !parameter.required)
    .flatMap(({ name, schema }): [string, unknown][] => {
      if (schema.type === 'boolean') return [[name, true]];
      return schema.type === 'string' ? (schema.enum ?? []).map((value) => [name, value]) : [];
    });
}

/** Returns path parameters, which are random if the server has no data: the expected response doesn't depend on them. */
async function getAnyPath(session: Session, operation: Operation): Promise<Json> {
  const { sets } = await findPathValues(session, operation);
  const names = placeholderNames(operation.path);
  return sets[0] ?? Object.fromEntries(names.map((name) => [name, session.scope[name] ?? randomUUID()]));
}

/** Sends no API key, one with another scheme, and an unknown one. */
export async function checkAuthentication(session: Session, operations: readonly Operation[]): Promise<void> {
  await session.forEach(operations, async (operation) => {
    const cell = session.cell(operation.id, 'authentication');
    if (!isRead(operation) && !session.options.write) return cell.skip('excluded', 'needs --write');
    const path = await getAnyPath(session, operation);
    const request = session.buildRequest(operation, path, exampleBody(operation));
    for (const credentials of [
      { token: null, note: 'without an API key' },
      { authorization: 'Basic dXNlcjpwYXNz', note: 'Basic, not Bearer' },
      { token: `unknown-${randomUUID()}`, note: 'an unknown API key' },
    ]) {
      await session.send(cell, operation, request, { statuses: [401], ...credentials });
    }
  });
}

/** Sends every invalid request that the schemas of the contract imply. */
export async function checkInvalidRequests(session: Session, operations: readonly Operation[]): Promise<void> {
  await session.forEach(operations, async (operation) => {
    const cell = session.cell(operation.id, 'invalid');
    if (!isRead(operation) && !session.options.write) return cell.skip('excluded', 'needs --write');
    const { sets, reason } = await findPathValues(session, operation);
    if (reason) return cell.skip(reason.kind, reason.text);
    const valid = session.buildRequest(operation, sets[0], exampleBody(operation));
    for (const { location, mistake, statuses, request } of listInvalidRequests(operation, valid)) {
      const note = `${location} ${mistake}`;
      const response = await session.send(cell, operation, request, { statuses, note, isInvalid: true });
      if (response.status === 201) {
        const { path } = valid;
        session.onCleanup(() => deleteCreated(session, operation, { path, record: response.json, check: 'invalid' }));
      }
    }
  });
}

/** Deletes a record that the server created instead of rejecting the request. */
export async function deleteCreated(
  session: Session,
  operation: Operation,
  { path, record, check }: { path: Json; record: Json; check: string },
): Promise<void> {
  const remove = session.findOperation('DELETE', `${operation.path}/{id}`);
  if (!remove) return;
  const request = { path: { ...path, id: record.id }, query: {}, headers: {} };
  await session.send(session.cell(operation.id, check), remove, request);
}

/** Requests unknown identifiers. */
export async function checkUnknownIds(session: Session, operations: readonly Operation[]): Promise<void> {
  await session.forEach(operations, async (operation) => {
    const cell = session.cell(operation.id, 'unknown-id');
    if (!isRead(operation) && !session.options.write) return cell.skip('excluded', 'needs --write');
    const name = placeholderNames(operation.path).findLast((candidate) => isIdentifier(operation, candidate));
    if (name === undefined) return cell.skip('excluded', 'its path identifies no record');
    const path = { ...(await getAnyPath(session, operation)), [name]: randomUUID() };
    const request = session.buildRequest(operation, path, exampleBody(operation));
    await session.send(cell, operation, request, { statuses: [404], note: `${name} is unknown` });
  });
}

/** Returns whether a path parameter identifies a record, and is not an enumeration. */
export function isIdentifier(operation: Operation, name: string): boolean {
  return !findParameter(operation, 'path', name)?.schema.enum;
}
