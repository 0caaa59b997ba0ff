/** The texts of new files of the contract, by the conventions of `spec/README.md`. */
import { stringify } from 'yaml';
import { type Action, capitalize, type ResourceNames } from './names.ts';

/** The parts of an operation in addition to the names of its resource. */
export interface Parts {
  operationId: string;
  tag: string;
  /** File of an example record, relative to the folder of the resource: `examples/first-access-review.yaml`. */
  example: string;
  /** The properties of that record that a caller sets. */
  settable: Record<string, unknown>;
}

const indent = (text: string, depth: number) => text.replace(/^(?=.)/gm, ' '.repeat(depth)).trimEnd();
const yaml = (value: unknown) => stringify(value, { lineWidth: 0 });

const headers = (...additional: string[]) => `headers:
  X-Request-Id:
    $ref: ../../shared/headers/RequestId.yaml
  RateLimit:
    $ref: ../../shared/headers/RateLimit.yaml
  RateLimit-Policy:
    $ref: ../../shared/headers/RateLimitPolicy.yaml${additional.map((name) => `\n  ${name}:\n    $ref: ../../shared/headers/${name}.yaml`).join('')}`;

const READING: Action[] = ['list', 'get'];
/** A deletion describes its 404 itself. */
const ON_RECORD: Action[] = ['get', 'update'];

/** Returns the errors of an operation as references to shared responses. The contract declares protocol responses once. */
function errors(action: Action): string {
  const statuses: [number, string][] = [
    [400, 'BadRequest'],
    [401, 'Unauthorized'],
    [403, READING.includes(action) ? 'Forbidden' : 'ForbiddenWrite'],
    ...(ON_RECORD.includes(action) ? [[404, 'NotFound'] as [number, string]] : []),
    [500, 'InternalServerError'],
  ];
  return statuses.map(([status, name]) => `'${status}':\n  $ref: ../../shared/responses/${name}.yaml`).join('\n');
}

const operationHead = (
  summary: string,
  description: string,
  { operationId, tag }: Parts,
) => `operationId: ${operationId}
summary: ${summary}
description: >-
  ${description}
x-stability-level: beta
tags: [${tag}]`;

const recordContent = (example: string, names: ResourceNames, name: string, summary: string) => `content:
  application/json:
    schema:
      $ref: schemas/${names.record}.yaml
    examples:
      ${name}:
        summary: ${summary}
        value:
          $ref: ${example}`;

/** The operations by action, as the value of their method. */
const OPERATIONS: Record<Action, (names: ResourceNames, parts: Parts) => string> = {
  list: (names, parts) => {
    const paging = names.isNumbered
      ? 'Paged by number: request `page` 1, 2, 3 and so on up to `total_pages`.'
      : 'Paged by cursor: send the `cursor` of each page with the next\n  request until it is empty.';
    const page = (count: number) =>
      names.isNumbered
        ? `page: 1\npage_size: 50\ntotal_count: ${count}\ntotal_pages: ${count}`
        : "cursor: ''\npage_size: 50";
    const filters = ['RecordId', 'Name', 'CreatedSince', 'UpdatedSince'];
    const paged = names.isNumbered ? ['Order', 'Page', 'PageSize'] : ['PageSize', 'Cursor', 'IncludeTotal'];
    return `${operationHead(
      `List ${names.plural}`,
      `Returns the ${names.plural} of this workspace, ordered by \`name\` and then \`id\`.\n  ${paging}\n  An item must match all filters; repeat a filter to allow several\n  values.`,
      parts,
    )}
x-filter:
  id: {equals: id}
  name: {contains: name}
  created_since: {since: created_at}
  updated_since: {since: updated_at}
x-order: [name, id]
parameters:
${[...filters, ...paged].map((name) => `  - $ref: ../../shared/parameters/${name}.yaml`).join('\n')}
responses:
  '200':
    description: One page of ${names.plural}.
${indent(headers(), 4)}
    content:
      application/json:
        schema:
          $ref: schemas/${names.record}Page.yaml
        examples:
          all_${names.snake.replace(/y$/, 'ie')}s:
            summary: All ${names.plural} of the workspace
            value:
              items:
                - $ref: ${parts.example}
${indent(page(1), 14)}
          nothing_found:
            summary: No ${names.singular} matches the filters
            value:
              items: []
${indent(page(0), 14)}
${indent(errors('list'), 2)}`;
  },
  get: (names, parts) => `${operationHead(`Get ${names.singularWithArticle}`, `Returns one ${names.singular}.`, parts)}
responses:
  '200':
    description: The ${names.singular}.
${indent(headers(), 4)}
${indent(recordContent(parts.example, names, names.snake, capitalize(names.singularWithArticle)), 4)}
${indent(errors('get'), 2)}`,
  create: (names, parts) => `${operationHead(
    `Create ${names.singularWithArticle}`,
    `Creates ${names.singularWithArticle} in this workspace. Send an \`Idempotency-Key\` so that a retry does not create a second one.`,
    parts,
  )}
parameters:
  - $ref: ../../shared/parameters/IdempotencyKey.yaml
requestBody:
  required: true
  description: The ${names.singular} to create.
  content:
    application/json:
      schema:
        $ref: schemas/New${names.record}.yaml
      examples:
        new_${names.snake}:
          summary: ${capitalize(names.singularWithArticle)} with all its fields
          value:
${indent(yaml(parts.settable), 12)}
responses:
  '201':
    description: The ${names.singular} is created.
