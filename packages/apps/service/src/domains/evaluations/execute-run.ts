/** Executes a queued run: reads what it is about, runs the evaluation and records its events. */
import type { Agent, Evaluation } from '@aispm/types';
import { truncate } from '../../platform/contract/limits.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inSameWorkspace, inWorkspace } from '../../platform/database/rows.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { redactInTime } from '../../platform/redaction.ts';
import type { Services } from '../../platform/services.ts';
import { selectEvaluations } from './catalogue-items.ts';
import { countInteractions } from './interaction-counts.ts';
import type { ResponseToJudge } from './judge-response.ts';
import { createOutgoingClient } from './outgoing-client.ts';
import { resolveEvaluation } from './resolve-evaluation.ts';
import { JUDGING_DEADLINE_MS, type RunEvent, runEvaluation } from './run-evaluation.ts';
import { completeRun, failRun, recordResult } from './run-states.ts';
import { InvalidConfigError } from './settings.ts';
import type { RawConfig, RunnableEvaluation, Verdict } from './types.ts';

/** The run with its agent. */
interface RunSubject {
  config: RawConfig;
  evaluation_id: string;
  agent_id: string;
  /** Fields of the record that only agents have. */
  details: Pick<Agent, 'endpoints' | 'instructions_fingerprint'>;
}

/**
 * Executes a run.
 *
 * @throws the reason of the job's signal when the run has to end early
 */
export async function executeRun(job: Job, { settings, threads }: Services): Promise<void> {
  const { subject, item } = await job.database(async (db) => {
    const subject = await readSubject(db, job);
    const item = await selectEvaluations(db, job).where('id', '=', subject.evaluation_id).executeTakeFirstOrThrow();
    return { subject, item };
  });
  const evaluation = resolveOrExplain(item, subject.config);
  if (typeof evaluation === 'string') {
    await job.database((db) => failRun(db, job, job.lease, 'invalid_config', evaluation));
    return;
  }
  const { endpoints, instructions_fingerprint } = subject.details;
  const endpoint = endpoints?.find(({ transport }) => transport === 'http');
  const task = {
    item,
    config: subject.config,
    seed: job.id,
    agent: { instructionsFingerprint: instructions_fingerprint ?? null },
  };
  const events = runEvaluation({
    ...task,
    evaluation,
    endpoint: endpoint ? { url: endpoint.url } : null,
    judge: (turn) => threads.run<Verdict>('judge', { ...task, ...turn } satisfies ResponseToJudge, JUDGING_DEADLINE_MS),
    redact: async (text) => (await redactInTime(threads, text))?.value,
    outgoing: createOutgoingClient({ allow: settings.outgoingHosts }),
    countInteractions: (metric) => job.database((db) => countInteractions(db, job, subject.agent_id, metric)),
    signal: job.signal,
  });
  for await (const event of events) {
    // Only the reason of the signal distinguishes a requested stop from a timeout and a lost lease.
    job.signal.throwIfAborted();
    await recordEvent(job, event);
  }
}

async function recordEvent(job: Job, event: RunEvent): Promise<void> {
  switch (event.kind) {
    case 'result':
      await job.database((db) => recordResult(db, job, event.result, event.progress));
      break;
    case 'completed':
      await job.database((db) => completeRun(db, job, event.summary));
      break;
    case 'failed':
      await job.database((db) => failRun(db, job, job.lease, event.errorKind, event.errorMessage));
  }
}

/** Returns the executable evaluation, or the reason why there is none. */
function resolveOrExplain(item: Evaluation, config: RawConfig): RunnableEvaluation | string {
  try {
    return resolveEvaluation(item, config);
  } catch (error) {
    if (error instanceof InvalidConfigError) return truncate(error.message, 'EvaluationRun.error_message');
    throw error;
  }
}

function readSubject(db: Db, job: Job): Promise<RunSubject> {
  return db
    .selectFrom('evaluation_runs as run')
    .innerJoin('objects as agent', (join) =>
      join.on(inSameWorkspace('agent', 'run')).onRef('agent.aispm_object_id', '=', 'run.agent_id'),
    )
    .select(['run.config', 'run.evaluation_id', 'run.agent_id', 'agent.details'])
    .where(inWorkspace('run', job))
    .where('run.id', '=', job.id)
    .$castTo<RunSubject>()
    .executeTakeFirstOrThrow();
}
