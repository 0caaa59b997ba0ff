/** The way of a repository from the scanner to the findings of the service, and back to its lines. */
import { basename } from 'node:path';
import { listIssues, updateIssue } from '@aispm/client';
import { sampleByHash } from '@aispm/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLE, outputOf } from '../readme-examples.ts';
import { type Checkout, createCheckout } from './command.ts';
import { reformat } from './reformat.ts';
import { customsDesk } from './repositories/customs-desk.ts';
import { portSystems } from './repositories/port-systems.ts';
import { type ExpectedFinding, edit, type Repository } from './repositories/repository.ts';
import { shippingPortal } from './repositories/shipping-portal.ts';
import { type DatabaseKind, type ServiceProcess, startService, type Workspace } from './service-process.ts';
import { describeFindings, readFindings, readState } from './state.ts';

const REPOSITORIES = [customsDesk, portSystems, shippingPortal];
/** The rules of which all findings are expected. */
export const RULES = new Set(
  REPOSITORIES.flatMap(({ findings, change }) => [...findings, ...(change ? [change.finding] : [])]).map(
    ({ rule }) => rule,
  ),
);
const workspaceOf = ({ target }: Repository) => basename(target);

/** Tests a service on a database. */
export function describeFindingsOn(kind: DatabaseKind): void {
  describe(`a service on ${kind}`, () => {
    let service: ServiceProcess;
    beforeAll(async () => {
      service = await startService(kind, [...REPOSITORIES.map(workspaceOf), 'gate', 'readme']);
    }, 180_000);
    afterAll(() => service?.close());

    it('gets the example of the README, which shows the findings', async () => {
      const checkout = createCheckout('github.com/example/desk');
      try {
        checkout.commit(EXAMPLE);
        const { environment } = service.workspace('readme');
        const { code, out } = await checkout.scan(['--upload', '--fail-on', 'high'], environment);
        const shown = out
          .slice(out.indexOf('Findings: '))
          .replace(/(?<=scan )[0-9a-f-]{36}/, '01a1ed3d-9da4-73a0-bb8a-b420916f0a55');
        expect([code, shown]).toEqual([1, outputOf('npx --no-install aispm-scan --upload --fail-on high')]);
      } finally {
        checkout.close();
      }
    });

    describe('with --fail-on', () => {
      let checkout: Checkout;
      let gate: Workspace;
      beforeAll(() => {
        checkout = createCheckout(customsDesk.target);
        checkout.commit(customsDesk.files);
        gate = service.workspace('gate');
      });
      afterAll(() => checkout?.close());

      it('exits with 1 until all findings of that severity are fixed or suppressed', async () => {
        const args = ['--upload', '--fail-on', 'critical'];
        const first = await checkout.scan(args, gate.environment);
        expect([first.code, first.err]).toEqual([1, expect.stringMatching(/^aispm-scan: 1 finding reaches .*\n$/)]);
        const { items } = await listIssues(gate.client, { severity: ['critical'] });
        for (const { issue_id: id } of items) {
          const body = { status: 'suppressed', status_reason: 'false_positive' } as const;
          await updateIssue(gate.client, { id, body });
        }
        const second = await checkout.scan(args, gate.environment);
        expect([second.code, second.err]).toEqual([0, '']);
        expect(second.out).not.toContain('critical');
      });

      it('exits with 3 and a remedy when the key may only read, or is unknown', async () => {
        for (const [token, remedy] of [
          [service.readOnlyKey, 'Use an API key that may write'],
          ['aispm_unknown', 'Set AISPM_TOKEN to a valid API key'],
        ] as const) {
          const { code, err } = await checkout.scan(['--upload'], { ...gate.environment, AISPM_TOKEN: token });
          expect([code, err]).toEqual([
            3,
            expect.stringMatching(new RegExp(`^aispm-scan: The service .*${remedy}.*\n$`)),
          ]);
        }
      });
    });

    describe.each(sampleByHash(REPOSITORIES, ({ target }) => target, 3))('with $target', (repository) => {
      let checkout: Checkout;
      let workspace: Workspace;
      beforeAll(() => {
        checkout = createCheckout(repository.target);
        workspace = service.workspace(workspaceOf(repository));
      });
      afterAll(() => checkout?.close());

      /** Scans the present files, and returns what the command prints after its findings. */
      async function upload(): Promise<string> {
        const { code, out, err } = await checkout.scan(['--upload'], workspace.environment);
        expect([code, err]).toEqual([0, '']);
        return out.slice(out.lastIndexOf('Uploaded as'));
      }

      async function findings(): Promise<ExpectedFinding[]> {
        const found = describeFindings(checkout.folder, await readFindings(workspace.client));
        return found.filter(({ rule }) => RULES.has(rule));
      }

      it('has the expected findings, which point to the right lines', async () => {
        checkout.commit(repository.files);
        await upload();
        expect(sort(await findings())).toEqual(sort(repository.findings));
      });

      it('has the same findings as a scan without the service', async () => {
        const { out } = await checkout.scan(['--output', 'sarif'], {});
        const results = JSON.parse(out).runs[0].results.filter(
          ({ kind }: { kind?: string }) => kind !== 'informational',
        );
        const local = results.map(
          (result: { ruleId: string; partialFingerprints: Record<string, string>; message: { text: string } }) => [
            result.ruleId,
            result.partialFingerprints['aispmFingerprint/v1'],
            result.message.text,
          ],
        );
        const stored = await readFindings(workspace.client);
        const remote = stored.map(({ rule_id, fingerprint, message }) => [rule_id, fingerprint, message]);
        expect(local.toSorted()).toEqual(remote.toSorted());
      });

      it('changes nothing when the unchanged repository is scanned again', async () => {
        const before = await readState(workspace.client);
        expect(await upload()).toContain(' 0 findings resolved');
        expect(await readState(workspace.client)).toEqual(before);
      });

      it('opens and resolves nothing when lines have moved and all files have another form', async () => {
        const before = await readState(workspace.client);
        const files = reformat(repository.files);
        expect(
          Object.entries(files).filter(([path, text]) => repository.files[path] !== text).length,
        ).toBeGreaterThanOrEqual(2);
        checkout.commit(files);
        expect(await upload()).toContain(' 0 findings resolved');
        expect(withoutPositions(await readState(workspace.client))).toEqual(withoutPositions(before));
      });

      const { change } = repository;
      if (change !== undefined)
        it('has one more finding when a change makes something worse', async () => {
          checkout.commit(edit(repository.files, change.edits));
          expect(await upload()).toContain(' 0 findings resolved');
          expect(sort(await findings())).toEqual(sort([...repository.findings, change.finding]));
        });

      it('no longer has findings when the repository is fixed', async () => {
        const before = await readFindings(workspace.client);
        checkout.commit(edit(repository.files, repository.fixes));
        expect(await upload()).toContain(` ${before.length} findings resolved`);
        expect(await readFindings(workspace.client)).toEqual([]);
      });
    });
  });
}

function sort(findings: readonly ExpectedFinding[]): readonly ExpectedFinding[] {
  return findings.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Everything but where the lines are now. */
function withoutPositions(state: readonly Record<string, unknown>[]): unknown {
  return state.map((record) => ({ ...record, location: (record.location as { location_id?: string })?.location_id }));
}
