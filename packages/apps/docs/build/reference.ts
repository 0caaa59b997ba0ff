import { isJsonObject, type Parameter, resolve, type Schema, visitNodes } from '@aispm/openapi';
import { codeSamples } from './code-samples.ts';
import { type Contract, findMockUrl, listContractOperations, type Operation, readContract } from './contract.ts';
import { ERRORS_TAG, protocolSection } from './error-tables.ts';
import { describeBodyLimit, operationNotes } from './operation-notes.ts';
import { SCHEMAS_TAG } from './reference-anchors.ts';
import { addSchemaExamples } from './schema-examples.ts';

/** Reads the contract and adds what Redoc does not derive from it: badges, notes, limits of bodies, code samples, and examples of schemas. */
export function createReferenceDocument(): Contract {
  const contract = readContract();
  for (const operation of listContractOperations(contract)) decorate(contract, operation);
  addProtocolResponses(contract);
  nameAllowedValues(contract);
  addSchemaExamples(contract);
  // The menu shows only tags that are in a group.
  contract['x-tagGroups'].push({ name: SCHEMAS_TAG, tags: [SCHEMAS_TAG] });
  // The menu lists the schemas in this order.
  contract.components.schemas = Object.fromEntries(
    Object.entries(contract.components.schemas).sort(([, a], [, b]) =>
      String(a.title).localeCompare(String(b.title), 'en'),
    ),
  );
  return contract;
}

function decorate(contract: Contract, operation: Operation): void {
  const { definition, description, stability } = operation;
  definition['x-badges'] = [
    { name: stability, position: 'after', ...(stability === 'beta' && { color: 'processing' }) },
  ];
  definition.description = `${description}\n\n${operationNotes(contract, operation)}`;
  const limit = describeBodyLimit(contract, operation);
  if (limit && operation.requestBody) {
    const { description: body = '' } = operation.requestBody;
    definition.requestBody = { ...operation.requestBody, description: `${body.trim()} ${limit}`.trim() };
  }
  // Components of React are only on the page of the operation: they would add a tenth to the data of this page.
  const samples = codeSamples(contract, operation, findMockUrl(contract));
  definition['x-codeSamples'] = samples.filter(({ lang }) => lang !== 'TSX');
}

/** Adds the table of the protocol responses, which Redoc does not know, to the guide about errors. */
function addProtocolResponses(contract: Contract): void {
  const tag = contract.tags?.find(({ name }) => name === ERRORS_TAG);
  if (!tag) throw new Error(`The contract has no tag "${ERRORS_TAG}", which is to show the protocol responses.`);
  tag.description = `${tag.description?.trim()}\n\n${protocolSection(contract)}`;
}

/** Adds the allowed values of repeatable parameters to their descriptions, because Redoc folds them away. */
function nameAllowedValues(contract: Contract): void {
  visitNodes(contract, (node) => {
    if (typeof node.in !== 'string' || !isJsonObject(node.schema)) return;
    const parameter = node as unknown as Parameter;
    const { enum: values } = resolve<Schema>(contract, parameter.schema?.items ?? {});
    if (!values) return;
    const list = values.map((value) => `\`${value}\``).join(', ');
    parameter.description = `${parameter.description?.trim()} Values: ${list}.`;
  });
}
