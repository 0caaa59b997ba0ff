/** What an operator sees of jobs: metrics, and whether the service is ready. */
import { sql } from 'kysely';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureWorkspace } from '../../src/composition/workspaces.ts';
import { evaluationRunJob } from '../../src/domains/evaluations/runs/job.ts';
import { startRun } from '../../src/domains/evaluations/runs/run-states.ts';
import type { Job, JobKind } from '../../src/platform/jobs/job.ts';
import { Jobs } from '../../src/platform/jobs/jobs.ts';
import { isHeldBy, isRow } from '../../src/platform/jobs/leases.ts';
import type { Services } from '../../src/platform/services/services.ts';
import { addAgent, attach, WORKSPACE } from '../evaluations/fixture.ts';
import { readMetrics, startService, type TestService } from '../service.ts';
import { TIMEOUT_MS } from '../timeouts.ts';

const { name: JOB, table } = evaluationRunJob;

describe('an operator', () => {
  let service: TestService;
  let origin: string;
  const started: Jobs[] = [];

  beforeEach(async () => {
    // As an API process next to which workers run.
    service = await startService('postgres', { runsWorker: false });
    origin = new URL(service.baseUrl).origin;
    await ensureWorkspace(service.database, WORKSPACE);
  });
  afterEach(async () => {
    for (const jobs of started.splice(0)) await jobs.stop(1_000);
    await service.close();
  });

  /** Inserts a queued run that was requested some time ago. */
  async function addRun(ageSeconds: number): Promise<void> {
    const id = await attach(service.database, await addAgent(service.database));
    const run = await service.database.system((db) => startRun(db, { ...WORKSPACE, id }, 'manual'));
    await service.database.system((db) =>
      db
        .updateTable('evaluation_runs')
        .set({ created_at: sql`now() - make_interval(secs => ${ageSeconds}::integer)` })
        .where('id', '=', run?.id ?? '')
        .execute(),
    );
  }

  /** Starts a worker on the same database. @returns its metrics */
  async function startWorker(run: (job: Job) => Promise<void>): Promise<Registry> {
    const metrics = new Registry();
    const services = { database: service.database, log: pino({ level: 'silent' }), metrics };
    const kinds: JobKind[] = [{ ...evaluationRunJob, delaySeconds: 0, retries: 2, run }];
    const jobs = new Jobs(services as unknown as Omit<Services, 'jobs'>, { kinds, tasks: [], executesJobs: true });
    started.push(jobs);
    await jobs.start();
    return metrics;
  }

  const end = (status: 'completed' | 'failed') => async (job: Job) => {
    await job.database((db) =>
      db
        .updateTable('evaluation_runs')
        .set({ status, finished_at: sql`now()` })
        .where(isRow(table, job))
        .where(isHeldBy(job.lease))
        .execute(),
    );
  };

  /** Returns the value of a metric of the service. */
  async function readMetric(metric: string): Promise<number> {
    const text = await readMetrics(service);
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${metric} `))
        ?.slice(metric.length),
    );
  }

  it('sees how many jobs wait and for how long', async () => {
    expect(await readMetric(`aispm_jobs{job="${JOB}",state="queued"}`)).toBe(0);
    expect(await readMetric(`aispm_oldest_queued_job_seconds{job="${JOB}"}`)).toBe(0);
    await addRun(10);
    await addRun(500);
    expect(await readMetric(`aispm_jobs{job="${JOB}",state="queued"}`)).toBe(2);
    expect(await readMetric(`aispm_jobs{job="${JOB}",state="running"}`)).toBe(0);
    expect(await readMetric(`aispm_oldest_queued_job_seconds{job="${JOB}"}`)).toBeGreaterThanOrEqual(500);
    expect(await readMetric('aispm_job_workers')).toBe(0);
  });

  it('sees how long attempts took and how they ended', async () => {
    await addRun(0);
    const completing = await startWorker(end('completed'));
    const count = (outcome: string) => `aispm_job_duration_seconds_count{job="${JOB}",outcome="${outcome}"} 1`;
    await vi.waitUntil(async () => (await completing.metrics()).includes(count('completed')), { timeout: TIMEOUT_MS });
    await started.pop()?.stop(1_000);
    await addRun(0);
    const failing = await startWorker(end('failed'));
    await vi.waitUntil(async () => (await failing.metrics()).includes(count('failed')), { timeout: TIMEOUT_MS });
  });

  it('sees that jobs wait and no process executes them, before requests fail', async () => {
    const isReady = async () => (await fetch(`${origin}/readyz`)).status === 200;
    expect(await isReady()).toBe(true);
    await addRun(5);
    // A worker may be about to start.
    expect(await isReady()).toBe(true);
    await addRun(60);
    const response = await fetch(`${origin}/readyz`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await response.json()).toMatchObject({ code: 503, reason: 'unavailable', message: /no process executes/ });
    expect((await fetch(`${origin}/readyz?exclude=jobs`)).status).toBe(200);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  });

  it('gets the other metrics while the database is unavailable', async () => {
    await service.database.close();
    const text = await readMetrics(service);
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).toMatch(/^aispm_job_workers nan$/im);
    expect(text).not.toMatch(/^aispm_jobs\{/m);
  });
});

it('a service is ready as long as another process executes jobs', async () => {
  const api = await startService('postgres', { runsWorker: false });
  const isReady = async () => (await fetch(`${new URL(api.baseUrl).origin}/readyz`)).status === 200;
  const count = (sqlText: string) => api.database.system((_, connection) => connection.execute(sqlText));
  // A run that no worker executes: its attachment is on no agent that a worker could call.
  await ensureWorkspace(api.database, WORKSPACE);
  const id = await attach(api.database, await addAgent(api.database));
  await api.database.system((db) => startRun(db, { ...WORKSPACE, id }, 'manual'));
  await count(`UPDATE evaluation_runs SET created_at = now() - interval '60 seconds'`);
  expect(await isReady()).toBe(false);
  const released = Promise.withResolvers<void>();
  const services = { database: api.database, log: pino({ level: 'silent' }), metrics: new Registry() };
  const kinds: JobKind[] = [{ ...evaluationRunJob, run: () => released.promise }];
  const jobs = new Jobs(services as unknown as Omit<Services, 'jobs'>, { kinds, tasks: [], executesJobs: true });
  await jobs.start();
  expect(await isReady()).toBe(true);
  released.resolve();
  await jobs.stop(1_000);
  await count(
    `UPDATE evaluation_runs SET status = 'queued', started_at = NULL, finished_at = NULL, lease_owner = NULL`,
  );
  expect(await isReady()).toBe(false);
  await api.close();
});

it('one process on the embedded database is a worker itself', { tags: ['nightly'] }, async () => {
  const service = await startService('embedded');
  await expect.poll(() => readMetrics(service)).toMatch(/^aispm_job_workers 1$/m);
  await service.close();
});
