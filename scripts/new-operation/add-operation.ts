import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Document, isMap, isSeq, parse, parseDocument, stringify, type YAMLMap } from 'yaml';
import {
  type Action,
  capitalize,
  deriveNames,
  InputError,
  METHODS,
  type ResourceNames,
  toOperationId,
} from './names.ts';
import * as templates from './templates.ts';

/** What a caller passes. */
export interface Options {
  action: Action;
  /** Path of the collection, without tenancy: `access-reviews` or `eval/judges`. */
  path: string;
  /** Default: the tag of the resource's other operations, otherwise the words of the path. */
  tag?: string;
  /** Group of tags (`x-tagGroups`) for a new tag. */
  group?: string;
}

/** The operation that was added. */
export interface AddedOperation {
  operationId: string;
  tag: string;
  names: ResourceNames;
  /** The path file that declares the operation, relative to the root of the project. */
  pathFile: string;
  /** Whether the resource had no schema before. */
  isNewResource: boolean;
  /** The files that are new or changed, relative to the root of the project. */
  files: string[];
}

/** A group of tags in the menu of the reference. */
export interface TagGroup {
  name: string;
  tags: string[];
}

const TENANCY = '/tenants/{tenant_id}/workspaces/{workspace_id}';

/** The properties of a record's schema that are read here. */
interface RecordSchema {
  properties?: Record<string, { readOnly?: boolean }>;
  required?: string[];
}

/** The schema of a resource's records and an example, either existing ones or generated ones. */
interface RecordFiles {
  schemaFile: string;
  schemaText: string;
  /** Whether the schema doesn't exist yet. */
  isNew: boolean;
  /** File of the example, relative to the folder of the resource. */
  example: string;
  exampleText: string;
  /** `id` of the example. */
  id: string;
  /** The properties that a caller sets. */
  properties: Record<string, object>;
  /** Those of them that every record has. */
  required: string[];
  /** Their values in the example. */
  settable: Record<string, unknown>;
}

/** The files of the project with the changes that aren't written yet. */
class Draft {
  readonly root: string;
  readonly #changes = new Map<string, string>();

  constructor(root: string) {
    this.root = root;
  }

  exists(file: string): boolean {
    return existsSync(join(this.root, file));
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8');
  }

  list(pattern: string): string[] {
    return globSync(pattern, { cwd: this.root }).sort();
  }

  set(file: string, content: string): void {
    this.#changes.set(file, content);
  }

