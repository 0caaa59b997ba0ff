/** @module-tag long */
import { expect, it } from 'vitest';
import { holdRequests, startConsole } from './console.ts';
import { RUN_MS, stopMockClock } from './mock-clock.ts';

/** Half the duration of a mock's run. */
const HALF_DONE_MS = 3_000;

const tested = startConsole();

it('an evaluation can be attached to an agent, run, stopped and detached', { tags: ['nightly'] }, async () => {
  const page = await tested.signIn(tested.screen('/evaluations'));
  await page.getByRole('button', { name: 'Attach evaluation…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Attach evaluation' });
  // Before the search, all agents are listed.
  await dialog.getByRole('option', { name: 'Customs Desk' }).waitFor();
  await dialog.getByLabel('Find agent').fill('tracker');
  await dialog.getByRole('option', { name: 'Customs Desk' }).waitFor({ state: 'detached' });
  const agents = dialog.getByRole('listbox', { name: 'Agent' });
  await agents.selectOption({ index: 0 });
  const agent = (await agents.getByRole('option').first().textContent()) ?? '';
  await dialog.locator('select[name=evaluation]').selectOption({ label: 'Prompt injection' });
  await dialog.getByLabel('Schedule').selectOption('weekly');
  await dialog.getByLabel(/^Name/).fill('Weekly injection');
  await dialog.getByRole('button', { name: 'Attach evaluation' }).click();

  await page.getByRole('heading', { name: 'Weekly injection', level: 1 }).waitFor();
  await page.getByRole('link', { name: agent, exact: true }).waitFor();
  expect(await page.getByLabel('Schedule').inputValue()).toBe('weekly');
  await page.getByLabel('Schedule').selectOption('');
  await page.getByText('Saved.').waitFor();
  await page.reload();
  await page.getByLabel('API key').fill(tested.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('This evaluation has not run yet.').waitFor();
  expect(await page.getByLabel('Schedule').inputValue()).toBe('');

  const clock = stopMockClock();
  await page.getByRole('button', { name: 'Run now' }).click();
  const current = page.getByRole('region', { name: 'Current run' });
  await current.getByRole('link', { name: 'Follow the run' }).click();
  await page.getByText('Queued, 0 %').waitFor();
  clock.advance(HALF_DONE_MS);
  await page.getByText('Running, 50 %').waitFor();
  clock.advance(RUN_MS);
  await page.getByText(/^Completed, score [\d.]+ \(95 % interval [\d.]+–[\d.]+\), \d+ of \d+ passed$/).waitFor();
  await page.getByRole('link', { name: 'Weekly injection' }).click();
  await page.getByRole('table', { name: 'Recent runs' }).getByText('Completed').waitFor();

  await page.getByRole('button', { name: 'Run now' }).click();
  await current.getByRole('button', { name: 'Stop run' }).click();
  await current.getByRole('button', { name: 'Stopping' }).waitFor();
  clock.advance(RUN_MS);
  await page.getByRole('table', { name: 'Recent runs' }).getByText('Cancelled').waitFor();
  await page.getByRole('button', { name: 'Detach…' }).click();
  await page.getByRole('button', { name: 'Detach Weekly injection' }).click();
  await page.getByRole('table', { name: 'Attached evaluations' }).waitFor();
  await page.getByText('Weekly injection').waitFor({ state: 'detached' });
});

it('an agent selected during a search stays selected', async () => {
  const page = await tested.visit(tested.screen('/evaluations'));
  await page.getByRole('button', { name: 'Attach evaluation…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Attach evaluation' });
  await dialog.getByRole('option', { name: 'Customs Desk' }).waitFor();
  const release = await holdRequests(page, '**/aispm-agents/**name=tracker**');
  await dialog.getByLabel('Find agent').fill('tracker');
  const agents = dialog.getByRole('listbox', { name: 'Agent' });
  await agents.selectOption({ label: 'Customs Desk' });
  const chosen = await agents.inputValue();
  release();
  await dialog.getByText('Searching').waitFor({ state: 'detached' });
  await expect.poll(() => agents.getByRole('option').count()).toBe(2);
  expect(await agents.inputValue()).toBe(chosen);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

it('an evaluation compares the scores of recent runs, and links to the conversations of failed prompts', async () => {
  const page = await tested.signIn(tested.screen('/evaluations'));
  await page.getByRole('link', { name: 'Prompt injection through customs papers' }).click();
  await page.getByRole('img', { name: 'Scores of the last 5 scored runs: 0.71, 0.74, 0.78, 0.83, 0.81' }).waitFor();
  const runs = page.getByRole('table', { name: 'Recent runs' });
  await expect.poll(() => runs.getByRole('cell', { name: '−0.02' }).count()).toBe(1);
  await expect.poll(() => runs.getByRole('cell', { name: '+0.05' }).count()).toBe(1);
  await expect.poll(() => runs.getByRole('cell', { name: '0.73–0.87' }).count()).toBe(1);
  await page.getByText('From 0 to 1; higher is better.').waitFor();
  await page.getByRole('table', { name: 'Scores by category' }).getByRole('rowheader').first().waitFor();
  await runs.getByText(/^Customs Desk did not answer five requests in a row/).waitFor();
  const failed = runs.getByRole('row').filter({ hasText: '0.81' }).getByRole('link', { name: '22' });
  await failed.click();
  await page.getByRole('heading', { name: 'Evaluation run' }).waitFor();
  expect(new URL(page.url()).search).toBe('?status=failed');
  const prompt = page.getByText(/^Prompt \d+: Failed/).first();
  await prompt.click();
  await page.getByRole('heading', { name: 'assistant' }).first().waitFor();
  await expect.poll(() => page.getByText(/^Prompt \d+: Passed/).count()).toBe(0);
  await page.getByLabel('Status').selectOption('');
  await page
    .getByText(/^Prompt \d+: Passed/)
    .first()
    .waitFor();
});

it('an evaluation explains why a run was not started', async () => {
  const page = await tested.signIn(tested.screen('/evaluations'));
  await page.getByRole('link', { name: 'Prompt injection through customs papers' }).click();
  await page.route('**/run', (route) =>
    route.fulfill({
      status: 409,
      json: { code: 409, reason: 'run_active', message: 'This evaluation has a run that has not ended.' },
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByText('The run was not started. This evaluation has a run that has not ended.').waitFor();
});

it('a run shows its evaluation, trigger and time', async () => {
  const page = await tested.visit(tested.screen('/runs/01a1bf52-3e8e-76bb-a774-fe45d04de057'));
  await page.getByText('last week').or(page.getByText('days ago')).first().waitFor();
  await page.getByText('Schedule', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Prompt injection through customs papers' }).click();
  await page.getByRole('heading', { name: 'Prompt injection through customs papers', level: 1 }).waitFor();
});
