/**
 * The guide's example of overrides in a browser test, with a mock on a port.
 *
 * @module-tag long
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectBrowser, REPORTS } from './browser.ts';

const snippet = join(import.meta.dirname, '../site/snippets/playwright-overrides.ts');
const copy = join(REPORTS, 'overrides/playwright-overrides.ts');
const { windows } = connectBrowser();
let mock: Awaited<ReturnType<Awaited<ReturnType<typeof createMock>>['listen']>>;

beforeAll(async () => {
  mock = await (await createMock()).listen({ port: 0 });
  const source = readFileSync(snippet, 'utf8');
  expect(source).toContain("'http://127.0.0.1:4010'");
  mkdirSync(join(copy, '..'), { recursive: true });
  writeFileSync(copy, source.replace('http://127.0.0.1:4010', new URL(mock.url).origin));
});
afterAll(() => mock?.close());

/** A page with a button that requests issues and shows the status. */
const html = (url: string) => `<button>Load</button><output></output><script>
document.querySelector('button').onclick = async () => {
  const headers = { authorization: 'Bearer t' };
  const { status } = await fetch('${url}/issues/tenants/t1/workspaces/w1', { headers });
  document.querySelector('output').textContent = status;
};
</script>`;

describe('the guide about overrides', () => {
  it('has a Playwright example that replaces a response of a running mock', async () => {
    const { showsTheError } = await import(copy);
    const page = await windows.openEmpty({}, { requests: [], errors: [] });
    await page.goto(`${new URL(mock.url).origin}/healthz`);
    await page.setContent(html(mock.url));
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    await showsTheError(page);
    expect(log.mock.calls).toEqual([[2]]);
    log.mockRestore();
  });
});
