/**
 * The contract as the rules check it, from the files that Spectral has loaded.
 *
 * @import { RulesetFunctionContext } from '@stoplight/spectral-core'
 * @import { Keys } from '../../../../lib/openapi/src/document/document.ts'
 */

import { joinFiles } from '../../../../lib/openapi/src/document/join-files.js';
import { isJsonObject } from '../../../../lib/openapi/src/document/json.js';
import { findReferences, resolve } from '../../../../lib/openapi/src/document/reference.js';
import { flattenSchemas } from '../../../../lib/openapi/src/schemas/flatten-schemas.js';
import { Contract } from './contract.js';

/** @typedef {RulesetFunctionContext['document']} Document */

/**
 * A contract in one or several files.
 *
 * @typedef {object} Source
 * @property {Contract | undefined} contract undefined when its schemas can't be flattened
 * @property {string} [problem] why they can't
 * @property {(path: Keys) => string[]} locate returns the path of a finding as Spectral expects it: from the entry file, through
 * references. Spectral shows a reference as its target, perhaps in a shared file; so the path of a reference is the path of its parent.
 */

/** @type {WeakMap<Document, Source | undefined>} */
const sources = new WeakMap();

/**
 * Returns the contract that Spectral has loaded, which is indexed once for all rules; undefined when a file can't be parsed or a
 * reference can't be resolved, which Spectral reports.
 *
 * @param {RulesetFunctionContext} context
 */
export function readSource({ document, documentInventory: { referencedDocuments } }) {
  if (!sources.has(document)) sources.set(document, createSource(document, referencedDocuments));
  return sources.get(document);
}

/**
 * @param {Document} entry
 * @param {Record<string, Document>} files
 * @returns {Source | undefined}
 */
function createSource(entry, files) {
  let isComplete = true;
  /** @type {(file: Document | undefined) => unknown} */
  const read = (file) => {
    if (!file || file.diagnostics.some(({ severity }) => severity === 0)) isComplete = false;
    return file?.data;
  };
  const content = read(entry);
  if (!isJsonObject(content)) return undefined;
  const { document, hasFiles, locate } = joinFiles(content, entry.source ?? '', (path) => read(files[path]));
  if (!isComplete || !areReferencesValid(document)) return undefined;
  /** @type {Source['locate']} */
  const toPath = (path) => {
    const { keys, isReference } = locate(path);
    return (isReference ? keys.slice(0, -1) : keys).map(String);
  };
  // A bundle is flat already.
  if (!hasFiles) return { contract: new Contract(document), locate: toPath };
  const flat = structuredClone(document);
  try {
    flattenSchemas(flat);
  } catch (error) {
    return { contract: undefined, problem: /** @type {Error} */ (error).message, locate: toPath };
  }
  return { contract: new Contract(flat), locate: toPath };
}

/**
 * Returns whether all references of a document can be resolved.
 *
 * @param {object} document
 */
function areReferencesValid(document) {
  return findReferences(document).every(({ reference }) => {
    try {
      resolve(document, { $ref: reference });
      return true;
    } catch {
      return false;
    }
  });
}
