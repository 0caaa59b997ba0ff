/**
 * What every runtime must be able to do with the client. JavaScript and without imports, so that each runtime gets this
 * very file.
 *
 * @param {typeof import('@aispm/client')} api the client, however the runtime has loaded it.
 * @param {typeof import('@aispm/client/validate')} validation the same of its second entry point.
 * @param {string} baseUrl address of a mock.
 * @returns what came of it, as plain JSON.
 */
export async function smoke(api, { validated }, baseUrl) {
  const client = api.createClient({ baseUrl, token: 't' });
  const workspace = { tenant_id: 'halden-freight', workspace_id: 'production' };

  const page = await api.listRules(client, { ...workspace, page_size: 10 });

  const checked = await api.listRules(validated(client), workspace);

  const missing = await failure(
    api.getRule(client, { ...workspace, rule_id: 'no-such-rule' }, { headers: { prefer: 'code=404' } }),
  );

  const created = await api.createAgentEvaluation.result(client, {
    ...workspace,
    'Idempotency-Key': crypto.randomUUID(),
    body: { agent_id: 'a1', evaluation_id: 'e1', schedule: 'weekly' },
  });

  const controller = new AbortController();
  setTimeout(() => controller.abort(), 100);
  const started = Date.now();
  const aborted = await failure(
    api.listRules(client, workspace, { signal: controller.signal, headers: { prefer: 'wait=20000' } }),
  );

  return {
    runtime: globalThis.navigator?.userAgent ?? `Node.js/${process.versions.node}`,
    list: page.items.map((rule) => rule.rule_id),
    checked: checked.items.length,
    missing: api.getRule.isError(missing) && {
      isApiError: missing instanceof api.ApiError,
      status: missing.status,
      code: missing.code,
      message: missing.message,
      requestId: missing.requestId,
    },
    created: { status: created.status, data: created.data },
    aborted: { name: aborted instanceof Error ? aborted.name : aborted, milliseconds: Date.now() - started },
  };
}

/**
 * What a promise rejects with.
 *
 * @param {Promise<unknown>} promise
 * @returns {Promise<unknown>}
 */
async function failure(promise) {
  try {
    return `resolved to ${JSON.stringify(await promise)}`;
  } catch (error) {
    return error;
  }
}
