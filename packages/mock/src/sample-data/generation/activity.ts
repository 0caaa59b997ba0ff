/** Generates interactions, the audit log, and the log of changes. */
import { NODE_LISTS } from '../counts.ts';
import { createRecords, DAY_MS, formatAgo, type Generation, HOUR_MS, recordsOf } from './context.ts';

/** Adds interactions of the agents. */
export function addInteractions(generation: Generation): void {
  const agents = recordsOf(generation, 'listAgents');
  const models = new Map(recordsOf(generation, 'listModels').map((model) => [model.aispm_object_id, model.model_name]));
  const modelOf = new Map(
    generation.relations
      .filter(({ edge }) => edge === 'models')
      .map(({ from_id, to_id }) => [from_id, models.get(to_id)]),
  );
  const random = generation.random;
  createRecords(generation, 'listLlmInteractions', generation.options.rows, (template) => {
    const agent = random.pick(agents);
    const started = generation.options.now - random.next() * 7 * DAY_MS - HOUR_MS / 60;
    const finished = new Date(started + Number(template.duration_ms ?? 0)).toISOString();
    const model = modelOf.get(agent.aispm_object_id) ?? template.request_model;
    return {
      ...template,
      llm_interaction_id: random.uuid(),
      agent_id: agent.aispm_object_id,
      session_id: template.session_id === null ? null : `session-${random.hex(8)}`,
      trace_id: random.hex(32),
      span_id: random.hex(16),
      request_model: model,
      response_model: template.response_model === null ? null : model,
      started_at: new Date(started).toISOString(),
      finished_at: finished,
      tool_calls: [],
      updated_at: finished,
    };
  });
}

/** Adds entries about generated scans and interactions, and others with the records of the examples. */
export function addAuditEntries(generation: Generation): void {
  const random = generation.random;
  const [scans, interactions] = [recordsOf(generation, 'listScans'), recordsOf(generation, 'listLlmInteractions')];
  const pickId = (action: unknown): unknown => {
    if (action === 'submitScan' && scans.length > 0) return random.pick(scans).scan_id;
    if (action === 'getLlmInteraction' && interactions.length > 0) return random.pick(interactions).llm_interaction_id;
    return undefined;
  };
  createRecords(generation, 'listAuditEntries', generation.options.rows, (template) => {
    const id = pickId(template.action);
    return {
      ...template,
      audit_entry_id: random.uuid(),
      occurred_at: formatAgo(generation, random.next() * 30 * DAY_MS),
      request_id: template.request_id === null ? null : `request-${random.hex(12)}`,
      ...(id !== undefined && { object_ids: [id] }),
    };
  });
}

/** Adds the latest changes that the times of objects, issues and scans tell. */
export function addChanges(generation: Generation): void {
  const events = [
    ...NODE_LISTS.flatMap((list) =>
      recordsOf(generation, list).map(({ aispm_object_id, object_type, aispm_friendly_name, first_seen_at }) => ({
        ...{ kind: 'object_appeared', subject_id: aispm_object_id, subject_name: aispm_friendly_name, object_type },
        occurred_at: first_seen_at,
      })),
    ),
    ...recordsOf(generation, 'listIssues').map(({ issue_id, rule_name, definitive_severity, first_seen_at }) => ({
      ...{ kind: 'issue_opened', subject_id: issue_id, subject_name: rule_name, definitive_severity, status: 'open' },
      occurred_at: first_seen_at,
    })),
    ...recordsOf(generation, 'listScans').flatMap(({ scan_id, target, status, finished_at }) =>
      finished_at === null
        ? []
        : [
            {
              kind: 'scan_ended',
              subject_id: scan_id,
              subject_name: target,
              status,
              scan_id,
              occurred_at: finished_at,
            },
          ],
    ),
  ].sort((a, b) => Date.parse(a.occurred_at) - Date.parse(b.occurred_at));
  const latest = events.slice(-generation.options.rows);
  createRecords(generation, 'listChanges', latest.length, (_, index) => ({
    ...{
      change_id: String(index + 1).padStart(16, '0'),
      object_type: null,
      edge: null,
      target_id: null,
      target_name: null,
    },
    ...{ definitive_severity: null, status: null, changed_fields: [], scan_id: null },
    ...latest[index],
  }));
}
