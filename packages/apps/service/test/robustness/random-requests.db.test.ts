/**
 * Random sequences of requests, some of them with mistakes. Each response is documented, and none is a failure.
 *
 * @module-tag long
 */
import { currentTier } from '@aispm/testing';
import { PROPERTY_SEED } from '@aispm/testing/properties';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE } from '../../src/demo/sample-data.ts';
import { seedSampleData } from '../../src/demo/seed.ts';
import { type DatabaseKind, describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import { findProblems } from './send.ts';
import { composeAll, Memory, SEQUENCE_LENGTH, sampleSequences } from './sequences.ts';

/** Number of requests to each database. The embedded database, which is slower, differs from the other little. */
const REQUESTS: Record<DatabaseKind, number> = {
  embedded: 10_000,
  postgres: currentTier() === 'test:nightly' ? 40_000 : 5_000,
};
/** Each part is its own test, because all of them together take longer than a test may on a busy machine. */
const PARTS = 10;

describeOnDatabases('a service that receives random requests', (kind) => {
  let service: TestService;
  let token: string;
  const memory = new Memory();
  const statuses = new Map<number, number>();
  const sequences = sampleSequences(REQUESTS[kind] / SEQUENCE_LENGTH);

  beforeAll(async () => {
    service = await startService(kind);
    await seedSampleData(service.database);
    token = await service.key([SAMPLE_WORKSPACE]);
  });
  afterAll(() => service?.close());

  it.for(Array.from({ length: PARTS }, (_, index) => index + 1))(
    `responds to all of them as documented, part %i of ${PARTS}`,
    async (part) => {
      for (const steps of sequences.slice(((part - 1) * sequences.length) / PARTS, (part * sequences.length) / PARTS)) {
        // What the earlier requests have stored can't be repeated, so that a smaller sequence wouldn't fail.
        const requests = composeAll(steps, memory, token);
        const problems = await findProblems(service.baseUrl, requests, (received, request) => {
          memory.remember(received, request);
          statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1);
        });
        expect(problems, `with PROPERTY_SEED=${PROPERTY_SEED}`).toEqual([]);
      }
    },
  );

  it('handles them, and does not only reject them', () => {
    console.info(JSON.stringify(Object.fromEntries(statuses)));
    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(REQUESTS[kind]);
    expect(statuses.get(200)).toBeGreaterThan(REQUESTS[kind] / 10);
    expect(statuses.get(201)).toBeGreaterThan(REQUESTS[kind] / 100);
    for (const status of [202, 204, 400, 403, 404, 406, 412, 415, 422])
      expect(statuses.get(status), `${status}`).toBeGreaterThan(10);
    expect(statuses.get(401) ?? 0).toBe(0);
  });
});
