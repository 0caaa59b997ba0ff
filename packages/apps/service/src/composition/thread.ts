/** The program of a thread. It loads only what its tasks need. */
import { judgeResponse } from '../domains/evaluations/judging/judge-response.ts';
import { redactSecrets } from '../platform/redaction/redaction.ts';
import { runTasks } from '../platform/threads/threads.ts';

runTasks({ judge: judgeResponse, redact: redactSecrets });
