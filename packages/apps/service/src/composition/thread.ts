/** The program of a thread: the tasks of `platform/threads`. */
import workerpool from 'workerpool';
import { judgeResponse } from '../domains/evaluations/index.ts';
import { redactSecrets } from '../platform/redaction.ts';
import type { ThreadTask } from '../platform/threads/threads.ts';

const tasks: Record<ThreadTask, (argument: never) => unknown> = { judge: judgeResponse, redact: redactSecrets };

workerpool.worker(tasks as Record<ThreadTask, (...args: unknown[]) => unknown>);
