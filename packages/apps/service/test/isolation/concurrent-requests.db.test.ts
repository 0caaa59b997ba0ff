/**
 * Requests of several callers at the same time, which share connections, and some of which are aborted.
 *
 * @module-tag long
 */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../databases/databases.ts';
import { getJson, startService } from '../service.ts';
import { markFor, PRINCIPALS, type Principal, seedPrincipal } from './principals.ts';

/** One caller of each workspace. */
const CALLERS = PRINCIPALS.filter(({ userId }) => userId !== 'user-mate');
const REQUESTS = 300;

describeOnDatabases('concurrent requests', (kind) => {
  it('only get records of their workspace, even if other requests are aborted', async () => {
    const service = await startService(kind);
    const callers: { principal: Principal; token: string; paths: string[] }[] = [];
    for (const principal of CALLERS) {
      await seedPrincipal(service.database, principal);
      const token = await service.key([principal], principal.userId);
      callers.push({ principal, token, paths: await listPaths(principal, token) });
    }
    const outcomes = await Promise.all(
      Array.from({ length: REQUESTS }, async (_, index) => {
        const { principal, token, paths } = callers[
          (index * 5 + (index >> 4)) % callers.length
        ] as (typeof callers)[number];
        const path = paths[index % paths.length] as string;
        for (let turns = 0; turns < index % 7; turns += 1) await turn();
        if (index % 6 === 5) return abort(path, token, index % 4);
        const response = await service.send(path, { token });
        return { principal, path, status: response.status, text: await response.text() };
      }),
    );
    const completed = outcomes.filter((outcome) => outcome !== undefined);
    expect(completed.length).toBeGreaterThan(REQUESTS / 2);
    for (const { principal, path, status, text } of completed) {
      const marks = CALLERS.map(({ workspaceId }) => markFor(workspaceId)).filter((mark) => text.includes(mark));
      expect({ path, status, marks }).toEqual({ path, status: 200, marks: [markFor(principal.workspaceId)] });
    }
    await expect.poll(() => service.database.pool.open - service.database.pool.idle).toBe(0);
    await service.close();

    async function listPaths({ tenantId, workspaceId }: Principal, token: string): Promise<string[]> {
      const own = `tenants/${tenantId}/workspaces/${workspaceId}`;
      const lists = [
        `/aispm-agents/${own}`,
        `/aispm-tools/${own}`,
        `/aispm-models/${own}`,
        `/fine-grained-issues/${own}`,
      ];
      const ids = ['aispm_object_id', 'aispm_object_id', 'aispm_object_id', 'fine_grained_issue_id'];
      const records = await Promise.all(
        lists.map(async (list, index) => {
          const { body } = await getJson(service, list, token);
          return `${list}/${body.items[0][ids[index] as string]}`;
        }),
      );
      return [...lists, ...records];
    }

    async function abort(path: string, token: string, turns: number): Promise<undefined> {
      const controller = new AbortController();
      const response = service.send(path, { token, signal: controller.signal }).catch(() => {});
      for (let count = 0; count < turns; count += 1) await turn();
      controller.abort();
      await response;
    }
  });
});
