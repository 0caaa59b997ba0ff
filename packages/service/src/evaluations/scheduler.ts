/** Starts the runs that are due. */
import type { EvaluationSchedule } from '@aispm/types';
import type { JobReference, PeriodicTask } from '../jobs/job.ts';
import type { Services } from '../services.ts';
import { evaluationRunJob } from './job.ts';
import { startRun } from './run-states.ts';
import { nextTurn } from './schedule.ts';

const EVERY_MS = 10_000;
/** Most evaluations in one go; the others follow in the next. */
const BATCH = 100;
/** A run counts as asked for when it was due, unless that is longer ago, in milliseconds: then nobody was there to start it. */
const PUNCTUAL_MS = 60_000;

/**
 * Starts the runs that are due at an instant, and skips those whose last run has not ended.
 *
 * @returns the runs, queued
 */
export function startDue({ database }: Pick<Services, 'database'>, now: Date): Promise<JobReference[]> {
  return database.system((db) =>
    db.transaction().execute(async (transaction) => {
      const due = await transaction
        .selectFrom('agent_evaluations')
        .select(['tenant_id', 'workspace_id', 'id', 'schedule', 'scheduled_at', 'next_run_at'])
        .where('next_run_at', '<=', now.toISOString())
        .orderBy('next_run_at')
        .limit(BATCH)
        .forUpdate()
        // Another process may be at it.
        .skipLocked()
        .execute();
      const started: JobReference[] = [];
      for (const { tenant_id, workspace_id, id, schedule, scheduled_at, next_run_at } of due) {
        const reference = { tenantId: tenant_id, workspaceId: workspace_id, id };
        const turn = new Date(next_run_at ?? now);
        const isPunctual = now.getTime() - turn.getTime() <= PUNCTUAL_MS;
        const run = await startRun(transaction, reference, 'schedule', isPunctual ? turn : now);
        if (run) started.push({ ...reference, id: run.id });
        const next = nextTurn(schedule as EvaluationSchedule, new Date(scheduled_at ?? turn), now);
        await transaction
          .updateTable('agent_evaluations')
          .set({ next_run_at: next.toISOString() })
          .where('tenant_id', '=', tenant_id)
          .where('workspace_id', '=', workspace_id)
          .where('id', '=', id)
          .execute();
      }
      return started;
    }),
  );
}

/** Looks for what is due. */
export const scheduler: PeriodicTask = {
  name: 'schedules',
  everyMs: EVERY_MS,
  async run(services) {
    for (const run of await startDue(services, new Date())) await services.jobs.enqueue(evaluationRunJob, run);
  },
};
