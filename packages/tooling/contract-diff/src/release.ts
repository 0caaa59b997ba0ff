/** `npm run contract:release -w @aispm/contract-diff`: adds the working contract and the API reports to the releases, as `info.version`. */
import { readWorkingTree, writeRelease } from './releases/releases.ts';

try {
  writeRelease(readWorkingTree());
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
