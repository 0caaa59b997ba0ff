import { type Contract, operationsOf } from './contract.ts';
import { operationAnchor, schemaAnchor } from './reference.ts';

/** What the search of the site knows of the reference: a page of HTML with a heading for each operation and schema. */
export function referenceSearchText(contract: Contract): string {
  const operations = operationsOf(contract).map((operation) =>
    section(
      2,
      `${operation.summary} · ${operation.operationId}`,
      operationAnchor(operation),
      `${operation.method.toUpperCase()} ${operation.path} ${operation.description}`,
    ),
  );
  const schemas = Object.entries(contract.components.schemas).map(([name, schema]) =>
    section(2, `${name} (schema)`, schemaAnchor(name), `${schema.title} ${schema.description ?? ''}`),
  );
  return [section(1, 'API reference', '', contract.info.summary), ...operations, ...schemas].join('\n');
}

function section(level: number, title: string, anchor: string, text: string): string {
  return `<h${level}>${asHtml(title)} <a href="#${anchor}">#</a></h${level}><p>${asHtml(text)}</p>`;
}

function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
