import { codeSamples } from './code-samples.ts';
import {
  type Contract,
  type Json,
  type Operation,
  operationsOf,
  type Parameter,
  readContract,
  resolve,
} from './contract.ts';
import { operationNotes } from './operation-notes.ts';
import { addSchemaExamples } from './schema-examples.ts';

/** The tag under which Redoc shows the schemas; it is not in the contract. */
const SCHEMAS_TAG = 'Schemas';

/**
 * The copy of the contract that Redoc shows: the contract itself, with everything of it that Redoc has no place for.
 */
export function referenceDocument(): Contract {
  const contract = readContract();
  for (const operation of operationsOf(contract)) decorate(contract, operation);
  nameAllowedValues(contract);
  addSchemaExamples(contract);
  // Where tags are in groups, the menu shows no others.
  contract['x-tagGroups'].push({ name: SCHEMAS_TAG, tags: [SCHEMAS_TAG] });
  // The menu has the schemas in this order.
  contract.components.schemas = Object.fromEntries(
    Object.entries(contract.components.schemas).sort(([, one], [, other]) =>
      String(one.title).localeCompare(String(other.title), 'en'),
    ),
  );
  return contract;
}

function decorate(contract: Contract, operation: Operation): void {
  const node = contract.paths[operation.path]?.[operation.method] as Json;
  node['x-badges'] = [
    { name: operation.stability, position: 'after', ...(operation.stability === 'beta' && { color: 'processing' }) },
  ];
  node.description = `${operation.description}\n\n${operationNotes(contract, operation)}`;
  node['x-codeSamples'] = codeSamples(operation, mockAddress(contract));
}

/** Redoc folds the values of a parameter away that may be repeated; its description then names them. */
function nameAllowedValues(contract: Contract): void {
  const parameters = [
    ...Object.values(contract.components.parameters ?? {}),
    ...Object.values(contract.paths).flatMap((item) =>
      [item, ...Object.values(item)].flatMap((node) => (node as { parameters?: unknown[] }).parameters ?? []),
    ),
  ] as Partial<Parameter>[];
  for (const parameter of parameters) {
    const { enum: values } = resolve(contract, parameter.schema?.items ?? {}) as Json;
    if (Array.isArray(values))
      parameter.description = `${parameter.description?.trim()} Values: ${values.map((value) => `\`${value}\``).join(', ')}.`;
  }
}

/** The address of the mock that `npm start` serves: the server that the contract marks as internal. */
export function mockAddress(contract: Contract): string {
  const server = contract.servers.find((one) => one['x-internal']);
  if (!server) throw new Error('The contract names no internal server.');
  return server.url;
}

/** The fragment of the reference page that shows an operation. */
export function operationAnchor({ tag, operationId }: Operation): string {
  return `/${slug(tag)}/${operationId.toLowerCase()}`;
}

/** The fragment of the reference page that shows a schema. */
export function schemaAnchor(name: string): string {
  return `/${slug(SCHEMAS_TAG)}/${name.toLowerCase()}`;
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
