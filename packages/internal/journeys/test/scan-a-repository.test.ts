/**
 * The guide "Scan a repository".
 *
 * @module-tag long
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import type { Reader } from './follow.ts';
import { followGuide } from './journey.ts';
import { runJob } from './workflow.ts';

/** What the guide lets the reader change in the workflow until the packages are on a registry. */
const INSTALL = 'npm install --prefix "$RUNNER_TEMP/aispm" .aispm/*.tgz';
const INSTALLED = '"$RUNNER_TEMP/aispm/node_modules/.bin/aispm-scan"';

/** Runs a job of the workflow as the guide changes it, with the service of the guide. */
function runScanJob(job: string, { folder, env, toActual }: Reader): Promise<string> {
  return runJob(folder, 'https://github.com/halden-freight/desk.git', job, {
    env,
    expressions: {
      'secrets.AISPM_TOKEN': readFileSync(join(env.HOME ?? '', 'service/key'), 'utf8').trim(),
      'github.base_ref': 'main',
    },
    replace: (text) =>
      text
        .replace('npx @aispm/scanner', () => `${INSTALL} --silent; ${INSTALLED}`)
        .replace('https://aispm.example.com/api/v1', toActual('http://127.0.0.1:4030/api/v1')),
  });
}

it('leads from an empty folder to findings, to their resolution, and to the jobs of a workflow', () =>
  followGuide('scan-a-repository', {
    ports: [4030],
    look: ({ where }, reader) => runScanJob(where.replace('the job ', ''), reader),
  }));
