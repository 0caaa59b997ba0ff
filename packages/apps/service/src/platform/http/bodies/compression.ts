/** Compresses responses with gzip for clients that accept it. */
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import Negotiator from 'negotiator';

/** Smaller bodies are sent as they are: they fit into one packet of the network. */
const MIN_BYTES = 1024;

/** Shorter texts are sent together with the headers, which is quicker than to encode them first. In characters. */
const MIN_ENCODED = 16_384;

const VARY = 'Accept-Encoding';

const compress = promisify(gzip);

/**
 * Compresses the bodies of responses. A response with an entity tag is not compressed: its tag identifies the bytes of the record
 * (RFC 9110, section 8.8.3.3), and `If-Match` returns it. `@fastify/compress` knows no such exception.
 */
export function compressResponses(server: FastifyInstance): void {
  // The hook of HEAD requests runs later, so that they get the headers of GET.
  server.addHook('onSend', async ({ headers }, reply, text) => {
    const payload = encodeLong(text);
    // Of a stream that failed before any byte of it was sent: this is the response to its error.
    reply.removeHeader('content-encoding');
    if (!isCompressible(payload) || reply.hasHeader('etag')) return payload;
    addVary(reply);
    if (!acceptsGzip(headers['accept-encoding'])) return payload;
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    if (!(payload instanceof Readable)) return compress(payload);
    // An error of either stream ends both, and with them the response.
    return pipeline(payload, createGzip(), () => {});
  });
}

/** Encodes a long text once: Fastify and Node.js would otherwise measure it, and then encode it. */
function encodeLong(payload: unknown): unknown {
  return typeof payload === 'string' && payload.length >= MIN_ENCODED ? Buffer.from(payload) : payload;
}

/** Returns whether a body is worth it. The length of a stream is not known. */
function isCompressible(payload: unknown): payload is string | Buffer | Readable {
  if (payload instanceof Readable) return true;
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) >= MIN_BYTES;
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  return new Negotiator({ headers: { 'accept-encoding': header } }).encoding(['gzip', 'identity']) === 'gzip';
}

/** Tells caches that the body depends on the header, beside what it depends on already. */
function addVary(reply: FastifyReply): void {
  const vary = [reply.getHeader('vary') ?? []].flat().join(', ');
  if (!vary.includes(VARY)) reply.header('vary', vary === '' ? VARY : `${vary}, ${VARY}`);
}
