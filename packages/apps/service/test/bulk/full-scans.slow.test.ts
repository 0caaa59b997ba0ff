/**
 * Scan documents that reach all limits of the contract at once are accepted and applied with the default settings, and ten of them
 * at the same time need little memory.
 *
 * @module-tag long
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Scan } from '@aispm/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshPostgresUrl } from '../databases/databases.ts';
import { prepareKey } from '../databases/prepare-key.ts';
import { send } from '../faults/load.ts';
import { type ServingProgram, serveProgram } from '../faults/program.ts';
import { COUNTS, countItems, createFullDocument } from './full-scan-document.ts';

const DOCUMENTS = 10;
/** Number of scans that are awaited; the others would only repeat them. */
const PROCESSED = 2;
const MAX_MEMORY_MB = 400;
/** Length of the texts of a document of nearly 32 MiB. */
const TEXT_LENGTH = 900;
let program: ServingProgram;
let token: string;

beforeAll(async () => {
  const url = await freshPostgresUrl();
  const workspaces = Array.from({ length: DOCUMENTS }, (_, index) => ({ tenantId: 't1', workspaceId: `w${index}` }));
  token = await prepareKey(url, workspaces);
  program = await serveProgram({ DATABASE_URL: url });
});
afterAll(async () => {
  await program?.end('SIGKILL');
});

const scansOf = (workspace: string) => `${program.baseUrl}/scans/tenants/t1/workspaces/${workspace}`;

/** Submits a document, and again while the service says that it's busy. @returns the final status */
async function submit(workspace: string, document: string, isCompressed: boolean): Promise<number | undefined> {
  for (;;) {
    const { status, retryAfter, body } = await send(scansOf(workspace), token, {
      method: 'POST',
      body: isCompressed ? new Uint8Array(gzipSync(document)) : document,
      headers: isCompressed ? { 'content-encoding': 'gzip' } : {},
    });
    if (status !== 503) return status;
    expect(body).toMatchObject({ code: 503, reason: 'unavailable' });
    await delay(Number(retryAfter) * 1000);
  }
}

async function readScan(workspace: string): Promise<Scan | undefined> {
  const { body } = await send(scansOf(workspace), token);
  return (body as { items?: Scan[] } | undefined)?.items?.[0];
}

/** Waits until scans have ended, of any workspace. @returns those that have ended */
async function waitForScans(count: number): Promise<Scan[]> {
  for (;;) {
    const scans = await Promise.all(Array.from({ length: DOCUMENTS }, (_, index) => readScan(`w${index}`)));
    const ended = scans.filter((scan) => scan !== undefined && scan.finished_at !== null);
    if (ended.length >= count) return ended as Scan[];
    await delay(1_000);
  }
}

/** Returns the highest resident memory of the process until now, in MB. */
function readPeakMemory(): number {
  const status = readFileSync(`/proc/${program.process.pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1000);
}

it('ten concurrent documents with all lists at their limits are accepted and applied', async () => {
  const document = createFullDocument('repository', TEXT_LENGTH);
  expect(countItems(document)).toEqual(COUNTS);
  const text = JSON.stringify(document);
  const idle = readPeakMemory();
  const startedAt = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: DOCUMENTS }, (_, index) => submit(`w${index}`, text, index % 2 === 0)),
  );
  const accepted = { ms: Math.round(performance.now() - startedAt), peak: readPeakMemory() };
  expect(statuses).toEqual(Array(DOCUMENTS).fill(202));
  const ended = await waitForScans(PROCESSED);
  const peak = readPeakMemory();
  console.info(
    `${text.length} bytes: idle ${idle} MB, ${DOCUMENTS} accepted after ${accepted.ms} ms, peak ${accepted.peak} MB; peak after ${ended.length} scans ${peak} MB`,
  );
  for (const scan of ended) {
    expect(scan).toMatchObject({ status: 'completed', error_message: null });
    expect(scan.detection_count).toBeGreaterThanOrEqual(COUNTS.occurrences);
  }
  expect(peak).toBeLessThan(MAX_MEMORY_MB);
});
