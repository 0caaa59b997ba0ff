import type { Job } from '../jobs/job.ts';
import type { Services } from '../services.ts';
export async function carryOut(_job: Job, _services: Services): Promise<void> {}
