import { Ajv, type ErrorObject, type JSONSchemaType } from 'ajv';
import type { LabelSource, Position } from './label-source.ts';
import { RELATION_KINDS, type RelationKind, type ServerForm, TIERS, type Tier } from './label-types.ts';

/** An object as the file has it: defaults aren't filled in. */
export interface ObjectEntry {
  id?: string;
  name: string;
  aliases?: string[];
  file: string;
  also_in?: string[];
  line?: number;
  framework?: string;
  form?: ServerForm;
  tier?: Tier;
}

/** Relations of one object as the file has them. */
export interface RelationEntry {
  kind: RelationKind;
  from: string;
  to: string[];
  tier?: Tier;
}

/** A label file of the right shape. */
export interface LabelFile {
  repository: string;
  commit: string;
  held_out?: boolean;
  paths: string[];
  exclude?: string[];
  labelled_by: string;
  note?: string;
  agents: ObjectEntry[];
  tools: ObjectEntry[];
  models: ObjectEntry[];
  mcp_servers: ObjectEntry[];
  relations: RelationEntry[];
}

const text = { type: 'string', minLength: 1 } as const;
/** A path inside the repository, without a slash at its start or its end. */
const path = { type: 'string', pattern: '^[^/](.*[^/])?$' } as const;

/** Optional properties, in the notation that the type of ajv asks for: it adds null to their types. */
const optional = <T extends object>(schema: T) => ({ ...schema, nullable: true }) as const;

const listOf = <T extends object>(items: T) => ({ type: 'array', minItems: 1, uniqueItems: true, items }) as const;

const objects: JSONSchemaType<ObjectEntry[]> = {
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'file'],
    properties: {
      id: optional(text),
      name: text,
      aliases: optional(listOf(text)),
      file: path,
      also_in: optional(listOf(path)),
      line: { type: 'integer', minimum: 1, nullable: true },
      framework: { type: 'string', pattern: '^[a-z][a-z0-9-]*$', nullable: true },
      form: { type: 'string', enum: ['configured', 'implemented'], nullable: true },
      tier: { type: 'string', enum: TIERS, nullable: true },
    },
  },
};

const relations: JSONSchemaType<RelationEntry[]> = {
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'from', 'to'],
    properties: {
      kind: { type: 'string', enum: RELATION_KINDS },
      from: text,
      to: listOf(text),
      tier: { type: 'string', enum: TIERS, nullable: true },
    },
  },
};

const schema: JSONSchemaType<LabelFile> = {
  type: 'object',
  additionalProperties: false,
  required: ['repository', 'commit', 'paths', 'labelled_by', 'agents', 'tools', 'models', 'mcp_servers', 'relations'],
  properties: {
    repository: { type: 'string', pattern: '^[\\w.-]+/[\\w.-]+$' },
    commit: { type: 'string', pattern: '^[0-9a-f]{40}$' },
    held_out: { type: 'boolean', nullable: true },
    paths: listOf(path),
    exclude: optional(listOf(path)),
    labelled_by: text,
    note: optional(text),
    agents: objects,
    tools: objects,
    models: objects,
    mcp_servers: objects,
    relations,
  },
};

const validate = new Ajv({ allErrors: true }).compile(schema);

/** Returns the content of a label file that has the right shape; throws every violation with its line. */
export function checkShape(source: LabelSource): LabelFile {
  const value = source.value;
  if (validate(value)) return value;
  for (const error of validate.errors ?? []) {
    const position = positionOf(error.instancePath);
    source.report(position, `${position.join('/') || 'the file'} ${describe(error)}`);
  }
  source.throwViolations();
  throw new Error('The validator found violations and listed none.');
}

/** The pointers of ajv lead only to properties that the schema names, which need no unescaping. */
function positionOf(pointer: string): Position {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

function describe({ message, params }: ErrorObject): string {
  if ('allowedValues' in params) return `must be one of ${params.allowedValues.join(', ')}`;
  if ('additionalProperty' in params) return `must not have the property ${params.additionalProperty}`;
  return message ?? 'is not valid';
}
