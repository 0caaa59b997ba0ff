/**
 * Calls the client in ways that every runtime must support. It is JavaScript without imports, so that each runtime executes
 * this very file.
 *
 * @param {typeof import('@aispm/client')} api the client, loaded in the way of the runtime.
 * @param {typeof import('@aispm/client/validate')} validation its second entry point.
 * @param {string} baseUrl address of a mock.
 * @returns the outcome, as plain JSON.
 */
export async function smoke(api, { withValidation }, baseUrl) {
  const client = api.createClient({ baseUrl, token: 't' });
  const workspace = { tenant_id: 'halden-freight', workspace_id: 'production' };

  const page = await api.listRules(client, { ...workspace, page_size: 10 });

  const validated = await api.listRules(withValidation(client), workspace);

  const missing = await rejection(
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
  const aborted = await rejection(
    api.listRules(client, workspace, { signal: controller.signal, headers: { prefer: 'wait=20000' } }),
  );

  return {
    runtime: globalThis.navigator?.userAgent ?? `Node.js/${process.versions.node}`,
    list: page.items.map((rule) => rule.rule_id),
    validated: validated.items.length,
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
 * Returns what a promise rejects with, or a description of what it resolves to.
 *
 * @param {Promise<unknown>} promise
 * @returns {Promise<unknown>}
 */
async function rejection(promise) {
  try {
    return `resolved to ${JSON.stringify(await promise)}`;
  } catch (error) {
    return error;
  }
}
