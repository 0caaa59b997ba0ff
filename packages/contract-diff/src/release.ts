/** `npm run contract:release`: keeps the working contract and surface as a release of `info.version`, to compare with. */
import { record, workingState } from './releases.ts';

try {
  record(workingState());
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
