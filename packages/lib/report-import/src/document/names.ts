import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { maxLength } from './limits.ts';

/** Returns the SHA-256 digest, in hexadecimal digits, of an ordered list of parts. */
export function digest(...parts: readonly (string | number)[]): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts))));
}

/**
 * Converts names of a tool to an identifier of the contract: `/` becomes `.`, and invalid characters become `-`. A shortened identifier,
 * or one with replaced characters, ends with a digest of the name. So names have the same identifier only if they differ in nothing but
 * `/` and `.`, which no tool uses for different rules.
 */
export function toIdentifier(...names: readonly string[]): string {
  const name = names.join('/');
  const plain = name.replaceAll('/', '.').replace(/[^A-Za-z0-9._~-]+/g, '-');
  const lossless = plain === name.replaceAll('/', '.') && plain.length <= maxLength('Id');
  return lossless ? plain : `${plain.slice(0, maxLength('Id') - 17)}~${digest(name).slice(0, 16)}`;
}

/** Converts a name to a stable key: all but printable ASCII is percent-encoded; a long key is shortened and ends with a digest. */
export function toStableKey(name: string): string {
  const encoded = name.replace(/[^\x21-\x7E]/gu, (character) =>
    character.isWellFormed() ? encodeURIComponent(character) : '%EF%BF%BD',
  );
  const max = maxLength('StableKey');
  return encoded.length <= max ? encoded : `${encoded.slice(0, max - 17)}~${digest(name).slice(0, 16)}`;
}

/** Converts a string to an HTTP URL without credentials; undefined when it is another URL or too long for the contract. */
export function toWebUrl(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, host, pathname, search, hash } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  const url = `${protocol}//${host}${[pathname, search, hash].map(encodeStrictly).join('')}`;
  return url.length <= maxLength('ScannedLocation.url') ? url : undefined;
}

/** Encodes a path, query or fragment as RFC 3986 requires; the WHATWG URL parser leaves more characters unencoded. */
function encodeStrictly(part: string): string {
  return part
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[^A-Za-z0-9\-._~:/?@!$&'()*+,;=%#]|(?!^)#/g, encodeURIComponent);
}
