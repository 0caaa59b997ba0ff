/** A run from its settings to its end: asks the evaluation for its events, and records them. */
import type { Agent } from '@aispm/types';
import type { Db } from '../database/dialect.ts';
import type { Job } from '../jobs/job.ts';
import type { Services } from '../services.ts';
import { builtInEvaluations } from './catalogue/index.ts';
import type { RawConfig } from './evaluation.ts';
import { countInteractions } from './interaction-counts.ts';
import { createOutgoing } from './outgoing.ts';
import { runEvaluation } from './run.ts';
import { completeRun, failRun, recordResult } from './run-states.ts';

/** What a run is about. */
interface Subject {
  config: RawConfig;
  evaluation_id: string;
  evaluation_name: string;
  type: string;
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
  const subject = await job.database((db) => subjectOf(db, job));
  const evaluation = builtInEvaluations.find(({ item }) => item.id === subject.evaluation_id);
  if (!evaluation) {
    const message = `${subject.evaluation_name} is not built in, and the service has nothing to carry out an evaluation of the type "${subject.type}" with.`;
    await job.database((db) => failRun(db, job, job.lease, 'invalid_config', message));
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

function subjectOf(db: Db, { tenantId, workspaceId, id }: Job): Promise<Subject> {
  return db
    .selectFrom('evaluation_runs as run')
    .innerJoin('evaluations as evaluation', (join) =>
      join
        .onRef('evaluation.tenant_id', '=', 'run.tenant_id')
        .onRef('evaluation.workspace_id', '=', 'run.workspace_id')
        .onRef('evaluation.id', '=', 'run.evaluation_id'),
    )
    .innerJoin('objects as agent', (join) =>
      join
        .onRef('agent.tenant_id', '=', 'run.tenant_id')
        .onRef('agent.workspace_id', '=', 'run.workspace_id')
        .onRef('agent.aispm_object_id', '=', 'run.agent_id'),
    )
    .select([
      'run.config',
      'run.evaluation_id',
      'evaluation.name as evaluation_name',
      'evaluation.type',
      'run.agent_id',
      'agent.details',
    ])
    .where('run.tenant_id', '=', tenantId)
    .where('run.workspace_id', '=', workspaceId)
    .where('run.id', '=', id)
    .$castTo<Subject>()
    .executeTakeFirstOrThrow();
}
