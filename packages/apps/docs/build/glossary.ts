import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');

/** Path of the glossary, relative to the base of the site, without an extension. */
export const GLOSSARY_PAGE = 'guides/glossary';

/** A term and its meaning, in Markdown. */
export interface Term {
  term: string;
  meaning: string;
  /** ID of the entry on the page. */
  anchor: string;
}

/** A section of the glossary. */
export interface TermGroup {
  title: string;
  terms: Term[];
}

/**
 * Reads the terms of the inventory from the contract's introduction, and all others from GLOSSARY.md. If both define a term,
 * the introduction takes precedence, because it's written for users.
 */
export function readGlossary(): TermGroup[] {
  const inventory = readTerms(readFileSync(join(ROOT, 'spec/guides/introduction.md'), 'utf8'));
  const explained = new Set(inventory.map(({ anchor }) => anchor));
  const [, ...sections] = readFileSync(join(ROOT, 'GLOSSARY.md'), 'utf8').split(/^## /m);
  return [
    { title: 'The inventory', terms: inventory },
    ...sections.map((section) => ({
      title: section.slice(0, section.indexOf('\n')).trim(),
      terms: readTerms(section).filter(({ anchor }) => !explained.has(anchor)),
    })),
  ];
}

/** Reads the first two cells of the rows in the tables of terms. The third cell is for contributors. */
function readTerms(text: string): Term[] {
  return [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)]
    .map(([, term = '', meaning = '']) => ({ term: term.trim(), meaning: meaning.trim() }))
    .filter(({ term }) => term !== 'Term')
    .map(({ term, meaning }) => ({
      term,
      meaning,
      anchor: `term-${term.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
    }));
}

/** Writes the glossary, with a heading for each section and a paragraph for each term. */
export function glossaryMarkdown(): string {
  return readGlossary()
    .flatMap(({ title, terms }) => [
      `## ${title}`,
      ...terms.map(({ term, meaning, anchor }) => `<a id="${anchor}"></a>**${capitalize(term)}**: ${meaning}`),
    ])
    .join('\n\n');
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
