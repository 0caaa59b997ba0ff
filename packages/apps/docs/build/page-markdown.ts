import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import type { Contract } from './contract.ts';
import { generatedBlocks } from './generated-blocks.ts';

/** Folder of the pages. */
const SITE = join(import.meta.dirname, '../site');

/** A page in portable Markdown. */
export interface PageMarkdown {
  /** Path of the page, relative to the base of the site, without an extension: `guides/paging`. */
  url: string;
  /** Its description in the front matter. */
  description: string;
  /** The content. Headings may have an ID, such as `{#start}`. */
  markdown: string;
}

/**
 * Reads a page, and inserts included files, code snippets and generated blocks.
 *
 * @param path path of the page, relative to the base of the site, without an extension
 */
export function readPageMarkdown(contract: Contract, url: string): PageMarkdown {
  const file = join(SITE, `${url}.md`);
  const [, frontMatter = '', text = ''] =
    /^(?:---\n([\s\S]*?)\n---\n)?([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? [];
  const { description = '' } = (parse(frontMatter) ?? {}) as { description?: string };
  const markdown = include(text, dirname(file))
    .replaceAll(/^<<< @\/(\S+)(?: \[(.+)\])?$/gm, (_, path, title) => readSnippet(path, title))
    .replaceAll(/^```([\w-]+)\n```$/gm, (block, name) => generatedBlocks[name]?.markdown(contract) ?? block)
    .replaceAll(/^<\/?[A-Z]\w*[^>]*>$/gm, '');
  return { url, description, markdown: `${markdown.trim()}\n` };
}

/**
 * Returns the published Markdown of a page, in which links refer to the Markdown of other pages if it exists.
 *
 * @param known paths of pages with published Markdown
 */
export function toPublishedMarkdown({ url, markdown }: PageMarkdown, known: ReadonlySet<string>): string {
  const base = new URL(url, 'http://site/');
  return markdown
    .replaceAll(/^(#+ .*?) \{#[\w-]+\}$/gm, '$1')
    .replaceAll(
      /\]\(((?:\/|\.)[^)\s]*)\)(?:\{[^}]*\})?/g,
      (_, href: string) => `](${toMarkdownLink(href, base, known)})`,
    );
}

function toMarkdownLink(href: string, base: URL, known: ReadonlySet<string>): string {
  const target = new URL(href, base);
  const path = target.pathname.slice(1).replace(/\.html$/, '');
  const up = '../'.repeat(base.pathname.split('/').length - 2);
  if (known.has(path)) return `${up}${path}.md`;
  const file = path === '' ? 'index.html' : /\.\w+$/.test(path) ? path : `${path}.html`;
  return `${up}${file}${target.hash}`;
}

/** Replaces `<!--@include: file-->` with a file, and `<!--@include: file{3,9}-->` with a range of its lines. */
function include(text: string, folder: string): string {
  return text.replaceAll(/<!--@include: (.+?)(?:\{(\d*),(\d*)\})?-->/g, (_, path: string, from = '', to = '') => {
    const file = join(folder, path);
    const lines = readFileSync(file, 'utf8').split('\n');
    const selected = lines.slice(Number(from || 1) - 1, to === '' ? undefined : Number(to)).join('\n');
    return include(selected.trim(), dirname(file));
  });
}

function readSnippet(path: string, title: string | undefined): string {
  const code = readFileSync(join(SITE, path), 'utf8').trimEnd();
  const fence = `\`\`\`${path.split('.').at(-1)}\n${code}\n\`\`\``;
  return title === undefined ? fence : `\`${title}\`:\n\n${fence}`;
}
