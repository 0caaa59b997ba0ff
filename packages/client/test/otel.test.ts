import { bundle } from '@aispm/testing/bundle';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getItem, listItems } from '../generated/fixture/operations.ts';
import { createClient } from '../src/index.ts';
import { createTraceHooks } from '../src/otel.ts';
import { always, hang, inTurn, reset, withServer } from './test-server.ts';

const ids = { folder_id: 'f', item_id: 'i1' };
const item = '{"id":"i1","title":"One"}';
const FAST_RETRIES = { baseDelay: 1, maxDelay: 5 };

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

beforeAll(() => provider.register());
beforeEach(() => exporter.reset());
afterAll(async () => {
  trace.disable();
  context.disable();
  propagation.disable();
  await provider.shutdown();
});

describe('createTraceHooks', () => {
  it('records each attempt as a child span of the active one, and sends its traceparent', async () => {
    await withServer(inTurn(always(503), always(200, item)), async (baseUrl, received) => {
      // A token function makes the request hook run later than the call.
      const client = createClient({ baseUrl, token: async () => 't', retry: FAST_RETRIES, hooks: createTraceHooks() });
      const parent = trace.getTracer('test').startSpan('parent');
      await context.with(trace.setSpan(context.active(), parent), () => getItem(client, ids));
      const spans = exporter.getFinishedSpans();
      expect(spans.map(({ name, kind, status }) => [name, kind, status.code])).toEqual([
        ['getItem', SpanKind.CLIENT, SpanStatusCode.ERROR],
        ['getItem', SpanKind.CLIENT, SpanStatusCode.UNSET],
      ]);
      const shared = {
        'http.request.method': 'GET',
        'url.full': `${baseUrl}/folders/f/items/i1`,
        'server.address': '127.0.0.1',
        'server.port': Number(new URL(baseUrl).port),
      };
      expect(spans.map(({ attributes }) => attributes)).toEqual([
        { ...shared, 'http.response.status_code': 503, 'error.type': '503' },
        { ...shared, 'http.response.status_code': 200, 'http.request.resend_count': 1 },
      ]);
      expect(spans.map(({ parentSpanContext }) => parentSpanContext)).toEqual([
        parent.spanContext(),
        parent.spanContext(),
      ]);
      expect(received.map(({ headers }) => headers.traceparent)).toEqual(
        spans.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`),
      );
    });
  });

  it.each([
    ['a failed connection', reset, undefined, 'ConnectionError'],
    ['a timeout', hang, 50, 'TimeoutError'],
  ])('ends the span of %s, without the values of query parameters', async (_, listener, timeout, type) => {
    await withServer(listener, async (baseUrl) => {
      const client = createClient({ baseUrl, retry: false, timeout, hooks: createTraceHooks() });
      const call = listItems(client, { page_size: 7, cursor: 's3cret' });
      await expect(call).rejects.toMatchObject({ name: type });
      const [span] = exporter.getFinishedSpans();
      const { attributes, status } = span ?? {};
      expect(attributes).toMatchObject({ 'error.type': type });
      expect(attributes).not.toHaveProperty('http.response.status_code');
      expect(attributes?.['url.full']).toMatch(/\/items\?.*\bcursor=REDACTED/);
      expect(status?.code).toBe(SpanStatusCode.ERROR);
      expect(status?.message).toMatch(/^listItems: no response from http.*REDACTED/);
      expect(JSON.stringify([attributes, status])).not.toMatch(/s3cret|=7/);
    });
  });

  it.each([
    ['an error', new DOMException('stopped', 'AbortError'), 'AbortError'],
    ['a text', 'stopped', '_OTHER'],
    ['an object that is no response', { status: 'stopped' }, '_OTHER'],
    ['null', null, '_OTHER'],
    ['an error with a status', Object.assign(new Error('stopped'), { status: 200 }), 'Error'],
  ])('ends the span of a call that a signal aborts, whose reason is %s', async (_, reason, type) => {
    const controller = new AbortController();
    const client = createClient({
      baseUrl: 'https://test.invalid',
      fetch: () => {
        controller.abort(reason);
        return new Promise(() => undefined);
      },
      hooks: createTraceHooks(),
    });
    await expect(getItem(client, ids, { signal: controller.signal })).rejects.toBe(reason);
    const spans = exporter.getFinishedSpans();
    expect(spans).toHaveLength(1);
    expect(spans[0]?.status.code).toBe(SpanStatusCode.ERROR);
    expect(spans[0]?.attributes).toMatchObject({ 'error.type': type, 'server.port': 443 });
    expect(spans[0]?.attributes).not.toHaveProperty('http.response.status_code');
  });

  it('has no span for an attempt that the token function ends', async () => {
    const token = () => Promise.reject(new Error('no token'));
    const client = createClient({ baseUrl: 'http://test.invalid', token, hooks: createTraceHooks() });
    await expect(getItem(client, ids)).rejects.toThrow('no token');
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  it('is not part of programs that do not use it', async () => {
    expect(await bundle(`export * from '@aispm/client';`, import.meta.dirname)).not.toContain('url.full');
  });
});

describe('without an OpenTelemetry SDK', () => {
  it('the hooks send and record nothing', async () => {
    trace.disable();
    propagation.disable();
    try {
      await withServer(always(200, item), async (baseUrl, received) => {
        await getItem(createClient({ baseUrl, hooks: createTraceHooks() }), ids);
        expect(received[0]?.headers).not.toHaveProperty('traceparent');
      });
      expect(exporter.getFinishedSpans()).toEqual([]);
    } finally {
      provider.register();
    }
  });
});
