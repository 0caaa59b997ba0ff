/** Prints the number of code blocks that the router executes to find a path, for each number of operations in the arguments. */
import { Session } from 'node:inspector/promises';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
// Blocks are only counted for code that is loaded later.
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const { createRouter } = await import('../dist/http/router.js');

/** Returns how many blocks of the mock have been executed since the previous call. */
async function takeSteps(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const scripts = result.filter(({ url }) => url.includes('/dist/'));
  return scripts
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

const steps: number[] = [];
for (const count of process.argv.slice(2).map(Number)) {
  const find = createRouter(Array.from({ length: count }, (_, i) => ({ method: 'get', path: `/r${i}/{a}/x/{b}` })));
  // The first calls initialize what is loaded only once.
  for (let i = 0; i < 3; i++) {
    await takeSteps();
    if (!find('/r7/1/x/2')) throw new Error('The path was not found.');
  }
  steps.push(await takeSteps());
}
console.log(JSON.stringify(steps));
