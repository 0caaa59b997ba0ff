import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attempt, Hooks } from './call/hooks.ts';

/** The hooks that trace the attempts of all calls. */
export interface TraceHooks {
  /** Starts the span of an attempt, and returns the headers that let the service continue the trace. */
  readonly request: NonNullable<Hooks['request']>;
  /** Ends the span of an attempt. */
  readonly end: NonNullable<Hooks['end']>;
}

/**
 * Creates hooks that record each attempt of a call as an OpenTelemetry client span, as a child of the active span, and send the
 * `traceparent` of the span. Span names are the names of the operations; the attributes follow the semantic conventions for
 * HTTP clients. The values of query parameters aren't recorded. Without an OpenTelemetry SDK, the hooks record and send nothing.
 *
 * An attempt that ends before its request hook, such as with an error of the token function, has no span.
 *
 * @example
 * const tracedClient = createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key', hooks: createTraceHooks() });
 */
export function createTraceHooks(): TraceHooks {
  const spans = new WeakMap<Attempt, Span>();
  return {
    request(attempt) {
      const tracer = trace.getTracer('@aispm/client');
      const span = tracer.startSpan(attempt.operation, {
        kind: SpanKind.CLIENT,
        attributes: requestAttributes(attempt),
      });
      spans.set(attempt, span);
      const headers: Record<string, string> = {};
      propagation.inject(trace.setSpan(context.active(), span), headers);
      return headers;
    },
    end(attempt, outcome) {
      const span = spans.get(attempt);
      if (!span) return;
      // The reason of a signal may be any value.
      const { status } = Object(outcome) as { status?: unknown };
      const isResponse = typeof status === 'number' && !(outcome instanceof Error);
      if (isResponse) span.setAttribute('http.response.status_code', status);
      if (!isResponse || status >= 400) {
        const isError = outcome instanceof Error;
        span.setAttribute('error.type', isResponse ? `${status}` : isError ? outcome.name : '_OTHER');
        span.setStatus({
          code: SpanStatusCode.ERROR,
          ...(isError && { message: outcome.message.replaceAll(attempt.url, withoutValues(attempt.url)) }),
        });
      }
      span.end();
    },
  };
}

function requestAttributes({ method, url, number }: Attempt): Attributes {
  const { hostname, port, protocol } = new URL(url);
  return {
    'http.request.method': method,
    'url.full': withoutValues(url),
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    ...(number > 1 && { 'http.request.resend_count': number - 1 }),
  };
}

/** Returns a URL without the values of its query parameters, which may be confidential. */
function withoutValues(url: string): string {
  const [address = '', query] = url.split('?');
  return query === undefined ? address : `${address}?${query.replaceAll(/=[^&]*/g, '=REDACTED')}`;
}
