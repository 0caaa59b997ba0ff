/** The invalid requests of an operation. */
import { type InvalidRequest, listInvalidRequests, type Operation } from '@aispm/conformance';
import { contract, createValidRequest, getCall, operations, toArguments } from '../src/operations.ts';
import type { Server } from './server.ts';

const OTHER_LIST = 'belongs to another list';
const OTHER_WORKSPACE = 'belongs to another workspace';
const UNKNOWN = 'is unknown';

/** The mistakes in well-formed cursors. */
export const FOREIGN_CURSORS = [OTHER_LIST, OTHER_WORKSPACE, UNKNOWN];

/** Lists the invalid requests: each violates the contract in one location, or has the cursor of another list. */
export async function listRejected(server: Server, operation: Operation): Promise<InvalidRequest[]> {
  return [...listViolating(operation), ...(await listForeignCursors(server, operation))];
}

function listViolating(operation: Operation): InvalidRequest[] {
  const valid = createValidRequest(operation);
  const invalid = listInvalidRequests(operation, valid);
  const harmless = [
    ...(contract.validateRequest(operation, valid).length > 0 ? ['the original request is not valid'] : []),
    ...invalid
      .filter(({ request }) => contract.validateRequest(operation, request).length === 0)
      .map(({ location, mistake }) => `${location} ${mistake}: the request is valid`),
  ];
  if (harmless.length > 0) throw new Error(harmless.join('\n'));
  return invalid;
}

const hasParameter = ({ parameters }: Operation, name: string) =>
  parameters.some((parameter) => parameter.name === name);

async function requestCursor({ client }: Server, operation: Operation, changes: object = {}): Promise<unknown> {
  const args = { ...toArguments(createValidRequest(operation)), page_size: 1, ...changes };
  return ((await getCall(operation)(client, args)) as { cursor?: unknown }).cursor;
}

/** Lists requests with well-formed cursors of another list or workspace. */
async function listForeignCursors(server: Server, operation: Operation): Promise<InvalidRequest[]> {
  if (!hasParameter(operation, 'cursor')) return [];
  const valid = createValidRequest(operation);
  const other = operations.find(
    (candidate) =>
      candidate.id !== operation.id && candidate.id.startsWith('list') && hasParameter(candidate, 'include_total'),
  );
  const cursors = [
    { mistake: OTHER_LIST, cursor: other && (await requestCursor(server, other)) },
    'workspace_id' in valid.path
      ? {
          mistake: OTHER_WORKSPACE,
          cursor: await requestCursor(server, operation, { workspace_id: 'another' }),
        }
      : { mistake: UNKNOWN, cursor: 'none' },
  ];
  return cursors
    .filter(({ cursor }) => cursor)
    .map(({ mistake, cursor }) => ({
      location: 'query/cursor',
      mistake,
      statuses: [400],
      request: { ...valid, query: { ...valid.query, cursor } },
    }));
}
