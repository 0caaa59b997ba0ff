import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contractDigest, contractVersion } from '@aispm/spec/digest';
import { defineConfig } from 'vitepress';
import { withContentSecurityPolicy } from '../../build/content-security-policy.ts';
import { readContract } from '../../build/contract.ts';
import { drawObjectGraph, drawStateMachine } from '../../build/diagrams.ts';
import { protocolSection } from '../../build/error-tables.ts';
import { inlineStyle } from '../../build/reference/inline-style.ts';
import { jsonHtml } from '../../build/reference/json-html.ts';
import { JSON_EXAMPLE, PLAIN_CODE, plainCodeHtml } from '../../build/reference/markdown.ts';
import { addOwnModule, removeOtherModules } from '../../build/reference/page-modules.ts';
import { insertPrerendered } from '../../build/reference/prerender.ts';
import { referenceSearchText } from '../../build/search-text.ts';
import { createSiteFiles } from '../../build/site-files.ts';
import { parseStateMachine } from '../../build/state-diagram.ts';
import { guideGroups, guides, referenceLinks } from './guides.ts';

const contract = readContract();
const { files, assets } = createSiteFiles(guides);

/** The URL of the published site. Its path becomes the base of all links; the sitemap and Open Graph need absolute URLs. */
const siteUrl = new URL(process.env.SITE_URL || 'http://127.0.0.1:4020/');
if (!siteUrl.pathname.endsWith('/')) siteUrl.pathname += '/';

/** Not a page of VitePress: publishing replaces it with the table that the contract tests write. */
const COVERAGE_PAGE = '/coverage.html';

export default defineConfig({
  title: contract.info.title,
  description: contract.info.summary,
  lang: 'en',
  base: siteUrl.pathname,
  metaChunk: true,
  // Readers of a guide do not need the pages that it links to.
  router: { prefetchLinks: false },
  ignoreDeadLinks: [COVERAGE_PAGE],
  sitemap: { hostname: siteUrl.href, transformItems: (items) => items.filter(({ url }) => url !== 'try.html') },
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${siteUrl.pathname}icon.svg` }]],
  // The default scope id also depends on the path of the file, which differs between machines.
  vue: { features: { componentIdGenerator: (_path, source, _isProduction, hash) => hash(source) } },
  // The search index lists pages in the order of the build, which must not vary.
  buildConcurrency: 1,
  vite: {
    define: {
      __ASSETS__: JSON.stringify(assets),
      __CONTRACT__: JSON.stringify({ version: contractVersion, digest: contractDigest }),
    },
  },
  markdown: {
    // The default themes have too little contrast.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    shikiSetup(highlighter) {
      const { codeToHtml } = highlighter;
      // By default lines that take half a second stay without colors, so that pages would depend on the load of the machine.
      highlighter.codeToHtml = (code, options) => codeToHtml(code, { ...options, tokenizeTimeLimit: 0 });
    },
    config(md) {
      const renderCode = md.renderer.rules.fence;
      md.renderer.rules.fence = (tokens, index, ...rest) => {
        const { info = '', content = '' } = tokens[index] ?? {};
        const machine = info === 'text' ? parseStateMachine(content) : undefined;
        if (machine) return toFigure(drawStateMachine(machine));
        if (info === 'object-graph') return toFigure(drawObjectGraph(contract));
        if (info === JSON_EXAMPLE) return jsonHtml(content);
        if (info === PLAIN_CODE) return plainCodeHtml(content);
        if (info === 'protocol-responses') return md.render(protocolSection(contract));
        return renderCode?.(tokens, index, ...rest) ?? '';
      };
      // Wide tables scroll with the arrow keys when they have the focus.
      md.renderer.rules.table_open = () => '<table tabindex="0">\n';
    },
  },
  transformPageData: ({ params }) => (params ? { title: params.title, description: params.description } : {}),
  transformHead({ pageData, title, description }) {
    const page = pageData.relativePath.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html');
    const property = (name: string, content: string): [string, Record<string, string>] => [
      'meta',
      { property: `og:${name}`, content },
    ];
    return [
      property('type', 'website'),
      property('site_name', contract.info.title),
      property('title', title),
      property('description', description),
      property('url', new URL(page, siteUrl).href),
      property('image', new URL('og.png', siteUrl).href),
      ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
    ];
  },
  transformHtml: async (html, _file, context) =>
    withContentSecurityPolicy(addOwnModule(inlineStyle(await insertPrerendered(html, context), context))),
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      { text: 'Guides', link: '/guides/quick-start', activeMatch: '/guides/' },
      { text: 'Reference', link: '/reference' },
      { text: 'Changelog', link: '/guides/changelog' },
      { text: 'Coverage', link: COVERAGE_PAGE, target: '_self' },
    ],
    sidebar: { '/reference': [{ items: referenceLinks }], '/': guideGroups },
    outline: [2, 3],
    notFound: {
      title: 'Page not found',
      quote: 'There is no page at this address. Use the search to find a page.',
      linkText: 'Start page',
      linkLabel: 'Start page',
    },
    search: {
      provider: 'local',
      options: {
        _render: (source, env, md) =>
          env.relativePath === 'reference.md' ? referenceSearchText(contract) : md.render(source, env),
      },
    },
  },
  buildEnd({ outDir }) {
    removeOtherModules(outDir);
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(outDir, name)), { recursive: true });
      writeFileSync(join(outDir, name), content);
    }
  },
});

function toFigure(svg: string): string {
  return `<figure class="diagram-frame" tabindex="0">${svg}</figure>\n`;
}
