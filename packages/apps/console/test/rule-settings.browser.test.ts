/** @module-tag long */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { horizontalScrolls, violations } from './accessibility.ts';
import { startConsole } from './console.ts';

const RULE = 'MCP server without authentication';

const tested = startConsole();

it('a rule is switched off with a reason, the list says so in every window, and undoing switches it on', async () => {
  const page = await tested.signIn(tested.screen('/rules'));
  await page.getByRole('link', { name: RULE }).click();
  const panel = page.getByRole('article', { name: 'Rule' });
  await panel.getByRole('button', { name: 'Switch off…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch off this rule' });
  await dialog.getByLabel(/^Reason/).fill('The gateway asks for credentials.');
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await page.getByText(`“${RULE}”: switched off.`).waitFor();
  await panel.getByRole('definition').getByText('The gateway asks for credentials.').waitFor();
  await expect.poll(() => row(page).textContent()).toMatch(/Off.*High/);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violations(page), `${width} px`).toEqual([]);
    expect(await horizontalScrolls(page), `${width} px`).toEqual([]);
  }
  await page.getByRole('link', { name: 'Close' }).click();
  expect(await row(page).getByText('Off').isVisible()).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('u');
  await page.getByText(`“${RULE}” again: switched on.`).waitFor();
  await expect.poll(() => row(page).textContent()).not.toMatch(/Off/);
});

it('a rule gets another severity, next to which the list shows the original one', async () => {
  const page = await tested.signIn(tested.screen('/rules'));
  await page.getByRole('link', { name: RULE }).click();
  await rate(page, 'Low');
  await page.getByText(`“${RULE}”: severity changed from High to Low.`).waitFor();
  await expect.poll(() => row(page).textContent()).toMatch(/○ Low.*was.*▲ High/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(`“${RULE}” again: severity changed from Low to High.`).waitFor();
  await expect.poll(() => row(page).textContent()).not.toMatch(/was/);
});

it('a concurrent change of a rule is shown, and only overwritten on request', async () => {
  const page = await tested.signIn(tested.screen('/rules'));
  await page.getByRole('link', { name: RULE }).click();
  await page.getByRole('button', { name: 'Switch off…' }).waitFor();
  const url = `${tested.api}/rules/tenants/halden-freight/workspaces/production/mcp-server-without-auth`;
  const read = async () => (await (await fetch(url, { headers })).json()) as Record<string, unknown>;
  const headers = { authorization: `Bearer ${tested.key}`, 'content-type': 'application/json' };
  await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ severity_override: 'info' }) });
  await rate(page, 'Medium');
  await page.getByText(`Someone else changed “${RULE}”: severity changed from High to Info.`).waitFor();
  expect((await read()).severity_override).toBe('info');
  await page.getByRole('button', { name: 'Apply mine' }).click();
  await page.getByText(`“${RULE}”: severity changed from Info to Medium.`).waitFor();
  expect((await read()).severity_override).toBe('medium');
});

/** The row of the rule in the list. */
function row(page: Page) {
  return page.getByRole('table', { name: 'Rules' }).getByRole('row').filter({ hasText: RULE });
}

async function rate(page: Page, severity: string): Promise<void> {
  await page.getByRole('button', { name: 'Change severity…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Severity in this workspace' });
  await dialog.getByLabel('Severity').selectOption(severity);
  await dialog.getByRole('button', { name: 'Change severity' }).click();
}
