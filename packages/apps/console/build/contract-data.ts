import {
  type Document,
  EXTENSIBLE_ENUM,
  findOperation,
  isFilterParameter,
  jsonSchema,
  listOperations,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
  successResponses,
} from '@aispm/openapi';
import { ENUMERATIONS } from '../src/shared/contract/enumerations.ts';
import { LISTS } from '../src/shared/contract/lists.ts';
import { readLabel } from '../src/shared/contract/read-label.ts';
import type {
  Column,
  ColumnType,
  EnumValue,
  Filter,
  FilterType,
  ListContract,
  Values,
} from '../src/shared/contract/types.ts';

/** Maximum lengths and sizes of forms and batches, by the path of a property. */
const LIMITS = {
  viewName: ['ViewName', 'maxLength'],
  settingsReason: ['RuleUpdate.settings_reason', 'maxLength'],
  agentEvaluationName: ['AgentEvaluation.name', 'maxLength'],
  webhookName: ['WebhookName', 'maxLength'],
  webhookUrl: ['WebhookUrl', 'maxLength'],
  issueUpdates: ['IssueUpdateBatch.updates', 'maxItems'],
  objectUpdates: ['ObjectUpdateBatch.updates', 'maxItems'],
} as const;

/** Reads the enumerations, and the status changes that users can make. */
export function readValues(contract: Document): Values {
  const schemas = contract.components?.schemas as Record<string, Schema & { 'x-manual-transitions'?: object }>;
  return {
    enumerations: Object.fromEntries(
      ENUMERATIONS.map((name) => [name, readEnum(findSchema(schemas, name))]),
    ) as Values['enumerations'],
    transitions: schemas.IssueStatus?.['x-manual-transitions'] as Values['transitions'],
    limits: Object.fromEntries(
      Object.entries(LIMITS).map(([name, [path, keyword]]) => [name, readLimit(contract, path, keyword)]),
    ) as Values['limits'],
    viewEntities: readViewEntities(contract),
  };
}

/** @throws {Error} if the contract has no such schema, for example because it's only a part of others */
function findSchema(schemas: Record<string, Schema>, name: string): Schema {
  const schema = schemas[name];
  if (!schema) throw new Error(`The contract has no schema ${name}. Correct ENUMERATIONS.`);
  return schema;
}

function readLimit(contract: Document, path: string, keyword: 'maxLength' | 'maxItems'): number {
  const [name = '', property] = path.split('.');
  const schema = resolve<Schema>(contract, { $ref: `#/components/schemas/${name}` } as Schema);
  const limited = property === undefined ? schema : resolve<Schema>(contract, schema.properties?.[property] ?? {});
  const limit = limited[keyword];
  if (limit === undefined) throw new Error(`The contract sets no ${keyword} at ${path}. Correct LIMITS.`);
  return limit;
}

/** Maps lists to the entity of their views: `listIssues` to "issues", `listAispmAssets` to "assets". */
function readViewEntities(contract: Document): Record<string, string> {
  const schema = resolve<Schema>(contract, { $ref: '#/components/schemas/ViewEntityInput' } as Schema);
  const entities = (schema.enum ?? []) as string[];
  return Object.fromEntries(
    LISTS.flatMap((list) => {
      const entity = list
        .replace(/^list(Aispm)?/, '')
        .replaceAll(/(?!^)[A-Z]/g, '_$&')
        .toLowerCase();
      return entities.includes(entity) ? [[list, entity]] : [];
    }),
  );
}

/**
 * Reads the filters, sort keys and columns of a list.
 *
 * @throws {Error} if the contract doesn't have the list
 */
export function readList(contract: Document, operationId: string): ListContract {
  const operation = findOperation(listOperations(contract), operationId);
  if (operation === undefined) throw new Error(`The contract has no operation ${operationId}. Correct LISTS.`);
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  const schemaOf = (name: string) =>
    resolve<Schema>(contract, query.find((parameter) => parameter.name === name)?.schema ?? {});
  return {
    filters: query.filter(({ name }) => isFilterParameter(name)).map((parameter) => readFilter(contract, parameter)),
    sorts: readEnum(schemaOf('sort')),
    defaultSort: (schemaOf('sort').default as string | undefined) ?? null,
    hasTotal: query.some(({ name }) => name === 'include_total') || query.some(({ name }) => name === 'page'),
    pageSize: schemaOf('page_size').maximum ?? 50,
    columns: readColumns(contract, operation),
  };
}

function readFilter(contract: Document, parameter: Parameter): Filter {
  const schema = resolve<Schema>(contract, parameter.schema ?? {});
  const isRepeated = schema.type === 'array';
  const value = isRepeated ? resolve<Schema>(contract, schema.items ?? {}) : schema;
  const values = readEnum(value);
  return {
    name: parameter.name,
    // The ID of an object related to the rows, not of the rows.
    label: readLabel(parameter.name === 'aispm_object_id' ? 'object_id' : parameter.name),
    description: parameter.description ?? '',
    type: filterType(value, values),
    isRepeated,
    values,
  };
}

function filterType(schema: Schema, values: EnumValue[]): FilterType {
  if (values.length > 0) return 'enum';
  if (schema.type === 'boolean') return 'boolean';
  return schema.format === 'date-time' ? 'time' : 'string';
}

function readColumns(contract: Document, operation: Operation): Column[] {
  const [success] = successResponses(operation);
  const page = resolve<Schema>(contract, jsonSchema(success?.response) ?? {});
  const items = resolve<Schema>(contract, page.properties?.items ?? {});
  const item = resolve<Schema>(contract, items.items ?? {});
  // Entity tags are only for requests that change a record.
  const properties = Object.entries(item.properties ?? {}).filter(([name]) => name !== 'etag');
  return properties.map(([name, property]) => {
    const schema = resolve<Schema>(contract, property);
    const values = readEnum(schema.type === 'array' ? resolve<Schema>(contract, schema.items ?? {}) : schema);
    const type = columnType(contract, name, schema, values);
    return {
      name,
      // Rows show the name of an agent, not its ID.
      label: readLabel(type === 'agent' ? 'agent' : name),
      description: schema.description ?? '',
      type,
      ...(values.length > 0 && { values }),
    };
  });
}

function columnType(contract: Document, name: string, schema: Schema, values: EnumValue[]): ColumnType {
  const alternatives = [schema, ...[schema.anyOf, schema.oneOf].flatMap((list) => list ?? [])].map((alternative) =>
    resolve<Schema>(contract, alternative),
  );
  const types = alternatives.flatMap(({ type }) => type ?? []);
  if (name.endsWith('severity')) return 'severity';
  if (alternatives.some(({ format }) => format === 'date-time')) return 'time';
  if (types.includes('integer') || types.includes('number')) return 'number';
  if (types.includes('boolean')) return 'boolean';
  if (types.includes('array') || types.includes('object')) return 'structure';
  if (name === 'agent_id') return 'agent';
  if (name.endsWith('_id') || name === 'id') return 'id';
  return values.length > 0 ? 'enum' : 'string';
}

/** Returns the values of a closed or open enumeration in the contract's order, or an empty list for other schemas. */
function readEnum(schema: Schema): EnumValue[] {
  const descriptions = (schema['x-enumDescriptions'] ?? {}) as Record<string, string>;
  const values = (schema.enum ?? schema[EXTENSIBLE_ENUM] ?? []) as unknown[];
  return values
    .filter((value): value is string => typeof value === 'string')
    .map((value) => ({ value, label: readLabel(value), description: descriptions[value] ?? '' }));
}
