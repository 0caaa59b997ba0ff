/** Executes a queued run: reads its context, runs the evaluation and records its events. */
import type { RawConfig, RunnableEvaluation, Verdict } from '@aispm/evaluations';
import type { Agent, AgentRequest, Evaluation } from '@aispm/types';
import { truncate } from '../../../platform/contract/limits.ts';
import type { Db } from '../../../platform/database/dialect.ts';
import { inSameWorkspace, inWorkspace } from '../../../platform/database/rows.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import { redactInTime } from '../../../platform/redaction/redaction.ts';
import type { Services } from '../../../platform/services/services.ts';
import { type AgentCredential, SecretError, selectCredentials } from '../agents/credentials.ts';
import type { AgentEndpoint } from '../agents/endpoint.ts';
import { createOutgoingClient } from '../agents/outgoing-client.ts';
import { withPauses } from '../agents/pausing-client.ts';
import { selectEvaluations } from '../catalogue/items.ts';
import { InvalidConfigError } from '../core/settings.ts';
import type { ResponseToJudge } from '../judging/judge-response.ts';
import { resolveEvaluation } from '../judging/resolve-evaluation.ts';
import { countInteractions } from './interaction-counts.ts';
import { JUDGING_DEADLINE_MS, type RunEvent, runEvaluation } from './run-evaluation.ts';
import { completeRun, failRun, recordResult } from './run-states.ts';

/** Default timeout for an agent's response. */
const DEFAULT_TIMEOUT_SECONDS = 60;

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
 * @throws the reason of the job's signal if the run has to end early
 */
export async function executeRun(job: Job, { settings, clock, threads }: Services): Promise<void> {
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
  // Metrics don't send prompts.
  const request = (evaluation.approach === 'probe' && subject.config.request) || {};
  const endpoint = findEndpoint(subject.details, request, selectCredentials(settings.agentCredentials, job));
  if (typeof endpoint === 'string') {
    await job.database((db) => failRun(db, job, job.lease, 'invalid_config', endpoint));
    return;
  }
  const task = {
    item,
    config: subject.config,
    seed: job.id,
    agent: { instructionsFingerprint: subject.details.instructions_fingerprint ?? null },
  };
  const events = runEvaluation({
    ...task,
    evaluation,
    endpoint,
    judge: (turn) =>
      threads.run<Verdict>(job.tenantId, 'judge', { ...task, ...turn } satisfies ResponseToJudge, JUDGING_DEADLINE_MS),
    redact: async (text) => (await redactInTime(threads, job.tenantId, text))?.value,
    outgoing: withPauses(
      createOutgoingClient({ allow: settings.outgoingHosts, timeoutMs: readTimeout(request) }),
      clock,
    ),
    countInteractions: (metric) => job.database((db) => countInteractions(db, job, subject.agent_id, metric)),
    signal: job.signal,
  });
  for await (const event of events) {
    // Only the signal's reason distinguishes a requested stop from a timeout or a lost lease.
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

/** Returns the executable evaluation, or why there's none. */
function resolveOrExplain(item: Evaluation, config: RawConfig): RunnableEvaluation | string {
  try {
    return resolveEvaluation(item, config);
  } catch (error) {
    if (error instanceof InvalidConfigError) return truncate(error.message, 'EvaluationRun.error_message');
    throw error;
  }
}

/**
 * Finds the endpoint that accepts prompts.
 *
 * @returns null if the agent has none; a reason if the credential in the settings mustn't be sent to it
 */
function findEndpoint(
  { endpoints }: RunSubject['details'],
  request: AgentRequest,
  credentials: readonly AgentCredential[],
): AgentEndpoint | null | string {
  const url = endpoints?.find(({ transport }) => transport === 'http')?.url;
  if (url === undefined) return null;
  if (request.credential === undefined) return { url, request };
  const name = JSON.stringify(request.credential);
  const credential = credentials.find((known) => known.name === request.credential);
  if (credential === undefined) {
    return `The operator of the service hasn't set up a credential ${name} for this workspace in AGENT_CREDENTIALS.`;
  }
  const origin = URL.canParse(url) ? new URL(url).origin : url;
  if (!credential.origins.includes(origin)) {
    return `The credential ${name} must not be sent to ${origin}. The operator of the service can add it to the origins of the credential in AGENT_CREDENTIALS.`;
  }
  try {
    return { url, request, credential: credential.read() };
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    return `The secret of the credential ${name} cannot be read. Tell the operator of the service.`;
  }
}

function readTimeout({ timeout_seconds = DEFAULT_TIMEOUT_SECONDS }: AgentRequest): number {
  return timeout_seconds * 1_000;
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
