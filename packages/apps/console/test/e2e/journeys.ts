/** User journeys in the console, for every implementation of the API. */
import { sampleByHash } from '@aispm/testing';
import { describe, expect, it } from 'vitest';
import { SCREENS } from '../all-screens.ts';
import type { Backend } from '../backends/mock.ts';
import { follow, followAfresh, startConsole } from '../console.ts';
import { type MockClock, RUN_MS } from '../mock-clock.ts';
import { readNumbers } from '../shown-numbers.ts';

/** Wait for the end of a run. */
const WAIT = { timeout: 60_000, interval: 250 };

/** An implementation of the API. */
interface Implementation {
  /** Starts the implementation of the API, and its console. */
  start: () => Promise<Backend>;
  /** Whether other tests cover every screen, so that a sample of the dashboard's links is enough. */
  isQuick?: boolean;
  /** Stops the clock of the API until the test ends, if that's possible. */
  stopClock?: () => MockClock;
}

/** Defines the tests of user journeys on an implementation of the API. */
export function describeJourneys(name: string, { start, isQuick = false, stopClock }: Implementation): void {
  describe(`the console on ${name}`, () => {
    const tested = startConsole(() => start());
    const tags = isQuick ? ['nightly'] : [];

    if (!isQuick)
      it('shows the sample data on every screen', async () => {
        const page = await tested.visit();
        await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
        for (const { path, heading, shows } of SCREENS) {
          await follow(page, tested.screen(path));
          await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
          await page.getByText(shows).first().waitFor();
        }
      });

    it('links every number of the dashboard to a list with as many rows', async () => {
      const page = await tested.visit();
      await page.getByRole('region', { name: 'Top issues' }).getByRole('cell').getByRole('link').first().waitFor();
      const numbers = await readNumbers(page);
      await page.getByRole('button', { name: 'Show as table' }).click();
      await page.getByRole('table', { name: 'Unresolved issues by day' }).waitFor();
      numbers.push(...(await readNumbers(page)));
      expect(numbers.filter(({ href }) => href === undefined)).toEqual([]);
      const links = new Map(
        numbers.map(({ text, href = '' }) => {
          const path = href.replace(tested.url, '');
          return [`${text} ${path}`, { text, path }];
        }),
      );
      expect(links.size).toBeGreaterThan(35);
      for (const [, { text, path }] of isQuick ? sampleByHash([...links], ([name]) => name, 4) : links) {
        const expected = Number(/\d+/.exec(text)?.[0]);
        await followAfresh(page, path);
        const rows = page.locator('tbody tr[aria-rowindex]');
        await expect.poll(() => rows.count(), { message: `${text}: ${path}` }).toBe(expected);
        if (expected === 0) await page.getByRole('heading', { name: /^No / }).waitFor();
      }
    });

    it('links from the dashboard to the source line of the worst issue', async () => {
      const page = await tested.visit();
      await page.getByRole('region', { name: 'Top issues' }).getByRole('link').first().click();
      const issue = page.getByRole('article', { name: 'Issue' });
      await issue.getByRole('heading', { name: 'MCP server without authentication' }).waitFor();
      await issue.getByRole('link', { name: 'mcp.json:3' }).click();
      await page.getByRole('heading', { name: 'mcp.json', level: 1 }).waitFor();
      const source = page.getByRole('region', { name: 'Source lines' });
      expect((await source.textContent())?.startsWith('3')).toBe(true);
      expect(await source.textContent()).toContain('customs-gateway');
    });

    it('suppresses an issue by keyboard, and reopens it', async () => {
      const page = await tested.visit(tested.screen('/issues'));
      await page.getByRole('table', { name: 'Issues' }).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      const issue = page.getByRole('article', { name: 'Issue' });
      await issue.getByText('Open', { exact: true }).first().waitFor();
      await page.keyboard.press('e');
      await issue.getByText('In progress', { exact: true }).first().waitFor();
      await page.keyboard.press('s');
      const dialog = page.getByRole('dialog', { name: 'Suppress issue' });
      await dialog.getByLabel('Reason').selectOption('accepted_risk');
      await dialog.getByLabel('Comment').fill('Accepted until the gateway is replaced.');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await issue.getByText('Accepted until the gateway is replaced.').first().waitFor();
      await issue.getByRole('button', { name: 'Reopen' }).click();
      await issue.getByRole('button', { name: 'Start work' }).waitFor();
    });

    it('shows a change that another user made in the meantime, and asks what to do', async () => {
      const page = await tested.visit(tested.screen('/issues'));
      await page.getByRole('link', { name: 'Destructive tool without an output guardrail' }).click();
      const issue = page.getByRole('article', { name: 'Issue' });
      await issue.getByRole('button', { name: 'Start work' }).waitFor();
      const id = page.url().split('/').at(-1);
      // From the page, because the records of Mock Service Worker live there.
      const status = await page.evaluate(
        async ({ url, key }) => {
          const response = await fetch(url, {
            method: 'PATCH',
            headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            body: JSON.stringify({ assignee: 'mei.tanaka@haldenfreight.example' }),
          });
          return response.status;
        },
        { url: `${tested.api}/issues/tenants/halden-freight/workspaces/production/${id}`, key: tested.key },
      );
      expect(status).toBe(200);
      await issue.getByRole('button', { name: 'Start work' }).click();
      await issue.getByText('Someone else changed this issue').waitFor();
      await issue.getByRole('button', { name: 'Apply mine' }).click();
      await issue.getByText('In progress', { exact: true }).first().waitFor();
      await issue.getByText('mei.tanaka@haldenfreight.example').first().waitFor();
    });

    it('shows the objects around an agent as a graph, and their relations as a table', async () => {
      const page = await tested.visit(tested.screen('/agents'));
      await page.getByRole('link', { name: 'Customs Desk' }).click();
      await page.getByRole('link', { name: 'Graph', exact: true }).click();
      const graph = page.getByRole('region', { name: 'Neighbourhood' });
      const [, objects, relations] =
        /(\d+) objects, (\d+) relations/.exec((await graph.getByText(/objects, \d+ relations/).textContent()) ?? '') ??
        [];
      expect(Number(objects)).toBeGreaterThan(5);
      const links = graph.locator('svg').getByRole('link');
      await expect.poll(() => links.count()).toBe(Number(objects));
      // Reloading the page would ask for the key.
      await graph
        .locator('svg')
        .getByRole('link', { name: /File declaration/ })
        .click();
      await page.getByRole('heading', { name: 'File declaration', level: 1 }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Customs Desk', level: 1 }).waitFor();
      await graph.getByRole('button', { name: 'Show as table' }).click();
      await expect.poll(() => graph.locator('tbody').getByRole('row').count()).toBe(Number(relations));
      await graph.getByRole('link', { name: 'Customs Gateway' }).first().click();
      await page.getByRole('heading', { name: 'Customs Gateway', level: 1 }).waitFor();
    });

    it('attaches an evaluation to an agent, runs it twice, and compares the runs', { tags }, async () => {
      const page = await tested.visit(tested.screen('/evaluations'));
      await page.getByRole('button', { name: 'Attach evaluation…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Attach evaluation' });
      const agent = dialog.getByRole('listbox', { name: 'Agent' });
      await agent.getByRole('option', { name: 'Shipment Tracker' }).waitFor();
      await dialog.getByLabel('Find agent').fill('customs');
      await agent.getByRole('option', { name: 'Shipment Tracker' }).waitFor({ state: 'detached' });
      await agent.selectOption({ label: 'Customs Desk' });
      await dialog.locator('select[name=evaluation]').selectOption({ label: 'Guardrail unblocked rate' });
      await dialog.getByLabel('Schedule').selectOption('weekly');
      await dialog.getByLabel(/^Name/).fill('Weekly unblocked rate');
      await dialog.getByRole('button', { name: 'Attach evaluation' }).click();
      await page.getByRole('heading', { name: 'Weekly unblocked rate', level: 1 }).waitFor();
      expect(await page.getByLabel('Schedule').inputValue()).toBe('weekly');

      const runs = page.getByRole('table', { name: 'Recent runs' });
      const clock = stopClock?.();
      for (const count of [1, 2]) {
        await page.getByRole('button', { name: 'Run now' }).click();
        if (clock !== undefined) {
          await page.getByRole('button', { name: 'Stop run' }).waitFor();
          clock.advance(RUN_MS);
        }
        await expect.poll(() => runs.getByRole('cell', { name: 'Completed' }).count(), WAIT).toBe(count);
      }
      await page.getByRole('img', { name: /^Scores of the last 2 scored runs: / }).waitFor();
      await runs.getByRole('link').first().click();
      await page.getByText(/^Completed, score [\d.]+ \(95 % interval [\d.]+–[\d.]+\), \d+ of \d+ passed$/).waitFor();
    });

    it('stops an evaluation run', { tags }, async () => {
      const page = await tested.visit(tested.screen('/evaluations'));
      await page.getByRole('link', { name: 'Prompt injection through customs papers' }).click();
      const cancelled = page.getByRole('table', { name: 'Recent runs' }).getByRole('cell', { name: 'Cancelled' });
      await cancelled.waitFor();
      const start = page.getByRole('button', { name: 'Run now' });
      const stop = page.getByRole('region', { name: 'Current run' }).getByRole('button', { name: 'Stop run' });
      const rows = page.getByRole('table', { name: 'Recent runs' }).getByRole('row');
      // The service may end a run before the test can stop it.
      for (let attempt = 0; attempt < 5 && (await cancelled.count()) === 1; attempt += 1) {
        const countBefore = await rows.count();
        await start.click();
        await expect
          .poll(async () => (await stop.count()) + (await rows.count()) - countBefore, WAIT)
          .toBeGreaterThan(0);
        await stop.evaluateAll((buttons) => {
          for (const button of buttons as HTMLElement[]) button.click();
        });
        await expect.poll(() => start.isEnabled(), WAIT).toBe(true);
      }
      await expect.poll(() => cancelled.count()).toBe(2);
    });

    it('shows the conversation of a prompt that failed in a run', async () => {
      const page = await tested.visit(tested.screen('/runs/01a1bf52-3e8e-76bb-a774-fe45d04de057'));
      await page.getByText(/score 0\.81/).waitFor();
      const failed = page
        .getByRole('region', { name: 'Results' })
        .getByRole('group')
        .filter({ hasText: 'failed' })
        .first();
      await failed.locator('summary').click();
      await failed.getByRole('heading', { name: 'assistant' }).first().waitFor();
    });

    it('saves owners and labels of an object, and removes a label', async () => {
      const page = await tested.visit(tested.screen('/agents'));
      await page.getByRole('link', { name: 'Shipment Tracker' }).click();
      const saved = page.getByText('Saved.');
      const save = page.getByRole('button', { name: 'Save owners and labels' });
      await page.getByRole('button', { name: 'Add owner' }).click();
      await page
        .getByRole('textbox', { name: /^Owner/ })
        .last()
        .fill('Chat team, second line');
      await page.getByRole('button', { name: 'Add label' }).click();
      await page
        .getByLabel(/^Name of label/)
        .last()
        .fill('pilot');
      await page.getByLabel('Value of label pilot').fill('a=b, c');
      await save.click();
      await saved.waitFor();
      await page.getByRole('link', { name: 'Agents' }).first().click();
      const row = page.getByRole('row').filter({ hasText: 'Shipment Tracker' });
      await row.getByText('Chat team, second line').waitFor();

      await row.getByRole('link', { name: 'Shipment Tracker' }).click();
      expect(await page.getByLabel('Value of label pilot').inputValue()).toBe('a=b, c');
      await page.getByRole('button', { name: 'Remove label pilot' }).click();
      await save.click();
      await saved.waitFor();
      await page.getByRole('link', { name: 'Agents' }).first().click();
      await row.getByRole('link', { name: 'Shipment Tracker' }).click();
      await page.getByRole('button', { name: 'Add label' }).waitFor();
      await expect.poll(() => page.getByLabel('Value of label pilot').count()).toBe(0);
    });

    it('shows a new API key once, and revokes it', async () => {
      const page = await tested.visit(tested.screen('/settings'));
      await page.getByLabel('Name', { exact: true }).fill('Key of a test');
      await page.getByRole('button', { name: 'Create API key' }).click();
      const secret = await page.getByRole('status').locator('code').textContent();
      expect(secret?.length).toBeGreaterThan(20);
      await page.getByRole('link', { name: 'Issues', exact: true }).click();
      await page.getByRole('heading', { name: 'Issues', level: 1 }).waitFor();
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Revoke Key of a test' }).click();
      expect(await page.content()).not.toContain(secret);
      await page.getByRole('button', { name: 'Revoke Key of a test' }).click();
      await expect.poll(() => page.getByText('Key of a test').count()).toBe(0);
    });

    it('reports no errors', () => {
      // The browser logs the conflict that a test causes.
      expect(tested.errors.filter((error) => !error.includes('412'))).toEqual([]);
    });
  });
}
