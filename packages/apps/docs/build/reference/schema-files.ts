import { readContract } from '../contract.ts';
import { addSchemaExamples } from '../schema-examples.ts';
import { listPageHeads } from './pages.ts';
import { FILE_FORM, schemaContent } from './schema-content.ts';
import { findSchemaUses } from './schema-uses.ts';

/** Writes a Markdown file for each schema, for machine readers, by path relative to the base of the site. */
export function schemaFiles(): Record<string, string> {
  const contract = readContract();
  addSchemaExamples(contract);
  const uses = findSchemaUses(contract);
  return Object.fromEntries(
    listPageHeads(contract)
      .filter(({ kind }) => kind === 'schema')
      .map(({ id, title, markdownFile }) => [
        markdownFile,
        `# ${title}\n\n${schemaContent(contract, id, uses.get(id), FILE_FORM)}\n`,
      ]),
  );
}
