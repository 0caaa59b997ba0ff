/** The texts of new files of the contract, in the order and the words of `spec/README.md`. */
import { stringify } from 'yaml';
import type { Kind, Names } from './names.ts';
import { capital } from './names.ts';

/** What an operation is made of besides its names. */
export interface Parts {
  operationId: string;
  tag: string;
  /** File of an example record, relative to the folder of the resource: `examples/first-access-review.yaml`. */
  example: string;
  /** The fields of that record that a caller sets. */
  settable: Record<string, unknown>;
}

const indent = (text: string, depth: number) => text.replace(/^(?=.)/gm, ' '.repeat(depth)).trimEnd();
const yaml = (value: unknown) => stringify(value, { lineWidth: 0 });

const headers = (...more: string[]) => `headers:
  X-Request-Id:
    $ref: ../../shared/headers/RequestId.yaml
  RateLimit:
    $ref: ../../shared/headers/RateLimit.yaml
  RateLimit-Policy:
    $ref: ../../shared/headers/RateLimitPolicy.yaml${more.map((name) => `\n  ${name}:\n    $ref: ../../shared/headers/${name}.yaml`).join('')}`;

/** The errors of a kind: status and shared response. */
const ERRORS: Record<Kind, [number, string][]> = {
  list: [],
  get: [[404, 'NotFound']],
  create: [
    [409, 'IdempotencyConflict'],
    [413, 'ContentTooLarge'],
    [422, 'IdempotencyKeyReused'],
  ],
  update: [
    [404, 'NotFound'],
    [413, 'ContentTooLarge'],
  ],
  delete: [],
};

function errors(kind: Kind): string {
  const all: [number, string][] = [
    [400, 'BadRequest'],
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    ...ERRORS[kind],
    [429, 'TooManyRequests'],
    [500, 'InternalServerError'],
  ];
  return all.map(([status, name]) => `'${status}':\n  $ref: ../../shared/responses/${name}.yaml`).join('\n');
}

const head = (summary: string, description: string, { operationId, tag }: Parts) => `operationId: ${operationId}
summary: ${summary}
description: >-
  ${description}
x-stability-level: beta
tags: [${tag}]`;

const record = (example: string, names: Names, name: string, summary: string) => `content:
  application/json:
    schema:
      $ref: schemas/${names.record}.yaml
    examples:
      ${name}:
        summary: ${summary}
        value:
          $ref: ${example}`;

/** The operations by kind, as the value of their method. */
const OPERATIONS: Record<Kind, (names: Names, parts: Parts) => string> = {
  list: (names, parts) => {
    const paging = names.numbered
      ? 'Paged by number: ask for `page` 1, 2, 3 and so on up to `total_pages`.'
      : 'Paged by cursor: send back the `cursor` of each page until it is empty.';
    const page = (count: number) =>
      names.numbered
        ? `page: 1\npage_size: 50\ntotal_count: ${count}\ntotal_pages: ${count}`
        : "cursor: ''\npage_size: 50";
    const parameters = names.numbered
      ? ['Name', 'Order', 'Page', 'PageSize']
      : ['Name', 'PageSize', 'Cursor', 'IncludeTotal'];
    return `${head(
      `List ${names.many}`,
      `Returns the ${names.many} of this workspace, ordered by \`name\` and then \`id\`.\n  ${paging}\n  Different filters must all hold.`,
      parts,
    )}
parameters:
${parameters.map((name) => `  - $ref: ../../shared/parameters/${name}.yaml`).join('\n')}
responses:
  '200':
    description: One page of ${names.many}.
${indent(headers(), 4)}
    content:
      application/json:
        schema:
          $ref: schemas/${names.record}Page.yaml
        examples:
          all_${names.snake.replace(/y$/, 'ie')}s:
            summary: All ${names.many} of the workspace
            value:
              items:
                - $ref: ${parts.example}
${indent(page(1), 14)}
          nothing_found:
            summary: No ${names.one} fits the filters
            value:
              items: []
${indent(page(0), 14)}
${indent(errors('list'), 2)}`;
  },
  get: (names, parts) => `${head(`Get ${names.aOne}`, `Returns one ${names.one}.`, parts)}
responses:
  '200':
    description: The ${names.one}.
${indent(headers(), 4)}
${indent(record(parts.example, names, names.snake, capital(names.aOne)), 4)}
${indent(errors('get'), 2)}`,
  create: (names, parts) => `${head(
    `Create ${names.aOne}`,
    `Creates ${names.aOne} in this workspace. Send an \`Idempotency-Key\` where a repeated request must not make a second one.`,
    parts,
  )}
parameters:
  - $ref: ../../shared/parameters/IdempotencyKey.yaml
requestBody:
  required: true
  description: The ${names.one} to create.
  content:
    application/json:
      schema:
        $ref: schemas/New${names.record}.yaml
      examples:
        new_${names.snake}:
          summary: ${capital(names.aOne)} with all its fields
          value:
