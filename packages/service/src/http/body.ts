/** Reads JSON bodies. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors.ts';

/** Largest request body, in bytes (1 MiB). */
export const BODY_LIMIT = 1024 * 1024;

/** Deepest nesting; validators recurse, and must not run out of stack. */
const MAX_DEPTH = 100;

/** What is read of a body that is too large, in bytes (8 MiB), and how long more of it is waited for, in milliseconds. */
const REST_LIMIT = 8 * BODY_LIMIT;
const REST_PAUSE_MS = 500;

/** Takes `application/json` and nothing else: another media type is answered with 415. */
export function takeJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) =>
    body.byteLength === 0 ? undefined : parse(body),
  );
}

/** @throws {ApiError} 400 when it is not JSON in UTF-8, or nested too deep */
function parse(body: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8';
    throw new ApiError(400, `The request body is not valid JSON: ${reason}.`, {
      body: `must be valid JSON: ${reason}`,
    });
  }
  if (isDeeper(value, MAX_DEPTH)) {
    const text = `must not be nested deeper than ${MAX_DEPTH} levels`;
    throw new ApiError(400, `The request body ${text}.`, { body: text });
  }
  return value;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1));
}

/**
 * Reads what is left of a body and forgets it, within limits. The connection ends after the answer to a body that is too large,
 * and a client that still writes then would never see that answer.
 */
export function skipRest(message: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let size = 0;
    const end = () => {
      clearTimeout(pause);
      message.off('data', count).off('close', end);
      resolve();
    };
    const count = (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > REST_LIMIT) end();
      else pause.refresh();
    };
    const pause = setTimeout(end, REST_PAUSE_MS);
    if (message.complete || Number(message.headers['content-length']) > REST_LIMIT) return end();
    message.on('data', count).once('end', end).once('close', end).resume();
  });
}