  /** Writes the changes. @returns the files that are new or different */
  write(): string[] {
    const changed = [...this.#changes].filter(([file, content]) => !this.exists(file) || this.read(file) !== content);
    for (const [file, content] of changed) {
      mkdirSync(dirname(join(this.root, file)), { recursive: true });
      writeFileSync(join(this.root, file), content);
    }
    return changed.map(([file]) => file);
  }
}

/**
 * Adds an operation to the contract: to its path file, to every list of operations, and with the schemas and the example
 * that it needs and that don't exist yet. Writes all files or none.
 *
 * @param root folder of the project
 * @throws {InputError} when the operation exists, its name isn't valid, or it has to be written manually
 */
export function addOperation(
  root: string,
  { action, path, tag: givenTag, group: givenGroup }: Options,
): AddedOperation {
  const draft = new Draft(root);
  const names = deriveNames(path);
  const operationId = toOperationId(action, names);
  const folder = `spec/resources/${names.folder}`;
  const openapi = parseDocument(draft.read('spec/openapi.yaml'));

  const existing = findPathFile(draft, operationId);
  if (existing) throw new InputError(`The operation ${operationId} exists already, in ${existing}. Edit it there.`);
  const tag = givenTag ?? findTag(draft, folder) ?? capitalize(names.plural);
  const group = findGroup(openapi, tag, givenGroup);

  const record = readRecord(draft, folder, names);
  draftSchemas(draft, folder, action, names, record);
  const text = templates.operation(action, METHODS[action], names, { operationId, tag, ...record });
  const pathFile = draftPath(draft, openapi, folder, action, names, record.id, text);
  addTag(openapi, tag, group, `The ${names.plural} of a workspace.`);
  if (action === 'get' || action === 'list') draftSampleData(draft, names, record.id);
  draft.set('spec/openapi.yaml', openapi.toString({ lineWidth: 120, flowCollectionPadding: false }));
  return { operationId, tag, names, pathFile, isNewResource: record.isNew, files: draft.write() };
}

/** Drafts the schemas that the action needs and that don't exist. */
function draftSchemas(draft: Draft, folder: string, action: Action, names: ResourceNames, record: RecordFiles): void {
  if (record.isNew && action !== 'delete') {
    draft.set(record.schemaFile, record.schemaText);
    draft.set(`${folder}/${record.example}`, record.exampleText);
  }
  const page = `${folder}/schemas/${names.record}Page.yaml`;
  if (action === 'list' && !draft.exists(page)) draft.set(page, templates.pageSchema(names));
  if (action !== 'create' && action !== 'update') return;
  const body = `${folder}/schemas/${action === 'create' ? `New${names.record}` : `${names.record}Update`}.yaml`;
  if (draft.exists(body)) return;
  if (Object.keys(record.settable).length === 0) {
    throw new InputError(
      `${record.schemaFile} has no properties that a caller sets: all are readOnly. Write the ${action} operation manually.`,
    );
  }
  const properties = stringify(record.properties, { lineWidth: 120 });
  draft.set(body, templates.bodySchema(action, names, properties, record.required));
}

/** Drafts the operation in its path file, which is new unless the contract has the path. @returns the path file */
function draftPath(
  draft: Draft,
  openapi: Document,
  folder: string,
  action: Action,
  names: ResourceNames,
  exampleId: string,
  text: string,
): string {
  const paths = openapi.get('paths') as YAMLMap;
  const isOnItem = action !== 'list' && action !== 'create';
  const base = paths.has(`/${names.path}`) ? `/${names.path}` : `/${names.path}${TENANCY}`;
  const known = paths.items
    .map(({ key }) => String(key))
    .find((path) => (isOnItem ? path.replace(/\/\{[^}]*\}$/, '') === base && path !== base : path === base));
  if (known) {
    const pathFile = `spec/${openapi.getIn(['paths', known, '$ref'])}`;
    const current = draft.read(pathFile);
    if (METHODS[action] in parse(current)) {
      throw new InputError(
        `The operation ${METHODS[action].toUpperCase()} ${known} exists already, in ${pathFile}. Edit it there.`,
      );
    }
    draft.set(pathFile, `${current}${text}`);
    return pathFile;
  }
  const path = isOnItem ? `${base}/{id}` : base;
  const fileName = `${names.path.replaceAll('/', '_')}${isOnItem ? '_{id}' : ''}.yaml`;
  const pathFile = `${folder}/${fileName}`;
  const parameters = templates.pathParameters(names, path.includes(TENANCY), isOnItem ? exampleId : undefined);
  draft.set(pathFile, `${parameters}${text}`);
  addPath(openapi, path, `resources/${names.folder}/${fileName}`);
  return pathFile;
}

/** Drafts a chapter of the sample data: resources whose records can be requested have one. */
function draftSampleData(draft: Draft, names: ResourceNames, exampleId: string): void {
  const sampleData = draft.read('spec/SAMPLE_DATA.md');
  if (sampleData.includes(`\n## ${capitalize(names.plural)}\n`)) return;
  draft.set('spec/SAMPLE_DATA.md', `${sampleData}${templates.sampleDataChapter(names, exampleId)}`);
}

/** Returns the groups of tags of a contract, without the group of the guides. */
export function listTagGroups(openapi: Document): TagGroup[] {
  return ((openapi.toJS()['x-tagGroups'] ?? []) as TagGroup[]).filter(({ name }) => name !== 'Guides');
}

/** Returns the operations of a path file by their methods; other properties have neither `operationId` nor `tags`. */
function readPathFile(draft: Draft, file: string): { operationId?: string; tags?: string[] }[] {
  return Object.values(parse(draft.read(file)));
}

/** Returns the path file that declares an operation. */
function findPathFile(draft: Draft, operationId: string): string | undefined {
  return draft
    .list('spec/resources/*/*.yaml')
    .find((file) => readPathFile(draft, file).some((operation) => operation.operationId === operationId));
}

