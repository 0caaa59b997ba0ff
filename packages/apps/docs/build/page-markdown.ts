import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import type { Contract } from './contract.ts';
import { generatedBlocks } from './generated-blocks.ts';

/** Folder of the pages. */
const SITE = join(import.meta.dirname, '../site');

/** A page in Markdown without anything that only this site understands. */
export interface PageMarkdown {
  /** Address of the page below the base of the site, without an extension: `guides/paging`. */
  address: string;
  /** Its description in the front matter. */
  description: string;
  /** The text. Headings may have an identifier, `{#start}`. */
  markdown: string;
}

/**
 * Reads a page, and replaces the front matter, included files, code snippets and generated blocks by their contents.
 *
 * @param address of the page below the base of the site, without an extension
 */
export function readPageMarkdown(contract: Contract, address: string): PageMarkdown {
  const file = join(SITE, `${address}.md`);
  const [, frontMatter = '', text = ''] =
    /^(?:---\n([\s\S]*?)\n---\n)?([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? [];
  const { description = '' } = (parse(frontMatter) ?? {}) as { description?: string };
  const markdown = include(text, dirname(file))
    .replaceAll(/^<<< @\/(\S+)(?: \[(.+)\])?$/gm, (_, path, title) => readSnippet(path, title))
    .replaceAll(/^```([\w-]+)\n```$/gm, (block, name) => generatedBlocks[name]?.markdown(contract) ?? block)
    .replaceAll(/^<\/?[A-Z]\w*[^>]*>$/gm, '');
  return { address, description, markdown: `${markdown.trim()}\n` };
}

/**
 * Returns a page as it is published in Markdown: links lead to the Markdown of other pages where there is one.
 *
 * @param known addresses of the pages that are published in Markdown
 */
export function toPublishedMarkdown({ address, markdown }: PageMarkdown, known: ReadonlySet<string>): string {
  const base = new URL(address, 'http://site/');
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

/** Replaces `<!--@include: file-->` by the file, and `<!--@include: file{3,9}-->` by some of its lines. */
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
