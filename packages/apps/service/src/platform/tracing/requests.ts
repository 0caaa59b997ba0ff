/** Creates a span for each request if tracing is set up. */
import {
  context,
  ProxyTracerProvider,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const TRACER = 'aispm-service';

const spans = new WeakMap<FastifyRequest, Span>();

/** Traces requests: names spans by operation, continues the trace of the caller, and marks failures of the service. */
export function traceRequests(server: FastifyInstance): void {
  const provider = trace.getTracerProvider();
  if (provider instanceof ProxyTracerProvider && !provider.getDelegateTracer(TRACER)) return;
  const tracer = trace.getTracer(TRACER);
  server.addHook('onRequest', (request, _, done) => {
    const { operation } = request.routeOptions.config;
    const span = tracer.startSpan(
      operation?.operationId ?? `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          'http.route': request.routeOptions.url ?? '',
          'aispm.request_id': request.id,
        },
      },
      propagation.extract(context.active(), request.headers),
    );
    spans.set(request, span);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}
