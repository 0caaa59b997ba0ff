/**
 * JSON Pointer (RFC 6901): `/paths/~1rules/get`, and as a URI fragment `#/paths/~1rules/get`.
 *
 * @import { Keys } from './document.ts'
 */

/**
 * Escapes a key for use in a JSON Pointer.
 *
 * @param {string} key
 */
export function escapeKey(key) {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * Returns the key that a token of a JSON Pointer stands for.
 *
 * @param {string} token
 */
export function unescapeKey(token) {
  // `~1` goes first: `~01` stands for `~1`.
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

/**
 * Formats keys as a JSON Pointer; no keys as the empty string.
 *
 * @param {Keys} keys
 */
export function formatPointer(keys) {
  return keys.map((key) => `/${escapeKey(String(key))}`).join('');
}

/**
 * Formats keys as a JSON Pointer in a URI fragment, which `$ref` contains: `#/paths/~1rules~1%7Brule_id%7D`.
 *
 * @param {Keys} keys
 * @throws {URIError} when a key contains a lone surrogate, which can't be encoded
 */
export function formatFragment(keys) {
  return `#${keys.map((key) => `/${encodeFragment(escapeKey(String(key)))}`).join('')}`;
}

/**
 * Parses a JSON Pointer in either format: one that starts with `#` is a URI fragment, and is percent-decoded.
 *
 * @param {string} pointer
 * @throws {Error} when the string isn't a JSON Pointer
 */
export function parsePointer(pointer) {
  const text = pointer.startsWith('#') ? decodeFragment(pointer) : pointer;
  if (text === '') return [];
  if (!text.startsWith('/')) {
    throw new Error(`The JSON Pointer "${pointer}" is not valid: it must be empty or start with "/".`);
  }
  if (/~(?![01])/.test(text)) {
    throw new Error(`The JSON Pointer "${pointer}" is not valid: write "~" in a key as "~0", and "/" as "~1".`);
  }
  return text.slice(1).split('/').map(unescapeKey);
}

/**
 * Returns the node at a JSON Pointer, or at keys; undefined when there's none. References on the way aren't resolved,
 * and inherited properties aren't found.
 *
 * @param {unknown} root
 * @param {string | Keys} pointer
 * @returns {unknown}
 * @throws {Error} when the string isn't a JSON Pointer
 */
export function getNode(root, pointer) {
  const keys = typeof pointer === 'string' ? parsePointer(pointer) : pointer;
  let node = root;
  for (const key of keys) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined;
    if (Array.isArray(node) && !/^(0|[1-9]\d*)$/.test(String(key))) return undefined;
    node = /** @type {Record<string | number, unknown>} */ (node)[key];
  }
  return node;
}

/** Characters that a fragment may contain as they are, although `encodeURIComponent` encodes them (RFC 3986). */
const FRAGMENT_CHARACTERS = /%(?:24|26|2B|2C|3A|3B|3D|3F|40)/g;

/** @param {string} text */
function encodeFragment(text) {
  return encodeURIComponent(text).replace(FRAGMENT_CHARACTERS, decodeURIComponent);
}

/** @param {string} pointer */
function decodeFragment(pointer) {
  try {
    return decodeURIComponent(pointer.slice(1));
  } catch {
    throw new Error(`The JSON Pointer "${pointer}" is not valid: its percent-encoding is malformed.`);
  }
}
