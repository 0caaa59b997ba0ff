import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractDigest, contractVersion } from '@aispm/spec/digest';
import { createMarkdownRenderer, defineConfig } from 'vitepress';
import { withContentSecurityPolicy } from '../../build/content-security-policy.ts';
import { readContract } from '../../build/contract.ts';
import { drawStateMachine } from '../../build/diagrams.ts';
import { generatedBlocks } from '../../build/generated-blocks.ts';
import { withNotFoundText } from '../../build/not-found.ts';
import { createPageFiles } from '../../build/page-files.ts';
import { moveModulesToEnd } from '../../build/page-scripts.ts';
import { divideStyles } from '../../build/page-styles.ts';
import { jsonHtml } from '../../build/reference/json-html.ts';
import { JSON_EXAMPLE, PLAIN_CODE, plainCodeHtml } from '../../build/reference/markdown.ts';
import { addOwnModule, removeOtherModules } from '../../build/reference/page-modules.ts';
import { insertPrerendered } from '../../build/reference/prerender.ts';
import { EDIT_LABEL, editUrl, REPOSITORY } from '../../build/repository.ts';
import { createSiteFiles } from '../../build/site-files.ts';
import { readSiteUrl } from '../../build/site-url.ts';
import { parseStateMachine } from '../../build/state-diagram.ts';
import { codeTheme } from './code-theme.ts';
import { EARLY_SEARCH } from './early-search.ts';
import { guideGroups, guides, referenceLinks } from './guides.ts';
import { patchTheme } from './theme-patches.ts';

const contract = readContract();
const { files, assets } = createSiteFiles();
const site = readSiteUrl(process.env.SITE_URL);

/** The folders with the screenshots: the console's, and all others. */
const SCREENSHOTS = ['../../../console/screenshots', '../../screenshots'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
);

/** Pages for developers of the site, which search engines shouldn't list. */
const UNLISTED = ['try.html'];

/** Pages that VitePress doesn't know: the contract tests write the coverage page, and Redoc its own. */
const COVERAGE_PAGE = '/coverage.html';
const REDOC_PAGE = '/redoc/';

