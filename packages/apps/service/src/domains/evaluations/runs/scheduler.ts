/** Starts scheduled runs. */
import type { EvaluationSchedule } from '@aispm/types';
import { readClock } from '../../../platform/database/clock.ts';
import { inWorkspace } from '../../../platform/database/rows.ts';
import type { JobReference, PeriodicTask } from '../../../platform/jobs/job.ts';
import type { Services } from '../../../platform/services/services.ts';
import { evaluationRunJob } from './job.ts';
import { startRun } from './run-states.ts';
import { nextRunTime } from './schedule.ts';

const EVERY_MS = 10_000;
/** Maximum number of runs that one execution of the task starts. The next one continues. */
const MAX_BATCH = 100;
/** Maximum delay, in milliseconds, for which a run is still dated to when it was due. Later ones are dated to now. */
const MAX_DELAY_MS = 60_000;

/**
 * Starts the due runs, except where the previous run hasn't ended.
 *
 * @param time default: the database's
 * @returns the queued runs
 */
export function startDueRuns({ database }: Pick<Services, 'database'>, time?: Date): Promise<JobReference[]> {
  return database.system((db) =>
    db.transaction().execute(async (transaction) => {
      const now = time ?? (await readClock(transaction));
      const due = await transaction
        .selectFrom('agent_evaluations')
        .select(['tenant_id', 'workspace_id', 'id', 'schedule', 'scheduled_at', 'next_run_at'])
        .where('next_run_at', '<=', now.toISOString())
        .orderBy('next_run_at')
        .limit(MAX_BATCH)
        .forUpdate()
        // Another process may be starting the same runs.
        .skipLocked()
        .execute();
      const started: JobReference[] = [];
      for (const { tenant_id, workspace_id, id, schedule, scheduled_at, next_run_at } of due) {
        const reference = { tenantId: tenant_id, workspaceId: workspace_id, id };
        const dueAt = new Date(next_run_at ?? now);
        const isPunctual = now.getTime() - dueAt.getTime() <= MAX_DELAY_MS;
        const run = await startRun(transaction, reference, 'schedule', isPunctual ? dueAt : now);
        if (run) started.push({ ...reference, id: run.id });
        const next = nextRunTime(schedule as EvaluationSchedule, new Date(scheduled_at ?? dueAt), now);
        await transaction
          .updateTable('agent_evaluations')
          .set({ next_run_at: next.toISOString() })
          .where(inWorkspace('agent_evaluations', reference))
          .where('id', '=', id)
          .execute();
      }
      return started;
    }),
  );
}

/** Starts the due runs, and wakes workers. */
export const startScheduledRuns: PeriodicTask = {
  name: 'start-scheduled-runs',
  everyMs: EVERY_MS,
  async run(services) {
    const started = await startDueRuns(services);
    if (started.length > 0) services.jobs.wake(evaluationRunJob);
  },
};
