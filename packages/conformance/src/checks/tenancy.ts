/** Checks that no API key has access to other tenants' data. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isScopeParameter } from '@aispm/openapi';
import { findList, getList, getRowId, getRows } from '../contract/lists.ts';
import {
  exampleBody,
  getSuccess,
  isRead,
  type Json,
  type Operation,
  splitRecordPath,
  TENANT,
  WORKSPACE,
} from '../contract/operation.ts';
import { findPathValues } from '../session/path-values.ts';
import type { CheckedResponse } from '../session/sender.ts';
import type { Session } from '../session/session.ts';
import { formatValue, wrongValue } from '../session/violations.ts';
import { isIdentifier } from './responses.ts';

/** Requests data outside the tenant, and the tenant's data with the second key. */
export async function checkTenancy(session: Session, operations: readonly Operation[]): Promise<void> {
  const { write, secondToken, secondTenant } = session.options;
  await session.forEach(operations, async (operation) => {
    const cell = session.cell(operation.id, 'tenancy');
    if (!isRead(operation) && !write) return cell.skip('excluded', 'needs --write');
    const { sets, reason } = await findPathValues(session, operation);
    if (reason) return cell.skip(reason.kind, reason.text);
    const [path] = sets;
    const hasTenant = TENANT in path;
    if (hasTenant) await expectForbidden(session, operation, path);
    else if (secondToken === undefined) cell.skip('excluded', 'needs --second-token');
    else await expectNotFound(session, operation, path, secondToken, 'the second API key');
    if (hasTenant && findList(operation) && secondTenant !== undefined) await compareTenants(session, operation, path);
  });
}

/** Expects 403 for a tenant or workspace without access, whether it exists or not. */
async function expectForbidden(session: Session, operation: Operation, path: Json): Promise<void> {
  const { secondToken, secondTenant, secondWorkspace } = session.options;
  const cell = session.cell(operation.id, 'tenancy');
  const send = (values: Json, note: string, token = session.options.token) => {
    const request = session.buildRequest(operation, { ...path, ...values }, exampleBody(operation));
    return session.send(cell, operation, request, { statuses: [403], note, token });
  };
  const unknown = `no-${randomUUID()}`;
  const unknownTenant = await send({ [TENANT]: unknown }, 'an unknown tenant');
  await send({ [WORKSPACE]: unknown }, 'an unknown workspace');
  if (secondToken === undefined) return;
  await send({}, 'the second API key', secondToken);
  if (secondTenant === undefined || secondWorkspace === undefined) return;
  const second = { [TENANT]: secondTenant, [WORKSPACE]: secondWorkspace };
  const existing = await send(second, 'the second tenant');
  assertSameError(existing, second, unknownTenant, { ...path, [TENANT]: unknown });
  const own = isRecordPath(path) ? await findTenantRecord(session, operation, path) : undefined;
  if (!own) return;
  const foreign = { ...own, ...second };
  await expectNotFound(session, operation, foreign, secondToken, 'a record of the first tenant in the second');
}

function isRecordPath(path: Json): boolean {
  return Object.keys(path).some((name) => name !== TENANT && name !== WORKSPACE);
}

/** Returns the path of a record that belongs to the tenant and isn't built in: all tenants may share built-in ones. */
async function findTenantRecord(session: Session, operation: Operation, path: Json): Promise<Json | undefined> {
  const { parent = '', name = '' } = splitRecordPath(operation.path) ?? {};
  const source = session.findOperation('GET', parent);
  const list = source && findList(source);
  if (!list) return path;
  const rows = getRows((await session.getFirstPage(source, path)).body, list);
  const getId = (row: Json) => getRowId(row, list, name);
  const current = rows.find((row) => getId(row) === path[name]);
  if (current === undefined || !isBuiltIn(current)) return path;
  const own = rows.find((row) => !isBuiltIn(row));
  return own && { ...path, [name]: getId(own) };
}

/** Returns whether a row is a built-in evaluation or rule, which all tenants share. */
function isBuiltIn({ is_builtin, source }: Json): boolean {
  return is_builtin === true || source === 'static';
}

/** Expects 404, as for a record that does not exist: the response must not reveal that it does. */
async function expectNotFound(
  session: Session,
  operation: Operation,
  path: Json,
  token: string,
  note: string,
): Promise<void> {
  if (!operation.responses.has(404)) return;
  const send = (values: Json, what: string) => {
    const request = session.buildRequest(operation, values, exampleBody(operation));
    return session.send(session.cell(operation.id, 'tenancy'), operation, request, {
      statuses: [404],
      token,
      note: what,
    });
  };
  const unknown = Object.fromEntries(
    Object.entries(path).map(([name, value]) => [
      name,
      isScopeParameter(name) || !isIdentifier(operation, name) ? value : randomUUID(),
    ]),
  );
  const foreign = await send(path, note);
  assertSameError(foreign, path, await send(unknown, `${note}, with unknown identifiers`), unknown);
}

/** Asserts that the errors for existing and nonexistent records are the same, apart from the identifiers. */
function assertSameError(existing: CheckedResponse, path: Json, unknown: CheckedResponse, unknownPath: Json): void {
  if (!existing.isValid || !unknown.isValid) return;
  const expected = withoutValues(unknown.json, unknownPath);
  const got = withoutValues(existing.json, path);
  existing.assert(isDeepStrictEqual(got, expected), () =>
    wrongValue('body', '', `the same error as for a nonexistent record: ${formatValue(expected)}`, got),
  );
}

/** Replaces the values of path parameters in an error. */
function withoutValues(error: Json, path: Json): unknown {
  const values = Object.values(path).map((value) => String(value).replaceAll(/\W/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\w-])(?:${values.join('|')})(?![\\w-])`, 'g');
  return JSON.parse(JSON.stringify(error).replace(pattern, '…'));
}

/** Asserts that the lists of two tenants have only built-in rows in common. */
async function compareTenants(session: Session, operation: Operation, path: Json): Promise<void> {
  const { secondToken, secondTenant, secondWorkspace } = session.options;
  if (isRecordPath(path) || secondToken === undefined) return;
  const list = getList(operation);
  const own = new Set(await session.getRowIds(operation, path));
  const secondPath = { ...path, [TENANT]: secondTenant, [WORKSPACE]: secondWorkspace };
  const cell = session.cell(operation.id, 'tenancy');
  const response = await session.send(cell, operation, session.buildRequest(operation, secondPath), {
    statuses: [getSuccess(operation).status],
    token: secondToken,
    note: 'the second tenant with its own API key',
  });
  if (!response.isValid) return;
  const rows = getRows(response.body, list);
  const shared = rows.findIndex((row) => own.has(getRowId(row, list)) && !isBuiltIn(row));
  response.assert(shared === -1, () =>
    wrongValue('body', `/${list.field}/${shared}`, 'no row of the first tenant', rows[shared]),
  );
}
