/** Compresses responses with gzip for clients that accept it. */
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import Negotiator from 'negotiator';

/** Smaller bodies are sent uncompressed, because they fit in a network packet. */
const MIN_BYTES = 1024;

/** Shorter strings are sent together with the headers, which is faster than encoding them first. In characters. */
const MIN_ENCODED = 16_384;

const VARY = 'Accept-Encoding';

const compress = promisify(gzip);

/**
 * Compresses the bodies of responses. Responses with an entity tag aren't compressed: the tag identifies the bytes of the
 * record (RFC 9110, section 8.8.3.3), and clients send it back in `If-Match`. `@fastify/compress` doesn't support this
 * exception.
 */
export function compressResponses(server: FastifyInstance): void {
  // The hook of HEAD requests runs later, so they get the same headers as GET.
  server.addHook('onSend', async ({ headers }, reply, text) => {
    const payload = encodeLong(text);
    // A stream failed before any byte of it was sent, and this is the error response.
    reply.removeHeader('content-encoding');
    if (!isCompressible(payload) || reply.hasHeader('etag')) return payload;
    addVary(reply);
    if (!acceptsGzip(headers['accept-encoding'])) return payload;
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    if (!(payload instanceof Readable)) return compress(payload);
    // An error of either stream ends both, and the response.
    return pipeline(payload, createGzip(), () => {});
  });
}

/** Encodes a long string once. Fastify and Node.js would otherwise measure it before encoding it. */
function encodeLong(payload: unknown): unknown {
  return typeof payload === 'string' && payload.length >= MIN_ENCODED ? Buffer.from(payload) : payload;
}

/** Returns whether compressing a body is worth it. The length of a stream is unknown. */
function isCompressible(payload: unknown): payload is string | Buffer | Readable {
  if (payload instanceof Readable) return true;
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) >= MIN_BYTES;
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  return new Negotiator({ headers: { 'accept-encoding': header } }).encoding(['gzip', 'identity']) === 'gzip';
}

/** Adds the header to `Vary`, because the body depends on it. */
function addVary(reply: FastifyReply): void {
  const vary = [reply.getHeader('vary') ?? []].flat().join(', ');
  if (!vary.includes(VARY)) reply.header('vary', vary === '' ? VARY : `${vary}, ${VARY}`);
}
