/**
 * The samples for TanStack Query, rendered in a browser.
 *
 * @module-tag long
 */
import { build } from 'esbuild';
import { describe, expect, inject, it } from 'vitest';
import { siteSamples } from '../build/code-samples.ts';
import { listContractOperations, readContract } from '../build/contract.ts';
import { connectBrowser } from './browser.ts';

const contract = readContract();
const { windows } = connectBrowser();

describe('the React samples', () => {
  it("show the mock's responses for all operations", async () => {
    const cases = listContractOperations(contract);
    const sources = new Map(
      cases.map((operation) => {
        const sample = siteSamples(contract, operation, inject('mock')).find(({ label }) => label === 'React Query');
        return [`./${operation.operationId}.tsx`, sample?.source ?? ''];
      }),
    );
    const entry = [...sources.keys()].map((name, index) => `import * as sample${index} from '${name}';`).join('\n');
    const list = [...sources.keys()].map((_, index) => `...Object.values(sample${index})`).join(', ');
    const { outputFiles } = await build({
      stdin: {
        contents: `import './show-component.ts';\n${entry}\nwindow.samples = [${list}];`,
        resolveDir: import.meta.dirname,
        loader: 'ts',
      },
      plugins: [
        {
          name: 'samples',
          setup({ onResolve, onLoad }) {
            onResolve({ filter: /^\.\/\w+\.tsx$/ }, ({ path }) => ({ path, namespace: 'sample' }));
            onLoad({ filter: /./, namespace: 'sample' }, ({ path }) => ({
              contents: sources.get(path) ?? '',
              loader: 'tsx',
              resolveDir: import.meta.dirname,
            }));
          },
        },
      ],
      bundle: true,
      write: false,
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    const page = await windows.openEmpty({}, { requests: [], errors: [] });
    await page.goto(`${new URL(inject('mock')).origin}/healthz`);
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
    for (const [index, { operationId, method }] of cases.entries()) {
      const text = await page.evaluate((position) => {
        const { samples, show } = window as unknown as { samples: unknown[]; show(sample: unknown): Promise<string> };
        return show(samples[position]);
      }, index);
      expect(text, operationId).toMatch(method === 'get' ? /^["[{]/ : /^Done$/);
    }
    await page.close();
  });
});
