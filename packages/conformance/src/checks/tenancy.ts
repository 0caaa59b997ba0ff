/** Checks that no API key reaches what belongs to others. */
import { randomUUID } from 'node:crypto';
import {
  type Endpoint,
  idOf,
  type Json,
  type List,
  listOf,
  rowsOf,
  successOf,
  TENANT,
  WORKSPACE,
} from '../endpoint.js';
import { fault } from '../form.js';
import type { Suite } from '../suite.js';
import { isRead } from './catalogue.js';

/** Reaches out of the tenant, and into it with the second key. */
export async function tenancy(suite: Suite, endpoints: readonly Endpoint[]): Promise<void> {
  await suite.each(endpoints, async (endpoint) => {
    const cell = suite.cell(endpoint.id, 'tenancy');
    if (!isRead(endpoint) && !suite.options.write) return cell.skip('excluded', 'needs --write');
    const { sets, reason } = await suite.pathSets(endpoint);
    if (reason) return cell.skip(reason.kind, reason.text);
    const path = sets[0] as Json;
    if (TENANT in path) await outOfReach(suite, endpoint, path);
    else if (suite.options.secondToken === undefined) cell.skip('excluded', 'needs --second-token');
    else await notFound(suite, endpoint, path, suite.options.secondToken, 'the second API key');
    if (TENANT in path && listOf(endpoint) && suite.options.secondTenant !== undefined)
      await apart(suite, endpoint, path);
  });
}

function bodyOf(endpoint: Endpoint): { body?: unknown } {
  return endpoint.body ? { body: endpoint.body.examples[0] } : {};
}

/** 403 for a tenant or workspace that the key does not reach, whether there is one of that name or not. */
async function outOfReach(suite: Suite, endpoint: Endpoint, path: Json): Promise<void> {
  const { secondToken, secondTenant, secondWorkspace } = suite.options;
  const cell = suite.cell(endpoint.id, 'tenancy');
  const send = (values: Json, note: string, token = suite.options.token) =>
    suite.send(cell, endpoint, suite.request(endpoint, { ...path, ...values }, bodyOf(endpoint)), {
      statuses: [403],
      note,
      token,
    });
  const nobody = `no-${randomUUID()}`;
  await send({ [TENANT]: nobody }, 'a tenant that is not there');
  await send({ [WORKSPACE]: nobody }, 'a workspace that is not there');
  if (secondToken === undefined) return;
  await send({}, 'the second API key', secondToken);
  if (secondTenant === undefined || secondWorkspace === undefined) return;
  await send({ [TENANT]: secondTenant, [WORKSPACE]: secondWorkspace }, 'the second tenant');
  const isRecord = Object.keys(path).some((name) => name !== TENANT && name !== WORKSPACE);
  const own = isRecord ? await ownRecord(suite, endpoint, path) : undefined;
  if (!own) return;
  const foreign = { ...own, [TENANT]: secondTenant, [WORKSPACE]: secondWorkspace };
  await notFound(suite, endpoint, foreign, secondToken, 'a record of the first tenant in the second');
}

/** The path to a record that belongs to the tenant: what comes with the service may be in every tenant. */
async function ownRecord(suite: Suite, endpoint: Endpoint, path: Json): Promise<Json | undefined> {
  const [, parent = '', name = ''] = /^(.+)\/\{([^}]+)\}$/.exec(endpoint.path) ?? [];
  const source = suite.at('GET', parent);
  const list = source && listOf(source);
  if (!list) return path;
  const rows = rowsOf((await suite.page(source, path)).body, list);
  const idOfRow = (row: Json) => idOf(row, list, name);
  const isShared = (row: Json | undefined) => row !== undefined && comesWithService(row);
  if (!isShared(rows.find((row) => idOfRow(row) === path[name]))) return path;
  const own = rows.find((row) => !comesWithService(row));
  return own && { ...path, [name]: idOfRow(own) };
}

/** Whether a row is a built-in evaluation or a rule of the service itself. */
function comesWithService({ is_builtin, source }: Json): boolean {
  return is_builtin === true || source === 'static';
}

/** 404, as for a record that is not there: nothing tells that there is one. */
async function notFound(suite: Suite, endpoint: Endpoint, path: Json, token: string, note: string): Promise<void> {
  if (!endpoint.responses.has(404)) return;
  const request = suite.request(endpoint, path, bodyOf(endpoint));
  await suite.send(suite.cell(endpoint.id, 'tenancy'), endpoint, request, { statuses: [404], token, note });
}

/** The lists of two tenants have no row in common but what comes with the service. */
async function apart(suite: Suite, endpoint: Endpoint, path: Json): Promise<void> {
  const { secondToken, secondTenant, secondWorkspace } = suite.options;
  const isRecord = Object.keys(path).some((name) => name !== TENANT && name !== WORKSPACE);
  if (isRecord || secondToken === undefined) return;
  const list = listOf(endpoint) as List;
  const own = new Set(await suite.ids(endpoint, path));
  const elsewhere = { ...path, [TENANT]: secondTenant, [WORKSPACE]: secondWorkspace };
  const answer = await suite.send(suite.cell(endpoint.id, 'tenancy'), endpoint, suite.request(endpoint, elsewhere), {
    statuses: [successOf(endpoint).status],
    token: secondToken,
    note: 'the second tenant with its own API key',
  });
  if (!answer.isRight) return;
  const shared = rowsOf(answer.body, list).findIndex((row) => own.has(idOf(row, list)) && !comesWithService(row));
  answer.note(shared === -1, () =>
    fault('body', `/${list.field}/${shared}`, 'no row of the first tenant', rowsOf(answer.body, list)[shared]),
  );
}
