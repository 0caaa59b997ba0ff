/**
 * `PROPERTY_SEED=1 npm run fuzz:mock -w @aispm/scripts -- --count 1000000`: sends random requests to the mock, without sockets, and reports the first
 * response that the contract doesn't allow. Takes about a minute for each 100,000 requests.
 */
import { parseArgs } from 'node:util';
import { PROPERTY_SEED } from '@aispm/testing/properties';
import { sendRandomRequests } from '../packages/mock/test/random-requests.ts';

const { values } = parseArgs({ options: { count: { type: 'string', default: '1000000' } } });
const count = Number(values.count);
if (!Number.isSafeInteger(count) || count < 1) {
  process.stderr.write('Usage: npm run fuzz:mock -w @aispm/scripts -- [--count <number>]\n');
  process.exit(1);
}

let rejections = 0;
process.on('unhandledRejection', (reason) => {
  rejections++;
  console.log(`Unhandled rejection: ${reason}`);
});
const { requests, statuses, failure } = await sendRandomRequests(count);
for (const [status, times] of Object.entries(statuses)) console.log(`${status}  ${times}`);
if (failure) console.log(`Wrong response: ${failure}`);
console.log(`${requests} requests with PROPERTY_SEED=${PROPERTY_SEED}, ${rejections} unhandled rejections.`);
if (failure || rejections > 0) process.exitCode = 1;