export default defineConfig({
  title: contract.info.title,
  description: contract.info.summary,
  lang: 'en',
  base: site.base,
  metaChunk: true,
  // Otherwise each page recomputes all styles twice when its scripts start.
  appearance: { disableTransition: false },
  // Readers of a guide don't need all the pages it links to.
  router: { prefetchLinks: false },
  // Height of the navigation bar plus some space, in pixels.
  scrollOffset: 88,
  ignoreDeadLinks: [COVERAGE_PAGE, REDOC_PAGE],
  ...(site.url && {
    sitemap: {
      hostname: site.url,
      transformItems: (items: { url: string }[]) => [
        ...items.filter(({ url }) => !UNLISTED.includes(url)),
        { url: REDOC_PAGE.slice(1) },
      ],
    },
  }),
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${site.base}icon.svg` }],
    ['script', {}, EARLY_SEARCH],
    ...(site.url
      ? [
          [
            'link',
            { rel: 'alternate', type: 'application/atom+xml', title: 'Changelog', href: `${site.base}changelog.xml` },
          ] as [string, Record<string, string>],
        ]
      : []),
  ],
  // The default scope ID also depends on the absolute file path, which differs between machines.
  vue: { features: { componentIdGenerator: (_path, source, _isProduction, hash) => hash(source) } },
  // The search index lists pages in build order, which must be deterministic.
  buildConcurrency: 1,
  vite: {
    plugins: [patchTheme()],
    resolve: {
      alias: [
        {
          find: /^.*\/VPLocalSearchBox\.vue$/,
          replacement: fileURLToPath(new URL('theme/SearchBox.vue', import.meta.url)),
        },
      ],
    },
    define: {
      __ASSETS__: JSON.stringify(assets),
      __CONTRACT__: JSON.stringify({ version: contractVersion, digest: contractDigest }),
    },
  },
  markdown: {
    theme: codeTheme,
    shikiSetup(highlighter) {
      const { codeToHtml } = highlighter;
      // By default, lines that take half a second aren't highlighted, so pages would depend on the machine's load.
      highlighter.codeToHtml = (code, options) => codeToHtml(code, { ...options, tokenizeTimeLimit: 0 });
    },
    config(md) {
      const renderCode = md.renderer.rules.fence;
      md.renderer.rules.fence = (tokens, index, ...rest) => {
        const { info = '', content = '' } = tokens[index] ?? {};
        const machine = info === 'text' ? parseStateMachine(content) : undefined;
        if (machine) return toFigure(drawStateMachine(machine));
        if (info === JSON_EXAMPLE) return jsonHtml(content);
        if (info === PLAIN_CODE) return plainCodeHtml(content);
        const block = generatedBlocks[info];
        if (block?.svg) return toFigure(block.svg(contract));
        if (block) return md.render(block.markdown(contract), rest[1]);
        return renderCode?.(tokens, index, ...rest) ?? '';
      };
      md.renderer.rules.heading_close = (tokens, index, options, env, renderer) => {
        env.isInHeading = false;
        const { relativePath } = env;
        const isTitle = tokens[index]?.tag === 'h1' && String(relativePath).startsWith('guides/');
        const actions = isTitle ? `<PageActions markdown="/${relativePath}" />\n` : '';
        return renderer.renderToken(tokens, index, options) + actions;
      };
      const renderInlineCode = md.renderer.rules.code_inline;
      md.renderer.rules.code_inline = (...args) => {
        const html = renderInlineCode?.(...args) ?? '';
        const { relativePath, isInHeading } = args[3];
        return String(relativePath).startsWith('guides/') && !isInHeading ? breakNames(html) : html;
      };
      md.renderer.rules.heading_open = (tokens, index, options, env, renderer) => {
        env.isInHeading = true;
        return renderer.renderToken(tokens, index, options);
      };
      // Wide tables scroll with the arrow keys when they have focus.
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
      ...(site.url
        ? [
            property('url', site.url + page),
            property('image', `${site.url}og.png`),
            ['link', { rel: 'canonical', href: site.url + page }] as [string, Record<string, string>],
            ['meta', { name: 'twitter:card', content: 'summary_large_image' }] as [string, Record<string, string>],
          ]
        : []),
    ];
  },
  transformHtml: async (html, _file, context) => {
    const readable = context.page === '404.md' ? withNotFoundText(html, site.base) : html;
    const complete = addOwnModule(await insertPrerendered(readable, context));
    return withContentSecurityPolicy(moveModulesToEnd(complete));
  },
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      { text: 'Guides', link: '/guides/quick-start', activeMatch: '/guides/' },
      { text: 'Reference', link: '/reference', activeMatch: '/(reference|try)' },
      { text: 'Redoc', link: REDOC_PAGE, target: '_self', noIcon: true },
      { text: 'GitHub', link: REPOSITORY },
    ],
    // Only the group of the current page is open, so that Tab doesn't stop at all links.
    sidebar: {
      '/reference': [{ items: referenceLinks }],
      '/try': [{ items: referenceLinks }],
      '/': guideGroups.map((group) => ({ ...group, collapsed: true })),
    },
    sidebarMenuLabel: 'Menu',
    outline: [2, 3],
    editLink: { pattern: editUrl('packages/apps/docs/site/:path'), text: EDIT_LABEL },
    // The search box is replaced with the site's own.
    search: { provider: 'local' },
  },
  async buildEnd({ outDir, srcDir, markdown, logger }) {
    removeOtherModules(outDir);
    await divideStyles(outDir);
    const renderer = await createMarkdownRenderer(srcDir, markdown, site.base, logger);
    const reference = new Map(Object.entries(files).filter(([name]) => name.endsWith('.md')));
    const pages = createPageFiles(contract, guides, site, reference, renderer);
    for (const folder of SCREENSHOTS) {
      cpSync(folder, join(outDir, 'screenshots'), { recursive: true, filter: (path) => !/\.(ts|json)$/.test(path) });
    }
    for (const [name, content] of Object.entries({ ...files, ...pages })) {
      mkdirSync(dirname(join(outDir, name)), { recursive: true });
      writeFileSync(join(outDir, name), content);
    }
  },
});

/** Allows line breaks in long names, such as after `DATABASE_` in `DATABASE_POOL_SIZE`. */
function breakNames(html: string): string {
  return html.replaceAll(/\w{12,}/g, (name) => name.replaceAll(/(?<=_)(?=[^_])/g, '<wbr>'));
}

function toFigure(svg: string): string {
  return `<figure class="diagram-frame">${svg}</figure>\n`;
}