/** Returns the tag of the operations that a resource has already. */
function findTag(draft: Draft, folder: string): string | undefined {
  return draft
    .list(`${folder}/*.yaml`)
    .flatMap((file) => readPathFile(draft, file).flatMap(({ tags = [] }) => tags))
    .at(0);
}

/** Returns the group of a tag: the one that has it; for a new tag the one that the caller passed. */
function findGroup(openapi: Document, tag: string, given: string | undefined): string {
  const groups = listTagGroups(openapi);
  const owner = groups.find(({ tags }) => tags.includes(tag))?.name;
  if (owner) {
    if (given && given !== owner) {
      throw new InputError(`The tag ${tag} belongs to the group ${owner}, not to ${given}. Omit --group.`);
    }
    return owner;
  }
  const all = groups.map(({ name }) => name).join(', ');
  if (!given) throw new InputError(`The tag ${tag} is new and has no group. Select one with --group: ${all}.`);
  if (!groups.some(({ name }) => name === given)) {
    throw new InputError(`There is no group ${given}. Select one with --group: ${all}.`);
  }
  return given;
}

/** Reads the schema of a resource's records and an example, or generates both. */
function readRecord(draft: Draft, folder: string, names: ResourceNames): RecordFiles {
  const schemaFile = `${folder}/schemas/${names.record}.yaml`;
  const isNew = !draft.exists(schemaFile);
  const schemaText = isNew ? templates.recordSchema(names) : draft.read(schemaFile);
  const schema = parse(schemaText) as RecordSchema;
  const example = isNew
    ? `examples/first-${names.snake.replaceAll('_', '-')}.yaml`
    : findExample(draft, folder, schema);
  if (!example) {
    throw new InputError(
      `No file in ${folder}/examples contains just the properties of ${names.record}. Write the operation manually.`,
    );
  }
  const exampleText = isNew ? templates.recordExample(names) : draft.read(`${folder}/${example}`);
  const values = parse(exampleText) as Record<string, unknown>;
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([, { readOnly }]) => !readOnly),
  );
  const settable = Object.fromEntries(Object.entries(values).filter(([name]) => name in properties));
  const required = (schema.required ?? []).filter((name) => name in properties);
  return { schemaFile, schemaText, isNew, example, exampleText, id: String(values.id), properties, required, settable };
}

/** Returns the first example of a resource that matches the schema of its records, relative to the resource's folder. */
function findExample(
  draft: Draft,
  folder: string,
  { properties = {}, required = [] }: RecordSchema,
): string | undefined {
  return draft
    .list(`${folder}/examples/*.yaml`)
    .find((file) => {
      const names = Object.keys(parse(draft.read(file)));
      return names.every((name) => name in properties) && required.every((name) => names.includes(name));
    })
    ?.slice(`${folder}/`.length);
}

/** Adds a path after the others of its resource, or at the end. */
function addPath(openapi: Document, path: string, file: string): void {
  const { items } = openapi.get('paths') as YAMLMap;
  const last = items.findLastIndex(({ value }) => isMap(value) && dirname(String(value.get('$ref'))) === dirname(file));
  items.splice(last < 0 ? items.length : last + 1, 0, openapi.createPair(path, { $ref: file }));
}

/** Declares a tag, if it's new, after the last one of its group. */
function addTag(openapi: Document, tag: string, groupName: string, description: string): void {
  const group = listTagGroups(openapi).find(({ name }) => name === groupName);
  if (!group || group.tags.includes(tag)) return;
  const tags = openapi.get('tags');
  const groups = openapi.get('x-tagGroups');
  if (!isSeq(tags) || !isSeq(groups)) {
    throw new InputError('spec/openapi.yaml has no list "tags" or "x-tagGroups". Restore them.');
  }
  const last = tags.items.findIndex((item) => isMap(item) && item.get('name') === group.tags.at(-1));
  tags.items.splice(last + 1, 0, openapi.createNode({ name: tag, description }));
  const node = groups.items.find((item) => isMap(item) && item.get('name') === groupName);
  const list = isMap(node) ? node.get('tags') : undefined;
  if (isSeq(list)) list.items.push(openapi.createNode(tag));
}
