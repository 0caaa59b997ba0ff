/** A run from its settings to its end: asks the evaluation for its events, and records them. */
import type { Agent, Evaluation } from '@aispm/types';
import { cut } from '../contract/limits.ts';
import type { Db } from '../database/dialect.ts';
import type { Job } from '../jobs/job.ts';
import type { Services } from '../services.ts';
import { evaluations } from './catalogue-rows.ts';
import type { RawConfig, RunnableEvaluation } from './evaluation.ts';
import { countInteractions } from './interaction-counts.ts';
import { createOutgoing } from './outgoing.ts';
import { runEvaluation } from './run.ts';
import { completeRun, failRun, recordResult } from './run-states.ts';
import { runnable } from './runnable.ts';
import { InvalidConfigError } from './settings.ts';

/** What a run is about. */
interface Subject {
  config: RawConfig;
  evaluation_id: string;
  agent_id: string;
  /** The fields of the record that only agents have. */
  details: Pick<Agent, 'endpoints' | 'instructions_fingerprint'>;
}

/**
 * Carries out a run.
 *
 * @throws the reason of the job's signal when it has to end early
 */
export async function carryOut(job: Job, { settings }: Services): Promise<void> {
  const { subject, item } = await job.database(async (db) => {
    const subject = await subjectOf(db, job);
    const item = await evaluations(db, job).where('id', '=', subject.evaluation_id).executeTakeFirstOrThrow();
    return { subject, item };
  });
  const evaluation = runnableOrReason(item, subject.config);
  if (typeof evaluation === 'string') {
    await job.database((db) => failRun(db, job, job.lease, 'invalid_config', evaluation));
    return;
  }
  const { endpoints, instructions_fingerprint } = subject.details;
  const endpoint = endpoints?.find(({ transport }) => transport === 'http');
  const events = runEvaluation({
    evaluation,
    config: subject.config,
    seed: job.id,
    endpoint: endpoint ? { url: endpoint.url } : null,
    agent: { instructionsFingerprint: instructions_fingerprint ?? null },
    outgoing: createOutgoing({ allow: settings.outgoingHosts }),
    countInteractions: (wanted) => job.database((db) => countInteractions(db, job, subject.agent_id, wanted)),
    signal: job.signal,
  });
  for await (const event of events) {
    // Nothing but the reason says whether it was stopped, took too long, or was given up.
    job.signal.throwIfAborted();
    if (event.kind === 'result') await job.database((db) => recordResult(db, job, event.result, event.progress));
    else if (event.kind === 'completed') await job.database((db) => completeRun(db, job, event.summary));
    else if (event.kind === 'failed') {
      await job.database((db) => failRun(db, job, job.lease, event.errorKind, event.errorMessage));
    }
  }
}

/** What carries out the evaluation, or why nothing does. */
function runnableOrReason(item: Evaluation, config: RawConfig): RunnableEvaluation | string {
  try {
    return runnable(item, config);
  } catch (error) {
    if (error instanceof InvalidConfigError) return cut(error.message, 'EvaluationRun.error_message');
    throw error;
  }
}

function subjectOf(db: Db, { tenantId, workspaceId, id }: Job): Promise<Subject> {
  return db
    .selectFrom('evaluation_runs as run')
    .innerJoin('objects as agent', (join) =>
      join
        .onRef('agent.tenant_id', '=', 'run.tenant_id')
        .onRef('agent.workspace_id', '=', 'run.workspace_id')
        .onRef('agent.aispm_object_id', '=', 'run.agent_id'),
    )
    .select(['run.config', 'run.evaluation_id', 'run.agent_id', 'agent.details'])
    .where('run.tenant_id', '=', tenantId)
    .where('run.workspace_id', '=', workspaceId)
    .where('run.id', '=', id)
    .$castTo<Subject>()
    .executeTakeFirstOrThrow();
}
