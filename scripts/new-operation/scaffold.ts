import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Document, isMap, isSeq, parse, parseDocument, stringify, type YAMLMap } from 'yaml';
import { capital, type Kind, METHODS, type Names, namesOf, operationIdOf, Refusal } from './names.ts';
import * as templates from './templates.ts';

/** What is wanted. */
export interface Wish {
  kind: Kind;
  /** Path of the collection, without tenancy: `access-reviews` or `eval/judges`. */
  path: string;
  /** Default: the tag of the resource's other operations, or the words of the path. */
  tag?: string;
  /** Group of tags (`x-tagGroups`) that a new tag belongs to. */
  system?: string;
}

/** What was done. */
export interface Outcome {
  operationId: string;
  /** The files that are new or changed, relative to the root of the project. */
  files: string[];
}

const TENANCY = '/tenants/{tenant_id}/workspaces/{workspace_id}';

/** What is read of the schema of a record. */
interface RecordSchema {
  properties?: Record<string, { readOnly?: boolean }>;
  required?: string[];
}

/**
 * Adds an operation to the contract: to its path file, with the schemas and the example that it needs and that are not
 * there, and to every place that lists operations. Nothing is written unless all of it can be.
 *
 * @param root folder of the project
 * @throws {Refusal} when the operation exists, is ill named, or cannot be made without a person
 */
export function scaffold(root: string, wish: Wish): Outcome {
  const { kind } = wish;
  const names = namesOf(wish.path);
  const operationId = operationIdOf(kind, names);
  const folder = `spec/resources/${names.folder}`;
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const exists = (file: string) => existsSync(join(root, file));
  const openapi = parseDocument(read('spec/openapi.yaml'));
  const table = parseDocument(read('spec/test/operations.yaml'));
  const written = new Map<string, string>();

  for (const { key, value } of (table.contents as YAMLMap).items) {
    if (isMap(value) && value.has(operationId)) throw new Refusal(`${operationId} exists already, in ${key}.`);
  }
  const tag = wish.tag ?? tagOf(root, folder) ?? capital(names.many);
  const system = systemOf(openapi, tag, wish.system);

  const record = recordOf(root, folder, names);
  if (record.isNew && kind !== 'delete') {
    written.set(record.file, record.text).set(`${folder}/${record.example}`, record.exampleText);
  }
  const page = `${folder}/schemas/${names.record}Page.yaml`;
  if (kind === 'list' && !exists(page)) written.set(page, templates.pageSchema(names));
  const body = `${folder}/schemas/${kind === 'create' ? `New${names.record}` : `${names.record}Update`}.yaml`;
  if ((kind === 'create' || kind === 'update') && !exists(body)) {
    if (Object.keys(record.settable).length === 0)
      throw new Refusal(`${record.file} has no properties that a caller sets. Write the ${kind} by hand.`);
    const properties = stringify(record.properties, { lineWidth: 120 });
    written.set(body, templates.bodySchema(kind, names, properties, record.required));
  }

  // The path, and the operation in it.
  const paths = openapi.get('paths') as YAMLMap;
  const onItem = kind !== 'list' && kind !== 'create';
  const base = paths.has(`/${names.path}`) ? `/${names.path}` : `/${names.path}${TENANCY}`;
  const known = paths.items
    .map(({ key }) => String(key))
    .find((route) => (onItem ? route.replace(/\/\{[^}]*\}$/, '') === base && route !== base : route === base));
  const route = known ?? (onItem ? `${base}/{id}` : base);
  const method = METHODS[kind];
  const fileName = `${names.path.replaceAll('/', '_')}${onItem ? '_{id}' : ''}.yaml`;
  const pathFile = known ? `spec/${openapi.getIn(['paths', known, '$ref'])}` : `${folder}/${fileName}`;
  const text = templates.operation(kind, method, names, { operationId, tag, ...record });
  if (known) {
    const old = read(pathFile);
    if (method in parse(old)) throw new Refusal(`${method.toUpperCase()} ${route} exists already, in ${pathFile}.`);
    written.set(pathFile, `${old}${text}`);
  } else {
    const id = onItem ? record.id : undefined;
    written.set(pathFile, `${templates.pathParameters(names, route.includes(TENANCY), id)}${text}`);
    addPath(openapi, route, `resources/${names.folder}/${fileName}`);
  }

  addTag(openapi, tag, system, `The ${names.many} of a workspace.`);
  const call = `${method.toUpperCase()} ${route.replace(TENANCY, '/T')}`;
  table.setIn([system, operationId], call);
  // What can be got by its identifier has a chapter in the story.
  const story = read('spec/STORY.md');
  if (kind === 'get' && !story.includes(`\n## ${capital(names.many)}\n`)) {
    written.set('spec/STORY.md', `${story}${templates.storyChapter(names, record.id)}`);
  }
  if (kind === 'list') {
    const file = 'spec/test/list-orders.yaml';
    written.set(file, `${read(file)}${operationId}: { by: [name, id] }\n`);
  }
  written.set('spec/openapi.yaml', print(openapi)).set('spec/test/operations.yaml', print(table));

  const changed = [...written].filter(([file, content]) => !exists(file) || read(file) !== content);
  for (const [file, content] of changed) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  }
  return { operationId, files: changed.map(([file]) => file) };
}

