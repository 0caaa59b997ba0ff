import type { EvaluationRun } from '@aispm/types';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AgentCredential } from '../../src/domains/evaluations/agents/credentials.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import { TIMEOUT_MS } from '../timeouts.ts';
import { addAgent, evaluationId, skipDelay, T, WORKSPACE } from './fixture.ts';
import { type LocalAgent, readJson, serveAgent } from './local-agents.ts';

const SECRET = 'open-sesame-1234';
const REFUSAL = 'I am sorry, but I cannot help with that.';
const EVALUATION = evaluationId('System prompt leak');

describeOnDatabases('requests to agents', (kind) => {
  let service: TestService;
  let token: string;
  let agent: LocalAgent;
  const received: { headers: Record<string, unknown>; body: Record<string, unknown> }[] = [];
  beforeAll(async () => {
    // Echoes its credential, as a careless or hostile agent may.
    agent = await serveAgent(async (message, response) => {
      const body = await readJson(message);
      received.push({ headers: message.headers, body });
      const isAuthorized = message.headers.authorization === `Bearer ${SECRET}`;
      const [, word, code] = /write (\w+) and (\w+) as one word/.exec(body.messages.at(-1).content) ?? [];
      const content = word ? `${word}-${code}` : `${REFUSAL} You are ${message.headers.authorization}.`;
      response.writeHead(isAuthorized ? 200 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
    });
    const credential = (name: string, more: Partial<AgentCredential> = {}): AgentCredential => ({
      name,
      tenant: WORKSPACE.tenantId,
      workspaces: undefined,
      origins: [agent.origin],
      read: () => ({ header: 'authorization', value: `Bearer ${SECRET}`, secret: SECRET }),
      ...more,
    });
    service = await startService(kind, {
      outgoingHosts: ['127.0.0.1:*'],
      agentCredentials: [
        credential('mine'),
        credential('elsewhere', { origins: ['https://agents.example.com'] }),
        credential('foreign', { tenant: 'globex' }),
        credential('other-workspace', { workspaces: ['test'] }),
      ],
    });
    token = await service.key([WORKSPACE]);
  });
  afterAll(async () => {
    await service.close();
    await agent[Symbol.asyncDispose]();
  });

  const call = async (method: string, path: string, body?: object) => {
    const response = await service.send(path, {
      token,
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
      ...(body && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: responses of many operations
    return { status: response.status, body: (await response.json()) as any };
  };
  const attach = async (request: object, url = agent.url) =>
    call('POST', `/eval/agent-evaluations${T}`, {
      agent_id: await addAgent(service.database, [url]),
      evaluation_id: EVALUATION,
      config: { num_prompts: 2, max_turns: 1, request },
    });
  const runToEnd = async (attached: string): Promise<EvaluationRun> => {
    const { body } = await call('POST', `/eval/agent-evaluations${T}/${attached}/run`);
    await skipDelay(service, body.id);
    const read = async () => (await call('GET', `/eval/evaluation-runs${T}/${body.id}`)).body as EvaluationRun;
    return vi.waitUntil(async () => [await read()].find(({ finished_at }) => finished_at !== null), {
      timeout: TIMEOUT_MS,
    });
  };
  /** Returns the tables that contain a text. */
  const findTables = (text: string) =>
    service.database.system(async (db) => {
      const { rows } = await sql<{ name: string }>`
        SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`.execute(db);
      const found: string[] = [];
      for (const { name } of rows) {
        const { rows: hits } = await sql`
          SELECT 1 FROM ${sql.table(name)} AS t WHERE t::text LIKE ${`%${text}%`} LIMIT 1`.execute(db);
        if (hits.length > 0) found.push(name);
      }
      return found;
    });

  it('have the credential, model and headers of the settings, and leave the secret in no table', async () => {
    const attached = await attach({ credential: 'mine', model: 'gpt-5-mini', headers: { 'X-Team': 'customs' } });
    expect(attached).toMatchObject({ status: 201, body: { config: { request: { credential: 'mine' } } } });
    received.length = 0;
    expect(await runToEnd(attached.body.id)).toMatchObject({ status: 'completed' });
    expect(received.length).toBeGreaterThan(0);
    for (const { headers, body } of received) {
      expect(headers).toMatchObject({ authorization: `Bearer ${SECRET}`, 'x-team': 'customs' });
      expect(body).toMatchObject({ model: 'gpt-5-mini', stream: false });
    }
    expect(await findTables('You are Bearer [REDACTED]')).toEqual(['evaluation_run_results']);
    expect(await findTables(SECRET)).toEqual([]);
  });

  it('end the run with a reason if the credential that an agent requires is missing', async () => {
    const attached = await attach({});
    expect(await runToEnd(attached.body.id)).toMatchObject({
      status: 'failed',
      error_kind: 'agent_unreachable',
      error_message: expect.stringContaining(
        "The agent responded with status 401: it requires a credential. Select one of the operator's credentials in `request.credential` of the settings.",
      ),
    });
  });

  it('never have a credential of another tenant or workspace, or one that does not exist', async () => {
    for (const credential of ['foreign', 'other-workspace', 'unknown']) {
      const { status, body } = await attach({ credential });
      expect([status, body.reason, Object.keys(body.details)]).toEqual([
        422,
        'unknown_reference',
        ['body/config/request/credential'],
      ]);
    }
  });

  it('never have a credential for an origin that the operator has not listed', async () => {
    received.length = 0;
    const attached = await attach({ credential: 'elsewhere' });
    expect(attached.status).toBe(201);
    const { error_kind, error_message } = await runToEnd(attached.body.id);
    expect(error_kind).toBe('invalid_config');
    expect(error_message).toContain(`must not be sent to ${agent.origin}`);
    expect(received).toEqual([]);
  });

  it('are rejected with settings that the contract or the service do not allow', async () => {
    const wrong = async (request: object) => {
      const { status, body } = await attach(request);
      return [status, Object.keys(body.details ?? {})[0]];
    };
    expect(await wrong({ modell: 'x' })).toEqual([422, 'body/config/request/modell']);
    expect(await wrong({ timeout_seconds: 301 })).toEqual([422, 'body/config/request/timeout_seconds']);
    expect(await wrong({ headers: { Host: 'x' } })).toEqual([422, 'body/config']);
    expect(await wrong({ headers: { 'a b': 'x' } })).toEqual([422, 'body/config/request/headers']);
    expect(await wrong({ body: {} })).toEqual([422, 'body/config']);
    expect(await wrong({ body: { a: '{prompt}', b: ['{messages}'] } })).toEqual([422, 'body/config']);
    expect(await wrong({ body: { a: 'x {messages}' } })).toEqual([422, 'body/config']);
    expect(await wrong({ body: { a: '{prompt}', b: 'x'.repeat(20_000) } })).toEqual([422, 'body/config']);
    expect(await wrong({ body: { a: '{prompt}' }, model: 'x' })).toEqual([422, 'body/config']);
  });

  it('are rejected with a secret in the settings, which is never stored', async () => {
    const secret = `sk-${'z'.repeat(40)}`;
    const config = { based_on: EVALUATION, num_prompts: 2, request: { headers: { authorization: secret } } };
    const agent_id = await addAgent(service.database, [agent.url]);
    const clean = { based_on: EVALUATION, num_prompts: 2 };
    const own = await call('POST', `/eval/evaluations${T}`, { name: 'Own', config: clean });
    const attached = await call('POST', `/eval/agent-evaluations${T}`, { agent_id, evaluation_id: own.body.id });
    const responses = await Promise.all([
      call('POST', `/eval/evaluations${T}`, { name: 'Leak', config }),
      call('PATCH', `/eval/evaluations${T}/${own.body.id}`, { config }),
      call('POST', `/eval/agent-evaluations${T}`, { agent_id, evaluation_id: EVALUATION, config }),
      call('PATCH', `/eval/agent-evaluations${T}/${attached.body.id}`, { config }),
    ]);
    for (const { status, body } of responses) {
      expect([status, body.reason]).toEqual([422, 'invalid_config']);
      expect(Object.keys(body.details)).toEqual(['body/config/request/headers/authorization']);
      expect(JSON.stringify(body)).not.toContain(secret);
    }
    expect(await findTables(secret)).toEqual([]);
  });
});
