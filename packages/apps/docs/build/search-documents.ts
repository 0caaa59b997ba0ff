import type { SearchDocument } from '../site/search/documents.ts';
import { type Contract, listContractOperations } from './contract.ts';
import { ERROR_PAGE, listErrorGroups, reasonAnchor, statusAnchor } from './error-catalogue.ts';
import { listErrorReasons } from './error-reasons.ts';
import { joinLines } from './error-tables.ts';
import { GLOSSARY_PAGE, readGlossary } from './glossary.ts';
import type { PageMarkdown } from './page-markdown.ts';
import { operationAddress, schemaAddress } from './reference-links.ts';

/** The part of a Markdown parser that is needed: that of the site, whose headings have the identifiers of its pages. */
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

/** Pages whose parts are documents of their own. */
const LISTS = [ERROR_PAGE, GLOSSARY_PAGE];

/** Lists everything that the search of the site finds: sections of pages, operations, schemas, reasons and terms. */
export function listSearchDocuments(
  contract: Contract,
  pages: readonly PageMarkdown[],
  parser: MarkdownParser,
): SearchDocument[] {
  return [
    ...pages.flatMap((page) => listSections(page, parser).slice(0, LISTS.includes(page.address) ? 1 : undefined)),
    {
      address: 'reference.html',
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

/** Divides a page at its headings, and at paragraphs that begin with a title in bold letters, such as "**Quota.** …". */
function listSections({ address, description, markdown }: PageMarkdown, parser: MarkdownParser): SearchDocument[] {
  const sections: SearchDocument[] = [];
  const titles: string[] = [];
  let target = address;
  let level = 0;
  const begin = (title: string, parents: string[], text: string) => {
    sections.push({ address: target, kind: 'Guide', title, parents, text, names: [] });
  };
  for (const token of parser.parse(markdown, {})) {
    if (token.type === 'heading_open') {
      level = Number(token.tag.slice(1));
      target = `${address}.html${level === 1 ? '' : `#${token.attrGet('id')}`}`;
      continue;
    }
    const text = readText(token);
    if (text === '') continue;
    if (level > 0) {
      titles.splice(level - 1, titles.length, text);
      begin(text, titles.slice(0, -1), level === 1 ? description : '');
      level = 0;
      continue;
    }
    const title = readBoldTitle(token);
    if (title !== undefined) begin(title, [...titles], '');
    const section = sections.at(-1);
    if (section) section.text = `${section.text} ${text}`.trim();
  }
  return sections;
}

/** Returns the title in bold letters with which a paragraph begins, without its full stop. */
function readBoldTitle({ children }: MarkdownToken): string | undefined {
  const [open, title, close] = (children ?? []).filter(({ type, content }) => type !== 'text' || content !== '');
  if (open?.type !== 'strong_open' || close?.type !== 'strong_close' || !title?.content.endsWith('.')) return undefined;
  return title.content.slice(0, -1);
}

/** Returns the visible text of a token: that of its inline children, or code. */
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
      address: operationAddress(operation),
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
    const members = [...Object.keys(properties ?? {}), ...((values ?? []) as unknown[]).map(String)];
    const text = `${title ?? ''}. ${description ?? ''} ${members.join(' ')}`.replaceAll('`', '');
    return {
      address: schemaAddress(name),
      kind: 'Schema',
      title: name,
      parents: [],
      text: joinLines(text),
      names: isCompound(name) ? [name] : [],
    };
  });
}

/** Returns whether a name consists of several words. Others, such as "Agent", are words that readers also use for something else. */
function isCompound(name: string): boolean {
  return /[a-z][A-Z]/.test(name);
}

function listReasonDocuments(contract: Contract): SearchDocument[] {
  return listErrorReasons(contract).map(({ reason, cause, remedy, statuses }) => ({
    address: `${ERROR_PAGE}.html#${reasonAnchor(reason)}`,
    kind: 'Error',
    title: reason,
    parents: statuses,
    text: joinLines(`${cause} ${remedy}`),
    names: [reason],
  }));
}

/** Lists the groups of the error catalogue, by the status that a client receives. */
function listStatusDocuments(contract: Contract): SearchDocument[] {
  return listErrorGroups(contract).flatMap(({ status, name, reasons }) =>
    status === ''
      ? []
      : {
          address: `${ERROR_PAGE}.html#${statusAnchor(status)}`,
          kind: 'Error',
          title: `Status ${status}`,
          parents: [name],
          text: `Reasons of ${status}: ${reasons.map(({ reason, cause }) => `${reason}: ${cause}`).join(' ')}`,
          names: ['', 'error ', 'http ', 'status '].map((prefix) => prefix + status),
        },
  );
}

function listTermDocuments(): SearchDocument[] {
  return readGlossary().flatMap(({ title, terms }) =>
    terms.map(({ term, meaning, anchor }) => ({
      address: `${GLOSSARY_PAGE}.html#${anchor}`,
      kind: 'Term' as const,
      title: term,
      parents: [title],
      text: meaning.replaceAll('`', ''),
      names: [],
    })),
  );
}
