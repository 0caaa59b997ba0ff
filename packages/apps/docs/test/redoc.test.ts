import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listContractOperations, readContract } from '../build/contract.ts';

const html = readFileSync(join(import.meta.dirname, '../dist/redoc/index.html'), 'utf8');

describe('the HTML of the Redoc page', () => {
  it('only allows its own scripts by digest, and no evaluated code', () => {
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'( 'sha256-[^']+')+; /);
    expect(policy).not.toContain('unsafe-eval');
  });

  it('has prerendered links that work without scripts', () => {
    const [prerendered = ''] = /<div id="redoc">[\s\S]*?<script type="module">/.exec(html) ?? [];
    const links = [...prerendered.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(links).toContain('#/issues');
    expect(links.filter((href) => !/^(#\/|https:|mailto:|\.\.\/openapi\.)/.test(href))).toEqual([]);
  });

  it('has the data of every operation', () => {
    const missing = listContractOperations(readContract()).filter(
      ({ operationId }) => !html.includes(`"operationId":"${operationId}"`),
    );
    expect(missing).toEqual([]);
  });
});