${indent(headers('Location'), 4)}
${indent(recordContent(parts.example, names, 'created', `The new ${names.singular}`), 4)}
${indent(errors('create'), 2)}`,
  update: (names, parts) => `${operationHead(
    `Update ${names.singularWithArticle}`,
    `Changes the fields that are sent; the others remain. The same change can safely be sent again.`,
    parts,
  )}
requestBody:
  required: true
  description: The fields to change.
  content:
    application/json:
      schema:
        $ref: schemas/${names.record}Update.yaml
      examples:
        changed_${names.snake}:
          summary: New values for all fields
          value:
${indent(yaml(parts.settable), 12)}
responses:
  '200':
    description: The ${names.singular} with its new values.
${indent(headers(), 4)}
${indent(recordContent(parts.example, names, 'updated', `The changed ${names.singular}`), 4)}
${indent(errors('update'), 2)}`,
  delete: (names, parts) => `${operationHead(
    `Delete ${names.singularWithArticle}`,
    `Deletes ${names.singularWithArticle}. If it does not exist, the response is 404; after a retry that means that the first\n  request succeeded.`,
    parts,
  )}
responses:
  '204':
    description: The ${names.singular} is deleted.
${indent(headers(), 4)}
  '404':
    description: Not Found. The ${names.singular} does not exist, or has been deleted.
${indent(headers(), 4)}
    content:
      application/json:
        schema:
          $ref: ../../shared/schemas/ApiErrorBody.yaml
        examples:
          deleted_before:
            summary: The ${names.singular} does not exist, or was deleted before
            value:
              code: 404
              message: There is no such ${names.singular}. If you deleted it before, that request succeeded.
              reason: not_found
${indent(errors('delete'), 2)}`,
};

/** Writes an operation under its method, as a path file contains it. */
export function operation(action: Action, method: string, names: ResourceNames, parts: Parts): string {
  return `${method}:\n${indent(OPERATIONS[action](names, parts), 2)}\n`;
}

/** Writes the parameters of a new path file; empty when the path has none. */
export function pathParameters(names: ResourceNames, isScoped: boolean, exampleId: string | undefined): string {
  const tenancy = ['TenantId', 'WorkspaceId']
    .map((name) => `  - $ref: ../../shared/parameters/${name}.yaml\n`)
    .join('');
  const id = `  - name: id
    in: path
    required: true
    description: The ${names.singular}, its \`id\`.
    schema:
      $ref: ../../shared/schemas/Id.yaml
    example: ${exampleId}
`;
  const all = `${isScoped ? tenancy : ''}${exampleId === undefined ? '' : id}`;
  return all === '' ? '' : `parameters:\n${all}`;
}

/** Writes the schema of a new record. */
export function recordSchema(names: ResourceNames): string {
  return `type: object
title: ${capitalize(names.singular)}
description: ${capitalize(names.singularWithArticle)} of the workspace.
required: [id, name, created_at, updated_at]
properties:
  id:
    description: Identifies the ${names.singular}.
    readOnly: true
    $ref: ../../../shared/schemas/Id.yaml
  name:
    type: string
    description: Name of the ${names.singular} for display.
    minLength: 1
    maxLength: 255
  created_at:
    description: When the ${names.singular} was created.
    readOnly: true
    $ref: ../../../shared/schemas/Timestamp.yaml
  updated_at:
    description: When the ${names.singular} last changed.
    readOnly: true
    $ref: ../../../shared/schemas/Timestamp.yaml
additionalProperties: false
`;
}

/** Writes an example of such a record. */
export function recordExample(names: ResourceNames): string {
  const time = '2026-10-01T10:00:00Z';
  // Replaced by a UUID of the sample data when the example gets its final values.
  return yaml({
    id: `first-${names.snake.replaceAll('_', '-')}`,
    name: `First ${names.singular}`,
    created_at: time,
    updated_at: time,
  });
}

/** Writes the schema of a page of records. */
export function pageSchema(names: ResourceNames): string {
  return `title: Page of ${names.plural}
description: One page of ${names.plural}.
allOf:
  - type: object
    required: [items]
    properties:
      items:
        type: array
        description: The ${names.plural} of this page.
        maxItems: 100
        items:
          $ref: ${names.record}.yaml
  - $ref: ../../../shared/schemas/${names.isNumbered ? 'NumberedPage' : 'CursorPage'}.yaml
unevaluatedProperties: false
`;
}

/**
 * Writes the schema of a body that creates a record, or changes one.
 *
 * @param properties the properties of the record that a caller sets, as YAML
 * @param required the names of those that every record has
 */
export function bodySchema(
  action: 'create' | 'update',
  names: ResourceNames,
  properties: string,
  required: string[],
): string {
  const isNew = action === 'create';
  return `type: object
title: ${isNew ? `New ${names.singular}` : `${capitalize(names.singular)} update`}
description: ${isNew ? `${capitalize(names.singularWithArticle)} to create.` : 'The fields to change, at least one. Omitted fields remain.'}
${isNew ? (required.length > 0 ? `required: [${required.join(', ')}]\n` : '') : 'minProperties: 1\n'}properties:
${indent(properties, 2)}
additionalProperties: false
`;
}

/** Writes the chapter of `SAMPLE_DATA.md` for a new resource. */
export function sampleDataChapter(names: ResourceNames, id: string): string {
  return `
## ${capitalize(names.plural)}

| Name | \`id\` | Description |
|---|---|---|
| ${id} | \`${id}\` | ${capitalize(names.singularWithArticle)} |
`;
}