const print = (document: Document) => document.toString({ lineWidth: 120, flowCollectionPadding: false });

/** The systems of the contract, which are its groups of tags but the guides, each with its tags. */
export function systemsOf(openapi: Document): { name: string; tags: string[] }[] {
  return ((openapi.toJS()['x-tagGroups'] ?? []) as { name: string; tags: string[] }[]).filter(
    ({ name }) => name !== 'Guides',
  );
}

/** The tag of the operations that a resource has already. */
function tagOf(root: string, folder: string): string | undefined {
  for (const file of globSync(`${folder}/*.yaml`, { cwd: root })) {
    const operations = Object.values(parse(readFileSync(join(root, file), 'utf8'))) as { tags?: string[] }[];
    const tag = operations.find(({ tags }) => tags)?.tags?.[0];
    if (tag) return tag;
  }
  return undefined;
}

/** The system of a tag: the one that has it, or for a new tag the one that is wanted. */
function systemOf(openapi: Document, tag: string, wanted: string | undefined): string {
  const systems = systemsOf(openapi);
  const owner = systems.find(({ tags }) => tags.includes(tag))?.name;
  if (owner) {
    if (wanted && wanted !== owner) throw new Refusal(`The tag ${tag} belongs to ${owner}, not to ${wanted}.`);
    return owner;
  }
  const all = systems.map(({ name }) => name).join(', ');
  if (!wanted) throw new Refusal(`The tag ${tag} is new: say with --system where it belongs, one of ${all}.`);
  if (!systems.some(({ name }) => name === wanted)) throw new Refusal(`There is no system ${wanted}, only ${all}.`);
  return wanted;
}

/** The schema of a resource's record and an example of it, as they are or as they are going to be. */
function recordOf(root: string, folder: string, names: Names) {
  const file = `${folder}/schemas/${names.record}.yaml`;
  const isNew = !existsSync(join(root, file));
  const text = isNew ? templates.recordSchema(names) : readFileSync(join(root, file), 'utf8');
  const schema = parse(text) as RecordSchema;
  const example = isNew ? `examples/first-${names.snake.replaceAll('_', '-')}.yaml` : exampleOf(root, folder, schema);
  if (!example) throw new Refusal(`No file in ${folder}/examples is a plain ${names.record}. Write it by hand.`);
  const exampleText = isNew ? templates.recordExample(names) : readFileSync(join(root, folder, example), 'utf8');
  const values = parse(exampleText) as Record<string, unknown>;
  // What a caller sets, and what of it every record has.
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([, { readOnly }]) => !readOnly),
  );
  const settable = Object.fromEntries(Object.entries(values).filter(([name]) => name in properties));
  const required = (schema.required ?? []).filter((name) => name in properties);
  return { file, isNew, text, example, exampleText, id: String(values.id), properties, settable, required };
}

/** The first example in the folder of a resource that looks like the record, relative to that folder. */
function exampleOf(root: string, folder: string, { properties = {}, required = [] }: RecordSchema): string | undefined {
  return globSync('examples/*.yaml', { cwd: join(root, folder) })
    .sort()
    .find((file) => {
      const names = Object.keys(parse(readFileSync(join(root, folder, file), 'utf8')));
      return names.every((name) => name in properties) && required.every((name) => names.includes(name));
    });
}

/** Puts a path behind the others of its resource, or behind all. */
function addPath(openapi: Document, route: string, file: string): void {
  const { items } = openapi.get('paths') as YAMLMap;
  const near = items.findLastIndex(({ value }) => isMap(value) && dirname(String(value.get('$ref'))) === dirname(file));
  items.splice(near < 0 ? items.length : near + 1, 0, openapi.createPair(route, { $ref: file }));
}

/** Declares a tag that is new, behind the last one of its system. */
function addTag(openapi: Document, tag: string, system: string, description: string): void {
  const group = systemsOf(openapi).find(({ name }) => name === system);
  if (!group || group.tags.includes(tag)) return;
  const tags = openapi.get('tags');
  const groups = openapi.get('x-tagGroups');
  if (!isSeq(tags) || !isSeq(groups)) throw new Refusal('spec/openapi.yaml has no tags or x-tagGroups.');
  const last = tags.items.findIndex((item) => isMap(item) && item.get('name') === group.tags.at(-1));
  tags.items.splice(last + 1, 0, openapi.createNode({ name: tag, description }));
  const node = groups.items.find((item) => isMap(item) && item.get('name') === system);
  const list = isMap(node) ? node.get('tags') : undefined;
  if (isSeq(list)) list.items.push(openapi.createNode(tag));
}
