import { type Contract, listContractOperations } from './contract.ts';
import { operationAnchor, schemaAnchor } from './reference-anchors.ts';

/** Writes the reference as the site's search indexes it: an HTML page with a heading for each operation and schema. */
export function referenceSearchText(contract: Contract): string {
  const operations = listContractOperations(contract).map((operation) =>
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
  return `<h${level}>${escapeHtml(title)} <a href="#${anchor}">#</a></h${level}><p>${escapeHtml(text)}</p>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
