/** The example of the guide "Data in React", on its own mock. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from '@aispm/mock';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';

const folder = join(import.meta.dirname, '../site/snippets/react');

/** Opens the example at the origin of a mock, which closes with the page, and starts work on the first issue. */
export async function showReactExample(page: Page): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'main.tsx')],
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const mock = await (await createMock({ stateful: true })).listen({ port: 0 });
  page.once('close', () => mock.close());
  const { origin } = new URL(mock.url);
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  await page.route(`${origin}/`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.route(`${origin}/main.tsx`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: outputFiles[0]?.text ?? '' }),
  );
  await page.goto(`${origin}/`);
  const first = page.getByRole('row', { name: 'MCP server without authentication' });
  await first.getByRole('button', { name: 'Start work' }).click();
  await first.getByRole('cell', { name: 'in_progress' }).waitFor();
}
