/**
 * Documents in several files.
 *
 * @import { JsonObject, Keys } from './document.ts'
 */
import { isJsonObject } from './json.js';
import { getNode } from './pointer.js';
import { isReference, referenceKeys } from './reference.js';

/** Folders whose files are components. The name of a file is the name of its component. */
const COMPONENT_FOLDERS = ['schemas', 'parameters', 'headers', 'requestBodies', 'responses', 'links'];

/**
 * Where the files have a node.
 *
 * @typedef {object} Location
 * @property {Keys} keys from the entry file to the node, if each reference on the way is replaced by its target
 * @property {boolean} isReference whether the node itself is a reference there
 */

/**
 * A document that was in several files.
 *
 * @typedef {object} JoinedFiles
 * @property {JsonObject} document the document, in which all references are internal
 * @property {boolean} hasFiles whether it was in more than one file
 * @property {(keys: Keys) => Location} locate finds a node of the document, or of its flattened form, in the files. A property that was
 * copied from a subschema of an `allOf` is found in that subschema. Instead of a node that the files don't have, its last parent is found.
 */

/**
 * Joins the files of a document, as a bundler does. A file in a folder that is named after a type of component, such as `schemas`,
 * becomes a component. Every other file, such as a path item or the record of an example, replaces the references to it; the properties
 * next to a reference are added to it, or replace those of the same name.
 *
 * @param {JsonObject} entry the content of the entry file
 * @param {string} path the path of the entry file
 * @param {(path: string) => unknown} read returns the content of a file; undefined when there's none
 * @returns {JoinedFiles}
 */
export function joinFiles(entry, path, read) {
  /** @type {Set<string>} */
  const files = new Set();
  /** @type {Map<string, { name: string, place: Keys }>} */
  const components = new Map();
  /** @type {Record<string, JsonObject>} */
  const types = {};

  /** @type {(node: unknown, file: string, place: Keys, open: readonly string[]) => unknown} */
  const join = (node, file, place, open) => {
    if (Array.isArray(node)) return node.map((item, index) => join(item, file, [...place, index], open));
    if (!isJsonObject(node)) return node;
    const members = Object.entries(node).map(([key, child]) => [
      key,
      key === 'mapping' && 'propertyName' in node ? joinMapping(child, file) : join(child, file, [...place, key], open),
    ]);
    if (!isReference(node) || node.$ref.startsWith('#')) return Object.fromEntries(members);
    const target = resolvePath(file, node.$ref);
    files.add(target);
    const siblings = Object.fromEntries(members.filter(([key]) => key !== '$ref'));
    const folder = target.split('/').at(-2) ?? '';
    if (COMPONENT_FOLDERS.includes(folder)) {
      return { $ref: `#/components/${folder}/${addComponent(folder, target, place)}`, ...siblings };
    }
    // The reader of a file that contains itself reports that.
    const content = open.includes(target) ? {} : join(read(target), target, place, [...open, target]);
    return isJsonObject(content) ? { ...content, ...siblings } : content;
  };

  /** @type {(type: string, file: string, place: Keys) => string} */
  const addComponent = (type, file, place) => {
    const known = components.get(file);
    if (known) return known.name;
    types[type] ??= {};
    const ownName = readName(file);
    const name = Object.hasOwn(types[type], ownName) ? `${ownName}_${components.size}` : ownName;
    components.set(file, { name, place });
    types[type][name] = {};
    types[type][name] = join(read(file), file, place, [file]);
    return name;
  };

  const document = /** @type {JsonObject} */ (join(entry, path, [], [path]));
  const places = new Map(
    Array.from(components, ([file, { name, place }]) => [`components/${file.split('/').at(-2)}/${name}`, place]),
  );
  if (components.size > 0) document.components = mergeMaps(document.components, types);
  return {
    document,
    hasFiles: files.size > 0,
    locate: (keys) => {
      const { at } = follow(document, [], keys);
      const place = places.get(at.slice(0, 3).join('/'));
      return { keys: place ? [...place, ...at.slice(3)] : at, isReference: isReference(getNode(document, at)) };
    },
  };
}

/**
 * Joins the mapping of a discriminator: its values are references. The schemas themselves are alternatives next to it.
 *
 * @param {unknown} mapping
 * @param {string} file
 */
function joinMapping(mapping, file) {
  const entries = Object.entries(isJsonObject(mapping) ? mapping : {});
  return Object.fromEntries(
    entries.map(([value, reference]) => {
      const isFile = typeof reference === 'string' && /^[^#].*\.\w+$/.test(reference);
      return [value, isFile ? `#/components/schemas/${readName(resolvePath(file, reference))}` : reference];
    }),
  );
}

/**
 * Returns the name of a component.
 *
 * @param {string} file
 */
function readName(file) {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
}

/**
 * Merges two objects whose properties are objects.
 *
 * @param {unknown} declared
 * @param {Record<string, JsonObject>} added
 */
function mergeMaps(declared, added) {
  /** @type {JsonObject} */
  const merged = isJsonObject(declared) ? { ...declared } : {};
  for (const [key, members] of Object.entries(added))
    merged[key] = { .../** @type {object} */ (merged[key]), ...members };
  return merged;
}

/**
 * Resolves a relative path to that of a file, as references do.
 *
 * @param {string} file
 * @param {string} relative
 */
function resolvePath(file, relative) {
  const segments = file.split('/').slice(0, -1);
  for (const segment of relative.split('#')[0]?.split('/') ?? []) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

/**
 * Follows keys as far as they exist, through references, and through the subschema of an `allOf` that contains the most of them.
 *
 * @param {object} document
 * @param {Keys} at keys of a node that exists
 * @param {Keys} keys
 * @returns {{ at: Keys, left: number }} the keys of the last node that exists, and how many keys remain
 */
function follow(document, at, keys) {
  const [key, ...rest] = keys;
  const node = getNode(document, at);
  if (key === undefined || typeof node !== 'object' || node === null) return { at, left: keys.length };
  if (Object.hasOwn(node, key)) return follow(document, [...at, key], rest);
  if (isReference(node)) return follow(document, referenceKeys(node.$ref), keys);
  const members = isJsonObject(node) && Array.isArray(node.allOf) ? node.allOf : [];
  return members
    .map((_, index) => follow(document, [...at, 'allOf', index], keys))
    .reduce((farthest, other) => (other.left < farthest.left ? other : farthest), { at, left: keys.length });
}
