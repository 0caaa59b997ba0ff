import type { RunningMock } from '@aispm/mock';
import { afterAll, beforeAll } from 'vitest';
import { startMock } from './programs.ts';
import { CHROMIUM, CURRENT_NODE, NODE_20 } from './supported-runtimes.ts';
import { testRuntimes } from './test-runtimes.ts';

let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock?.close());

testRuntimes([CURRENT_NODE, NODE_20, CHROMIUM], () => mock.url);
