/** Checks of a server's responses to the client. Each one rejects when a response is wrong. */
import { isDeepStrictEqual } from 'node:util';
import type { InvalidRequest, Operation } from '@aispm/conformance';
import type { ApiErrorBody } from '@aispm/types';
import { expect } from 'vitest';
import { createValidRequest, getCall, type Result, toArguments } from '../src/operations.ts';
import { findViolations } from '../src/responses.ts';
import type { Example } from './examples.ts';
import type { Server } from './server.ts';

/** Requests an operation's status with a preference. */
export function requestStatus({ client }: Server, operation: Operation, status: number): Promise<Result> {
  const headers = { Prefer: `code=${status}` };
  return getCall(operation).result(client, toArguments(createValidRequest(operation)), { headers });
}

/** Expects a named example, valid and without additional fields. */
export async function expectExample(
  { client }: Server,
  operation: Operation,
  status: number,
  { mediaType, name, value }: Example,
): Promise<void> {
  const headers = { Prefer: `code=${status}, example=${name}`, ...(status < 400 && { Accept: mediaType }) };
  const args = toArguments(createValidRequest(operation));
  const result = await getCall(operation).result(client, args, { headers });
  expect(result.status).toBe(status);
  expect(result.headers.get('content-type')).toBe(mediaType);
  // `expect` is slower for equal values.
  if (!isDeepStrictEqual(result.data, value)) expect(result.data).toEqual(value);
  expect(findViolations(operation.id, { status, headers: result.headers, body: result.data })).toEqual([]);
}

/** Expects a response without a body. */
export async function expectNoBody(server: Server, operation: Operation, status: number): Promise<void> {
  const result = await requestStatus(server, operation, status);
  expect([result.status, result.data]).toEqual([status, undefined]);
}

/** Expects that a request body is accepted. */
export async function expectAcceptance({ client }: Server, operation: Operation, body: unknown): Promise<void> {
  const args = toArguments({ ...createValidRequest(operation), body });
  expect((await getCall(operation).result(client, args)).status).toBeLessThan(300);
}

function sendInvalid(server: Server, operation: Operation, { request }: InvalidRequest): Promise<unknown> {
  const { text } = request;
  // The text replaces a body, so the request must have one.
  if (text !== undefined) return getCall(operation)(server.withText(text), toArguments({ ...request, body: {} }));
  return getCall(operation)(server.client, toArguments(request));
}

/** Expects the documented error, with the client's types. */
export async function expectRejection(server: Server, operation: Operation, invalid: InvalidRequest): Promise<void> {
  const error = await sendInvalid(server, operation, invalid).catch((reason: unknown) => reason);
  if (!getCall(operation).isError(error)) {
    throw new Error(`the error is not declared: ${JSON.stringify(error)?.slice(0, 200)}`);
  }
  const { status, headers, body } = error as { status: number; headers: Headers; body: ApiErrorBody };
  expect(invalid.statuses).toContain(status);
  expect(findViolations(operation.id, { status, headers, body })).toEqual([]);
  expect(body.code).toBe(status);
  expect(body.reason).toBeDefined();
}