${indent(yaml(parts.settable), 12)}
responses:
  '201':
    description: The ${names.one} is created.
${indent(headers('Location'), 4)}
${indent(record(parts.example, names, 'created', `The new ${names.one}`), 4)}
${indent(errors('create'), 2)}`,
  update: (names, parts) => `${head(
    `Update ${names.aOne}`,
    `Changes the fields that are sent and leaves the others as they are. The same change can safely be sent again.`,
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
    description: The ${names.one} with its new values.
${indent(headers(), 4)}
${indent(record(parts.example, names, 'updated', `The changed ${names.one}`), 4)}
${indent(errors('update'), 2)}`,
  delete: (names, parts) => `${head(
    `Delete ${names.aOne}`,
    `Deletes ${names.aOne}. One that is gone is answered with 404, so after a repeated delete that means that the first\n  one worked.`,
    parts,
  )}
responses:
  '204':
    description: The ${names.one} is gone.
${indent(headers(), 4)}
  '404':
    description: Not Found. There is no such ${names.one}, or no longer.
${indent(headers(), 4)}
    content:
      application/json:
        schema:
          $ref: ../../shared/schemas/ApiErrorBody.yaml
        examples:
          gone_already:
            summary: The ${names.one} does not exist, or was deleted before
            value:
              code: 404
              message: There is no such ${names.one}. If you deleted it a moment ago, that has worked.
${indent(errors('delete'), 2)}`,
};

/** An operation under its method, as it stands in a path file. */
export function operation(kind: Kind, method: string, names: Names, parts: Parts): string {
  return `${method}:\n${indent(OPERATIONS[kind](names, parts), 2)}\n`;
}

/** The parameters of a new path file; empty when the path has none. */
export function pathParameters(names: Names, scoped: boolean, exampleId: string | undefined): string {
  const tenancy = ['TenantId', 'WorkspaceId']
    .map((name) => `  - $ref: ../../shared/parameters/${name}.yaml\n`)
    .join('');
  const id = `  - name: id
    in: path
    required: true
    description: The ${names.one}, its \`id\`.
    schema:
      $ref: ../../shared/schemas/Id.yaml
    example: ${exampleId}
`;
  const all = `${scoped ? tenancy : ''}${exampleId === undefined ? '' : id}`;
  return all === '' ? '' : `parameters:\n${all}`;
}

/** The schema of a new record. */
export function recordSchema(names: Names): string {
  return `type: object
title: ${capital(names.one)}
description: ${capital(names.aOne)} of the workspace.
required: [id, name, created_at, updated_at]
properties:
  id:
    description: Identifies the ${names.one}.
    readOnly: true
    $ref: ../../../shared/schemas/Id.yaml
  name:
    type: string
    description: Name of the ${names.one} for people.
    minLength: 1
    maxLength: 255
  created_at:
    description: When the ${names.one} was created.
    readOnly: true
    $ref: ../../../shared/schemas/Timestamp.yaml
  updated_at:
    description: When the ${names.one} last changed.
    readOnly: true
    $ref: ../../../shared/schemas/Timestamp.yaml
additionalProperties: false
`;
}

/** An example of such a record. */
export function recordExample(names: Names): string {
  const time = '2026-10-01T10:00:00Z';
  // No UUID: a person gives it one, from a moment of the story.
  return yaml({
    id: `first-${names.snake.replaceAll('_', '-')}`,
    name: `First ${names.one}`,
    created_at: time,
    updated_at: time,
  });
}

/** The schema of a page of records. */
export function pageSchema(names: Names): string {
  return `title: Page of ${names.many}
description: One page of ${names.many}.
allOf:
  - type: object
    required: [items]
    properties:
      items:
        type: array
        description: The ${names.many} of this page.
        maxItems: 100
        items:
          $ref: ${names.record}.yaml
  - $ref: ../../../shared/schemas/${names.numbered ? 'NumberedPage' : 'CursorPage'}.yaml
unevaluatedProperties: false
`;
}

/**
 * The schema of a body that creates a record, or changes one.
 *
 * @param properties of the record that a caller sets, as YAML
 * @param required those of them that every record has
 */
export function bodySchema(kind: 'create' | 'update', names: Names, properties: string, required: string[]): string {
  const creates = kind === 'create';
  return `type: object
title: ${creates ? `New ${names.one}` : `${capital(names.one)} update`}
description: ${creates ? `${capital(names.aOne)} to be created.` : 'The fields to change; at least one. What is left out stays as it is.'}
${creates ? (required.length > 0 ? `required: [${required.join(', ')}]\n` : '') : 'minProperties: 1\n'}properties:
${indent(properties, 2)}
additionalProperties: false
`;
}

/** The chapter of `STORY.md` for a new kind of records. */
export function storyChapter(names: Names, id: string): string {
  return `
## ${capital(names.many)}

| name | \`id\` | what it is |
|---|---|---|
| ${id} | \`${id}\` | ${capital(names.aOne)} |
`;
}
