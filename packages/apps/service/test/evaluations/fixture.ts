/** A workspace with an agent and attached evaluations. */

import { builtInEvaluations } from '@aispm/evaluations';
import { sql } from 'kysely';
import { evaluationRunJob } from '../../src/domains/evaluations/runs/job.ts';
import { newId } from '../../src/platform/core/identifiers.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { json } from '../../src/platform/database/json.ts';
import type { Workspace } from '../../src/platform/database/rows.ts';
import type { TestService } from '../service.ts';

export const WORKSPACE: Workspace = { tenantId: 'acme', workspaceId: 'main' };
export const T = `/tenants/${WORKSPACE.tenantId}/workspaces/${WORKSPACE.workspaceId}`;

/**
 * Inserts an agent.
 *
 * @returns its identifier
 */
export async function addAgent(database: Database, endpoints: readonly string[] = []): Promise<string> {
  const id = newId();
  const now = new Date().toISOString();
  await database.system((db) =>
    db
      .insertInto('objects')
      .values({
        tenant_id: WORKSPACE.tenantId,
        workspace_id: WORKSPACE.workspaceId,
        aispm_object_id: id,
        object_type: 'agent',
        stable_key: id,
        aispm_friendly_name: 'Freight desk',
        discovery_sources: ['manual'],
        details: json({
          endpoints: endpoints.map((url) => ({ url, transport: 'http', external: false })),
          instructions_fingerprint: null,
        }) as never,
        first_seen_at: now,
        last_seen_at: now,
      })
      .execute(),
  );
  return id;
}

/**
 * Attaches an evaluation without a request.
 *
 * @returns the identifier of the attached evaluation
 */
export async function attach(
  database: Database,
  agentId: string,
  values: { name?: string; config?: object; schedule?: string; scheduled_at?: string; next_run_at?: string } = {},
): Promise<string> {
  const id = newId();
  await database.system((db) =>
    db
      .insertInto('agent_evaluations')
      .values({
        tenant_id: WORKSPACE.tenantId,
        workspace_id: WORKSPACE.workspaceId,
        id,
        agent_id: agentId,
        evaluation_id: evaluationId('Guardrail unblocked rate'),
        name: 'Attached',
        weight: 1,
        ...values,
        config: json(values.config ?? {}) as never,
      })
      .execute(),
  );
  return id;
}

/** Lets a run start at once, instead of waiting for the delay of runs: makes it older. */
export async function skipDelay({ database, service }: TestService, runId: string): Promise<void> {
  await database.system((db) =>
    db
      .updateTable('evaluation_runs')
      .set({ created_at: sql`created_at - interval '1 second'` })
      .where('id', '=', runId)
      .execute(),
  );
  service.services.jobs.wake(evaluationRunJob);
}

/** Returns the identifier of a built-in evaluation. */
export function evaluationId(name: string): string {
  const found = builtInEvaluations.find(({ item }) => item.name === name);
  if (!found) throw new Error(`There is no evaluation ${name}.`);
  return found.item.id;
}
