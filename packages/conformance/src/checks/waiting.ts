/** Waits for jobs to end. */
import type { Endpoint, Json } from '../endpoint.js';
import { fault } from '../form.js';
import type { Cell } from '../results.js';
import type { Answer, Suite } from '../suite.js';

/** Asks for a job until it has ended, as often as the server says; holds every step to the one before. */
export async function follow(
  suite: Suite,
  cell: Cell,
  endpoint: Endpoint,
  path: Json,
  job: { hasEnded(body: Json): boolean; check(answer: Answer, before: Json | undefined): void },
): Promise<Answer | undefined> {
  const end = Date.now() + suite.limits.wait * 1000;
  let before: Json | undefined;
  for (;;) {
    const answer = await suite.send(cell, endpoint, { path, query: {}, headers: {} }, { statuses: [200] });
    if (!answer.isRight) return undefined;
    job.check(answer, before);
    const hasEnded = job.hasEnded(answer.json);
    const wait = answer.headers['retry-after'];
    answer.note((wait === undefined) === hasEnded, () =>
      fault('header', 'Retry-After', hasEnded ? 'nothing once it has ended' : 'seconds to wait', wait),
    );
    if (hasEnded) return answer;
    const seconds = Number(wait) || 1;
    if (Date.now() + seconds * 1000 > end) {
      cell.note(false, () => ({
        ...fault('body', '', `an end within ${suite.limits.wait} seconds (--wait)`, answer.json),
        request: `GET ${endpoint.path}`,
        requestId: answer.headers['x-request-id'] ?? '',
      }));
      return undefined;
    }
    before = answer.json;
    await suite.transport.pause(seconds);
  }
}

/** Whether a move from one state to another is one of those that there are. */
export function isMove(moves: Readonly<Record<string, readonly string[]>>, from: unknown, to: unknown): boolean {
  return from === to || moves[String(from)]?.includes(String(to)) === true;
}
