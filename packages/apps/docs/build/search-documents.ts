import type { SearchDocument } from '../site/search/documents.ts';
import { type Contract, listContractOperations } from './contract.ts';
import { ERROR_PAGE, listErrorGroups, reasonAnchor, statusAnchor } from './error-catalogue.ts';
import { listErrorReasons } from './error-reasons.ts';
import { joinLines } from './error-tables.ts';
import { GLOSSARY_PAGE, readGlossary } from './glossary.ts';
import type { PageMarkdown } from './page-markdown.ts';
import { operationPath, schemaPath } from './reference-links.ts';

/** The required interface of the site's Markdown parser, which adds the same heading IDs as the pages have. */
export interface MarkdownParser {
  parse(markdown: string, env: object): MarkdownToken[];
}

interface MarkdownToken {
  type: string;
  tag: string;
  content: string;
  children: MarkdownToken[] | null;
  attrGet(name: string): string | null;
}

/** Pages whose sections are separate documents. */
const LISTS = [ERROR_PAGE, GLOSSARY_PAGE];

/** Lists the documents of the site's search: sections of pages, operations, schemas, reasons and terms. */
export function listSearchDocuments(
  contract: Contract,
  pages: readonly PageMarkdown[],
  parser: MarkdownParser,
): SearchDocument[] {
  return [
    ...pages.flatMap((page) => listSections(page, parser).slice(0, LISTS.includes(page.url) ? 1 : undefined)),
    {
      url: 'reference.html',
      kind: 'Guide',
      title: 'API reference',
      parents: [],
      text: `All operations and schemas of the contract (OpenAPI), to read and to download. ${contract.info.summary}`,
      names: ['OpenAPI', 'Swagger', 'openapi.yaml', 'openapi.json'],
    },
    ...listOperationDocuments(contract),
    ...listSchemaDocuments(contract),
    ...listReasonDocuments(contract),
    ...listStatusDocuments(contract),
    ...listTermDocuments(),
  ];
}

/** Splits a page at its headings, and at paragraphs that start with a bold title, such as "**Quota.** …". */
function listSections({ url, description, markdown }: PageMarkdown, parser: MarkdownParser): SearchDocument[] {
  const sections: SearchDocument[] = [];
  const titles: string[] = [];
  let target = url;
  let level = 0;
  const start = (title: string, parents: string[], text: string) => {
    sections.push({ url: target, kind: 'Guide', title, parents, text, names: [] });
  };
  for (const token of parser.parse(markdown, {})) {
    if (token.type === 'heading_open') {
      level = Number(token.tag.slice(1));
      target = `${url}.html${level === 1 ? '' : `#${token.attrGet('id')}`}`;
      continue;
    }
    const text = readText(token);
    if (text === '') continue;
    if (level > 0) {
      titles.splice(level - 1, titles.length, text);
      start(text, titles.slice(0, -1), level === 1 ? description : '');
      level = 0;
      continue;
    }
    const title = readBoldTitle(token);
    if (title !== undefined) start(title, [...titles], '');
    const section = sections.at(-1);
    if (section) section.text = `${section.text} ${text}`.trim();
  }
  return sections;
}

/** Returns the bold title at the start of a paragraph, without its period. */
function readBoldTitle({ children }: MarkdownToken): string | undefined {
  const [open, title, close] = (children ?? []).filter(({ type, content }) => type !== 'text' || content !== '');
  if (open?.type !== 'strong_open' || close?.type !== 'strong_close' || !title?.content.endsWith('.')) return undefined;
  return title.content.slice(0, -1);
}

/** Returns the visible text of a token: code, or the text of its inline children. */
function readText({ type, content, children }: MarkdownToken): string {
  if (type === 'fence') return joinLines(content);
  if (type !== 'inline') return '';
  return joinLines(
    (children ?? [])
      .map((child) =>
        ['text', 'code_inline'].includes(child.type) ? child.content : child.type.endsWith('break') ? ' ' : '',
      )
      .join(''),
  );
}

function listOperationDocuments(contract: Contract): SearchDocument[] {
  return listContractOperations(contract).map((operation) => {
    const { operationId, summary, method, path, description, parameters, tag } = operation;
    const names = [operationId, path, `${method.toUpperCase()} ${path}`];
    const text =
      `${operationId}: ${method.toUpperCase()} ${path}. ${description} ${parameters.map(({ name }) => name).join(' ')}`.replaceAll(
        '`',
        '',
      );
    return {
      url: operationPath(operation),
      kind: 'Operation',
      title: summary,
      parents: [tag],
      text: joinLines(text),
      names,
    };
  });
}

function listSchemaDocuments(contract: Contract): SearchDocument[] {
  return Object.entries(contract.components.schemas).map(([name, { title, description, properties, enum: values }]) => {
    const searchable = [...Object.keys(properties ?? {}), ...((values ?? []) as unknown[]).map(String)];
    const text = `${title ?? ''}. ${description ?? ''} ${searchable.join(' ')}`.replaceAll('`', '');
    return {
      url: schemaPath(name),
      kind: 'Schema',
      title: name,
      parents: [],
      text: joinLines(text),
      names: isCompound(name) ? [name] : [],
    };
  });
}

/** Whether a name consists of several words. Other names, such as "Agent", are also common words. */
function isCompound(name: string): boolean {
  return /[a-z][A-Z]/.test(name);
}

function listReasonDocuments(contract: Contract): SearchDocument[] {
  return listErrorReasons(contract).map(({ reason, cause, remedy, statuses }) => ({
    url: `${ERROR_PAGE}.html#${reasonAnchor(reason)}`,
    kind: 'Error',
    title: reason,
    parents: statuses,
    text: joinLines(`${cause} ${remedy}`),
    names: [reason],
  }));
}

/** Lists the groups of the error catalogue, by status. */
function listStatusDocuments(contract: Contract): SearchDocument[] {
  return listErrorGroups(contract).flatMap(({ status, name, reasons }) =>
    status === ''
      ? []
      : {
          url: `${ERROR_PAGE}.html#${statusAnchor(status)}`,
          kind: 'Error',
          title: `Status ${status}`,
          parents: [name],
          text: `Reasons for ${status}: ${reasons.map(({ reason, cause }) => `${reason}: ${cause}`).join(' ')}`,
          names: ['', 'error ', 'http ', 'status '].map((prefix) => prefix + status),
        },
  );
}

function listTermDocuments(): SearchDocument[] {
  return readGlossary().flatMap(({ title, terms }) =>
    terms.map(({ term, meaning, anchor }) => ({
      url: `${GLOSSARY_PAGE}.html#${anchor}`,
      kind: 'Term' as const,
      title: term,
      parents: [title],
      text: meaning.replaceAll('`', ''),
      names: [],
    })),
  );
}
