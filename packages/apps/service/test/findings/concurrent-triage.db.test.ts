/**
 * Many writers of one issue at the same time, over HTTP.
 *
 * @module-tag long
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import { createScan, IssueClient, scan, WORKSPACE } from './workspace.ts';

/** Writers with the same version, and how often they write. */
const WRITERS = 100;
const ROUNDS = 5;
/** Writers that read and try again until they have written. */
const PERSISTENT_WRITERS = 20;

describeOnDatabases('concurrent triage', (kind) => {
  let service: TestService;
  let issues: IssueClient;
  let id: string;

  beforeAll(async () => {
    service = await startService(kind);
    issues = new IssueClient(service, await service.key([WORKSPACE], 'ann@acme.example'));
    await scan(service, createScan(['acme.one']));
    id = (await issues.find('acme.one')).issue_id;
  });
  afterAll(() => service.close());

  const read = () => issues.send('GET', `/${id}`);
  /** Sends an update again while the service is too busy for it, as clients do: a 503 has changed nothing. */
  const patch = async (update: object, etag: string) => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const response = await issues.patch(id, update, etag);
      if (response.status !== 503) return response;
    }
    throw new Error('The service remained too busy.');
  };
  const addLine = (comment: string | null, line: string) => [comment ?? [], line].flat().join('\n');

  it('of one version succeeds for exactly one writer, and others get 412', async () => {
    const written: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { etag, body } = await read();
      const lines = Array.from({ length: WRITERS }, (_, writer) => `round ${round} writer ${writer}`);
      const responses = await Promise.all(
        lines.map((line) => patch({ status_comment: addLine(body.status_comment, line) }, etag)),
      );
      const winners = lines.filter((_, writer) => responses[writer]?.status === 200);
      expect(winners).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 412)).toHaveLength(WRITERS - 1);
      written.push(...winners);
    }
    expect((await read()).body.status_comment.split('\n')).toEqual(written);
  });

  it('loses no update of writers that retry during batches and scans', async () => {
    await issues.patch(id, { status_comment: null });
    const write = async (line: string) => {
      for (;;) {
        const { etag, body } = await read();
        const { status } = await patch({ status_comment: addLine(body.status_comment, line) }, etag);
        if (status === 200) return;
        expect(status).toBe(412);
      }
    };
    const writeOther = async () => {
      for (let round = 0; round < 5; round += 1) {
        await scan(service, createScan(['acme.one']));
        await issues.send('PATCH', '', { updates: [{ issue_id: id, assignee: `user ${round}` }] });
      }
    };
    const lines = Array.from({ length: PERSISTENT_WRITERS }, (_, writer) => `line ${writer}`);
    await Promise.all([...lines.map(write), writeOther()]);
    const { body } = await read();
    expect(body.status_comment.split('\n').toSorted()).toEqual(lines.toSorted());
    expect(body.assignee).toBe('user 4');
    const written = (await issues.history(id)).filter(({ after }) => after.status_comment?.includes('line'));
    expect(written).toHaveLength(PERSISTENT_WRITERS);
  });
});
