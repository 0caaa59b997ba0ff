/** A React application, written as the guides recommend, shows consistent numbers on all screens, in every mode of the mock. */
import { currentTier } from '@aispm/testing';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApplicationPage } from './application-page.ts';
import { type Application, buildApplication, MODES } from './application-site.ts';

/** The menu: the dashboard and the lists of the application. */
const MENU = ['#/', '#/agents', '#/issues', '#/runs', '#/views'];

/** The screens, by the first segment of their routes. */
const SCREENS = [
  '',
  'agents',
  'assets',
  'issues',
  'locations',
  'mcp_servers',
  'models',
  'occurrences',
  'runs',
  'scans',
  'tools',
  'views',
];

const UNRESOLVED = 'status=open&status=in_progress&status=suppressed';

let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await buildApplication();
  browser = await chromium.connect(inject('browser'));
});
afterAll(async () => {
  await browser?.close();
  application?.remove();
});

/** Each push opens it in one mode. */
const isComplete = currentTier() === 'test:nightly';
const modes = MODES.filter(({ name }) => isComplete || name === 'state');

describe.each(modes)('with $name', ({ isStateful, ...mode }) => {
  let close: (() => Promise<void>) | undefined;
  let screen: ApplicationPage;

  beforeAll(async () => {
    const site = await application.serve({ isStateful, ...mode });
    close = site.close;
    screen = await ApplicationPage.open(browser, site.url);
  });
  afterAll(async () => {
    await screen?.page.close();
    await close?.();
  });

  const main = () => screen.page.getByRole('main');
  const press = (name: string) => main().getByRole('button', { name, exact: true }).first().click();
  const readText = async () => (await screen.read()).text;
  /** Waits until the application shows a screen, and returns its route: a list may show a new record earlier. */
  const waitForRoute = async (hash: RegExp) => {
    await expect.poll(() => new URL(screen.page.url()).hash).toMatch(hash);
    return new URL(screen.page.url()).hash;
  };
  const countRows = async (hash: string) => (await screen.visit(hash)).rows;

  /** Opens the first issue of a list. @returns its route */
  const openIssue = async (filters: string) => {
    const { links } = await screen.visit(`#/issues?${filters}`);
    const hash = links.find(({ count }) => count === undefined)?.hash ?? '';
    await screen.visit(hash);
    return hash;
  };

  it('sorts and filters agents', async () => {
    const readNames = async (hash: string) =>
      (await screen.visit(hash)).links.filter(({ count }) => count === undefined).map(({ text }) => text);
    const names = await readNames('#/agents');
    expect(names.length).toBeGreaterThan(2);
    expect(await readNames('#/agents?order=DESC')).toEqual(names.toReversed());
    const name = names.at(-1)?.toUpperCase() ?? '';
    await screen.page.getByLabel('Name').fill(name);
    const found = names.filter((other) => other.toUpperCase().includes(name));
    await expect.poll(async () => (await screen.read()).rows).toBe(found.length);
  });

  it.runIf(isStateful)('shows a changed status on all screens', async () => {
    const countToday = async () =>
      (await screen.visit('#/')).links.find(({ hash }) => hash === `#/issues?${UNRESOLVED}&severity=critical`)?.count ??
      0;
    const before = await countToday();
    expect(await countRows(`#/issues?${UNRESOLVED}&severity=critical`)).toBe(before);
    await openIssue('severity=critical&status=in_progress');
    await press('resolved');
    await expect.poll(readText).toContain('Status: resolved');
    expect(await countToday()).toBe(before - 1);
    expect(await countRows(`#/issues?${UNRESOLVED}&severity=critical`)).toBe(before - 1);
  });

  it.runIf(isStateful)('does not overwrite changes of another user', async () => {
    const id = (await openIssue('status=open')).split('/').at(-1);
    await screen.page.evaluate(async (issue) => {
      const api = new URLSearchParams(location.search).get('api') ?? '/api/v1';
      await fetch(`${api}/issues/tenants/halden-freight/workspaces/production/${issue}`, {
        method: 'PATCH',
        headers: { authorization: 'Bearer any-key', 'content-type': 'application/json' },
        body: JSON.stringify({ assignee: 'ana' }),
      });
    }, id);
    await press('in_progress');
    await expect.poll(readText).toContain('Someone else changed this issue.');
    expect(screen.errors.splice(0)).toEqual([expect.stringContaining('412')]);
    await press('Reload');
    expect(await readText()).toContain('Status: open');
    await press('in_progress');
    await expect.poll(readText).toContain('Status: in_progress');
  });

  it.runIf(isStateful)('shows a run and an export until they have ended', async () => {
    await screen.visit('#/views');
    await press('All agents');
    await press('Export');
    await expect.poll(readText).toContain('queued');
    const exported = await waitForRoute(/^#\/views\/[^/]+\/./);

    await screen.visit('#/runs');
    await main().getByRole('row', { name: 'failed' }).getByRole('button').click();
    await expect.poll(readText).toContain('queued');
    const run = await waitForRoute(/^#\/runs\/./);
    await expect.poll(readText).toContain('completed');
    const inLists = (await screen.visit('#/runs')).links.filter(({ hash }) => hash === run);
    expect(inLists.map(({ text }) => text)).toEqual(['completed', 'completed']);

    await screen.visit(exported);
    await expect.poll(readText).toContain('completed');
    const [rows] = (await screen.read()).links;
    expect(rows).toMatchObject({ hash: '#/agents', count: await countRows('#/agents') });
    const view = exported.split('/').slice(0, -1).join('/');
    expect((await screen.visit(view)).text).toMatch(/\tcompleted$/m);
  });

  it.runIf(!isStateful)('stores nothing: no screen changes', async () => {
    const readTexts = async () => {
      const texts: string[] = [];
      for (const hash of MENU) texts.push((await screen.visit(hash)).text);
      return texts;
    };
    const before = await readTexts();
    await openIssue('status=open');
    await press('in_progress');
    expect(await readText()).toContain('Status: open');
    await screen.visit('#/runs');
    await press('Start');
    await waitForRoute(/^#\/runs\/./);
    await screen.visit('#/views');
    await press('All agents');
    await expect.poll(() => screen.page.url()).toMatch(/#\/views\/./);
    await press('Export');
    await expect.poll(readText).toContain('completed');
    expect(await readTexts()).toEqual(before);
  });

  it('has the number of rows in every list that all screens show', { tags: ['nightly'] }, async () => {
    const { screens, counts } = await screen.visitAll();
    const names = new Set([...screens.keys()].map((hash) => hash.split(/[/?]/)[1]));
    expect([...names].toSorted()).toEqual(SCREENS);
    expect(counts.filter(({ count }) => count > 0).length).toBeGreaterThan(100);
    expect(counts.filter(({ list, count }) => screens.get(list)?.rows !== count)).toEqual([]);
    for (const [hash, { totals, alert }] of screens) {
      expect({ hash, alert }).toEqual({ hash, alert: undefined });
      for (const [rows, total] of totals) expect({ hash, rows }).toEqual({ hash, rows: total });
    }
    expect(screen.errors).toEqual([]);
  });
});
