/** The guide "Scan a repository". */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import type { Reader } from './follow.ts';
import { followGuide } from './journey.ts';
import { runJob } from './workflow.ts';

/** Runs a job of the workflow with the service of the guide. */
function runScanJob(job: string, { folder, env, toActual }: Reader): Promise<string> {
  return runJob(folder, 'https://github.com/halden-freight/desk.git', job, {
    env,
    expressions: {
      'secrets.AISPM_TOKEN': readFileSync(join(env.HOME ?? '', 'service/key'), 'utf8').trim(),
      'github.base_ref': 'main',
    },
    replace: (text) => text.replace('https://aispm.example.com/api/v1', toActual('http://127.0.0.1:4030/api/v1')),
  });
}

it('shows how to get from an empty folder to findings, to their resolution, and to the jobs of a workflow', () =>
  followGuide('scan-a-repository', {
    ports: [4030],
    look: ({ where }, reader) => runScanJob(where.replace('the job ', ''), reader),
  }));
