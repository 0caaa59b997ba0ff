import { ApiError, type Client, getLlmInteraction, ingestLlmInteractions, listLlmInteractions } from '@aispm/client';
import type { NewLlmInteraction } from '@aispm/types';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DeadlineError } from '../../src/platform/threads/threads.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import { seedAgents, WORKSPACE_PATH } from './workspace.ts';

const createReport = (fields: Partial<NewLlmInteraction> = {}): NewLlmInteraction => ({
  operation_name: 'chat',
  provider_name: 'anthropic',
  started_at: '2026-11-18T08:15:30.250Z',
  ...fields,
});

const TRACE = '7c2f4e19a05d4b7e9f3168d0c4ab5e21';

describeOnDatabases('ingestion', (kind) => {
  let service: TestService;
  let token: string;
  let client: Client;
  let stranger: Client;

  beforeAll(async () => {
    service = await startService(kind);
    await seedAgents(service);
    token = await service.key([{ tenantId: 'acme', workspaceId: 'main' }]);
    client = service.client(token);
    stranger = service.client(await service.key([{ tenantId: 'acme', workspaceId: 'other' }]));
  });
  afterAll(() => service?.close());

  const send = (...interactions: NewLlmInteraction[]) =>
    ingestLlmInteractions(client, { ...WORKSPACE_PATH, body: { interactions } });
  const get = (id: string, include_content = true) =>
    getLlmInteraction(client, { ...WORKSPACE_PATH, id, include_content });
  const statuses = async (...interactions: NewLlmInteraction[]) =>
    (await send(...interactions)).results.map(({ status }) => status);

  it('rejects a report that cannot be searched for secrets in time, and stores the others', async () => {
    const search = vi
      .spyOn(service.service.services.threads, 'run')
      .mockRejectedValue(new DeadlineError('redact', 2_000));
    const content = 'x '.repeat(20_000);
    const { results } = await send(
      createReport({
        llm_interaction_id: 'unsearchable',
        input_messages: [{ role: 'user', parts: [{ type: 'text', content }] }],
      }),
      createReport({ llm_interaction_id: 'searchable' }),
    );
    search.mockRestore();
    expect(results).toMatchObject([
      {
        status: 'rejected',
        error: {
          reason: 'invalid_body',
          details: {
            'body/interactions/0': 'its strings could not be searched for secrets within 2 seconds; shorten them',
          },
        },
      },
      { status: 'stored' },
    ]);
  });

  it('stores a report and derives the other fields', async () => {
    const report = createReport({
      llm_interaction_id: 'full',
      agent_id: 'desk',
      session_id: 's1',
      trace_id: TRACE,
      span_id: '3e91b7d05fa4c826',
      request_model: 'm',
      response_model: 'm-1',
      finish_reasons: ['stop'],
      input_tokens: 2,
      output_tokens: 3,
      cost_usd: 0.25,
      finished_at: '2026-11-18T09:15:31+01:00',
      input_messages: [{ role: 'user', parts: [{ type: 'text', content: 'Hello \u2028 "you"' }] }],
      output_messages: [],
      tool_calls: [{ tool_call_id: 't1', tool_name: 'send', tool_id: null, arguments: { to: 'x', deep: { a: [1] } } }],
      guardrail_results: [
        guardrail('prompt_injection', 'alert', true),
        guardrail('personal_data', 'redact', false),
        guardrail('prompt_injection', 'allow', false),
      ],
    });
    await send(report);
    expect(await get('full')).toEqual({
      ...report,
      started_at: '2026-11-18T08:15:30.25Z',
      finished_at: '2026-11-18T08:15:31Z',
      error_type: null,
      total_tokens: 5,
      duration_ms: 750,
      content_redacted: false,
      guardrail_outcome: 'REDACTED',
      tool_calls: [{ ...report.tool_calls?.[0], tool_id: 'send-1' }],
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  it('returns content only on request', async () => {
    const tool_calls = [{ tool_call_id: null, tool_name: 'send', tool_id: 'send-1', arguments: 'raw' }];
    await send(createReport({ llm_interaction_id: 'content', session_id: 'c', input_messages: [], tool_calls }));
    const withoutContent = {
      input_messages: null,
      output_messages: null,
      tool_calls: [{ ...tool_calls[0], arguments: null }],
    };
    expect(await get('content')).toMatchObject({ input_messages: [], output_messages: null, tool_calls });
    expect(await get('content', false)).toMatchObject(withoutContent);
    const { items } = await listLlmInteractions(client, { ...WORKSPACE_PATH, session_id: ['c'] });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ tool_calls: withoutContent.tool_calls });
    expect(items[0]).not.toHaveProperty('input_messages');
  });

  it('redacts secrets and marks the interaction as redacted', async () => {
    const key = `AKIA${'A1B2C3D4E5F6G7H8'}`;
    const parts = [{ type: 'text' as const, content: `use ${key} now` }];
    await send(createReport({ llm_interaction_id: 'secret', input_messages: [{ role: 'user', parts }] }));
    const found = await get('secret');
    expect(JSON.stringify(found)).not.toContain(key);
    expect(found).toMatchObject({
      content_redacted: true,
      input_messages: [{ parts: [{ content: 'use [REDACTED] now' }] }],
    });
  });

  it('resolves a tool by its name when the agent uses exactly one of that name', async () => {
    const toolCall = (tool_name: string) => ({ tool_call_id: null, tool_name, tool_id: null, arguments: null });
    const resolveTools = async (agent_id: string | null) => {
      const { results } = await send(createReport({ agent_id, tool_calls: [toolCall('send'), toolCall('lookup')] }));
      const { tool_calls } = await get(results[0]?.llm_interaction_id as string);
      return tool_calls.map(({ tool_id }) => tool_id);
    };
    expect(await resolveTools('desk')).toEqual(['send-1', null]);
    expect(await resolveTools('broker')).toEqual([null, null]);
    expect(await resolveTools(null)).toEqual([null, null]);
  });

  it('recognizes duplicates by identifier, or by span if there is none', async () => {
    const first = createReport({
      llm_interaction_id: 'first',
      trace_id: TRACE,
      span_id: '00000000000000aa',
      session_id: 'one',
    });
    const { llm_interaction_id: _, ...withoutId } = first;
    expect(await statuses(first, { ...first, session_id: 'two' }, withoutId)).toEqual([
      'stored',
      'duplicate',
      'duplicate',
    ]);
    const again = await send({ ...withoutId, started_at: '2026-12-18T08:00:00Z' });
    expect(again.results).toEqual([{ index: 0, status: 'duplicate', llm_interaction_id: 'first' }]);
    expect(again).toMatchObject({ stored_count: 0, duplicate_count: 1, rejected_count: 0 });
    expect(await get('first')).toMatchObject({ session_id: 'one' });
    // A new identifier makes another interaction of the same span.
    expect(await statuses({ ...first, llm_interaction_id: 'second' })).toEqual(['stored']);
    expect((await send(withoutId)).results[0]?.llm_interaction_id).toBe('first');
    // Without identifier and span, reports can't be recognized.
    expect(await statuses(createReport(), createReport())).toEqual(['stored', 'stored']);
  });

  it('stores the valid part of a batch and reports the violations of the rest', async () => {
    const { results, ...counts } = await send(
      createReport({ llm_interaction_id: 'part-0' }),
      createReport({ agent_id: 'nobody' }),
      createReport({ finished_at: '2026-11-18T08:15:30.249Z' }),
      createReport({ finished_at: '2026-12-19T08:15:30.251Z' }),
      createReport({ tool_calls: [{ tool_call_id: null, tool_name: 'x', tool_id: 'desk', arguments: null }] }),
      createReport({ started_at: '0000-05-01T00:00:00Z' }),
    );
    expect(counts).toEqual({ stored_count: 1, duplicate_count: 0, rejected_count: 5 });
    expect(results.map(({ status }) => status)).toEqual(['stored', ...Array(5).fill('rejected')]);
    expect(results.slice(1).map(({ error }) => Object.keys(error?.details ?? {}))).toEqual([
      ['body/interactions/1/agent_id'],
      ['body/interactions/2/finished_at'],
      ['body/interactions/3/finished_at'],
      ['body/interactions/4/tool_calls/0/tool_id'],
      ['body/interactions/5/started_at'],
    ]);
    expect(results[1]).toMatchObject({ llm_interaction_id: null, error: { code: 422 } });
  });

  it.each(['a\u0000b', '\ud800', '\udc00\ud800'])(
    'only rejects the report with a string that cannot be stored (%j)',
    async (text) => {
      const reports = [
        createReport({ input_messages: [{ role: 'user', parts: [{ type: 'text', content: text }] }] }),
        createReport({ request_model: text }),
        createReport({ tool_calls: [{ tool_call_id: null, tool_name: text, tool_id: null, arguments: null }] }),
        createReport({}),
      ];
      const { results, ...counts } = await send(...reports);
      expect(counts).toEqual({ stored_count: 1, duplicate_count: 0, rejected_count: 3 });
      expect(results.slice(0, 3).map(({ error }) => error)).toMatchObject([
        { details: { 'body/interactions/0/input_messages/0/parts/0/content': expect.stringContaining('U+0000') } },
        { details: { 'body/interactions/1/request_model': expect.stringContaining('U+0000') } },
        { details: { 'body/interactions/2/tool_calls/0/tool_name': expect.stringContaining('U+0000') } },
      ]);
    },
  );

  it('responds with 422 when nothing can be stored', async () => {
    const error = await send(createReport({ agent_id: 'nobody' }), createReport({ agent_id: 'nobody' })).catch(
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error.status).toBe(422);
    expect(Object.keys(error.body.details)).toEqual(['body/interactions/0/agent_id', 'body/interactions/1/agent_id']);
  });

  it('returns the location of the stored interactions', async () => {
    const interactions = ['2026-10-02T10:00:00+02:00', '2026-10-01T10:00:00Z'].map((started_at) =>
      createReport({ started_at }),
    );
    const response = await service.send('/aispm-llm-interactions/tenants/acme/workspaces/main', {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ interactions }),
    });
    const location = response.headers.get('location') ?? '';
    const query = new URL(location, 'http://host').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      start_time: '2026-10-01T10:00:00.000Z',
      end_time: '2026-10-02T08:00:00.000Z',
    });
  });

  it('stores each interaction of concurrent batches once', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `race-${index}`);
    const batches = Array.from({ length: 12 }, (_, batch) =>
      ids
        .toSorted(() => (batch % 2 ? 1 : -1))
        .map((id, index) =>
          createReport({
            llm_interaction_id: id,
            agent_id: 'desk',
            trace_id: TRACE,
            span_id: `${index}`.padStart(16, 'b'),
          }),
        ),
    );
    const responses = await Promise.all(batches.map((batch) => send(...batch)));
    expect(responses.reduce((sum, { stored_count }) => sum + stored_count, 0)).toBe(ids.length);
    const { rows } = await service.database.system((db) =>
      sql<{
        rows: number;
      }>`SELECT count(*) AS rows FROM llm_interactions WHERE llm_interaction_id LIKE 'race-%'`.execute(db),
    );
    expect(rows[0]?.rows).toBe(ids.length);
  });

  it('executes a request with an idempotency key once', async () => {
    const input = {
      ...WORKSPACE_PATH,
      'Idempotency-Key': 'k-1',
      body: { interactions: [createReport({ session_id: 'keyed' })] },
    };
    const responses = [await ingestLlmInteractions(client, input), await ingestLlmInteractions(client, input)];
    expect(responses[1]).toEqual(responses[0]);
    expect((await listLlmInteractions(client, { ...WORKSPACE_PATH, session_id: ['keyed'] })).items).toHaveLength(1);
  });

  it('lists the newest first, page by page, with all filters applied', async () => {
    const at = (minute: number) => `2026-09-01T00:0${minute}:00Z`;
    const window = { start_time: at(0), end_time: at(9) };
    await send(
      ...[3, 1, 2, 2].map((minute, index) =>
        createReport({
          llm_interaction_id: `page-${index}`,
          started_at: at(minute),
          request_model: index === 1 ? 'other' : 'same',
          guardrail_results:
            index === 3 ? [guardrail('toxicity', 'block', true), guardrail('jailbreak', 'allow', false)] : [],
          tool_calls: index === 2 ? [{ tool_call_id: null, tool_name: 'send', tool_id: null, arguments: null }] : [],
        }),
      ),
    );
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listLlmInteractions(client, {
        ...WORKSPACE_PATH,
        ...window,
        page_size: 1,
        cursor,
        include_total: true,
      });
      expect(page.total).toBe(4);
      found.push(...page.items.map(({ llm_interaction_id }) => llm_interaction_id));
      cursor = page.cursor;
    } while (cursor !== '');
    expect(found).toEqual(['page-0', 'page-3', 'page-2', 'page-1']);
    const filtered = async (filter: object) =>
      (await listLlmInteractions(client, { ...WORKSPACE_PATH, ...window, ...filter })).items.map(
        ({ llm_interaction_id }) => llm_interaction_id,
      );
    expect(await filtered({ request_model: 'other' })).toEqual(['page-1']);
    expect(await filtered({ guardrail_outcome: ['BLOCKED', 'ALERTED'] })).toEqual(['page-3']);
    expect(await filtered({ guardrail_category: ['toxicity'] })).toEqual(['page-3']);
    expect(await filtered({ guardrail_category: ['jailbreak'] })).toEqual([]);
    expect(await filtered({ tool_name: 'send' })).toEqual(['page-2']);
    expect(await filtered({ start_time: at(2), end_time: at(2) })).toEqual(['page-3', 'page-2']);
    await expect(filtered({ start_time: at(2), end_time: at(1) })).rejects.toMatchObject({ status: 400 });
  });

  it('isolates workspaces', async () => {
    await send(createReport({ llm_interaction_id: 'mine' }));
    const other = { ...WORKSPACE_PATH, workspace_id: 'other' };
    await expect(getLlmInteraction(stranger, { ...other, id: 'mine' })).rejects.toMatchObject({ status: 404 });
    const { items } = await listLlmInteractions(stranger, other);
    expect(items).toEqual([]);
    const response = await ingestLlmInteractions(stranger, {
      ...other,
      body: { interactions: [createReport({ llm_interaction_id: 'mine' })] },
    });
    expect(response.stored_count).toBe(1);
  });
});

function guardrail(category: string, action: 'allow' | 'alert' | 'redact' | 'block', detected: boolean) {
  return {
    guardrail_id: 'g1',
    guardrail_name: 'Guard',
    target: 'llm_input' as const,
    action,
    category,
    score: null,
    detected,
  };
}
