/**
 * `npm run fuzz:mock -- --count 1000000 --seed 1`: sends the mock random requests, in process, and says which answers
 * are not those that the contract allows. Takes about a minute for each 100,000.
 */
import { parseArgs } from 'node:util';
import { fuzz } from '../packages/mock/test/fuzz.ts';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
});
const [count, seed] = [Number(values.count), Number(values.seed)];
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write('Usage: npm run fuzz:mock -- [--count <number>] [--seed <number>]\n');
  process.exit(1);
}

let rejections = 0;
process.on('unhandledRejection', (reason) => {
  rejections++;
  console.log(`Unhandled rejection: ${reason}`);
});
const { requests, statuses, failures } = await fuzz(count, seed);
for (const failure of failures) console.log(failure);
for (const [status, times] of Object.entries(statuses)) console.log(`${status}  ${times}`);
console.log(`${requests} requests with the seed ${seed}: ${failures.length} wrong answers, ${rejections} rejections.`);
if (failures.length + rejections > 0) process.exitCode = 1;
